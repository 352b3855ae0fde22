package io.berth.learn.environment.finite;

import io.berth.learn.environment.finite.FiniteMdp.Outcome;

/** Processes of a few to a few hundred states, each with a trap of its own. */
public final class SmallWorlds {
    private SmallWorlds() {}

    /**
     * A chain that needs exploration: from the first of {@code length} states, action 1 steps forward, action 0 falls back to the
     * first for a reward of 0.01; only action 1 in the last state ends it, for 1. What is near pays at once, what is best only at
     * the end.
     *
     * <p>Source: after Strens: A Bayesian framework for reinforcement learning, ICML 2000, §5 (its chain, without slips).
     */
    public static FiniteMdp chain(int length) {
        FiniteMdp.Builder chain =
                new FiniteMdp.Builder("chain", "Whether to take a little now or go on towards much.", length, 2, 0.95);
        chain.start(0, 1);
        for (int state = 0; state < length; state++) {
            chain.leads(state, 0, new Outcome(1, 0, 0.01));
            boolean last = state == length - 1;
            chain.leads(state, 1, new Outcome(1, last ? FiniteMdp.END : state + 1, last ? 1 : 0));
        }
        return chain.build();
    }

    /**
     * A windy grid of 4 × 4: from a corner to the opposite one, each step costs 1, and one step in five goes to the right or left
     * of where it was headed. Two fields are holes that cost 10 and end it. Actions: up, right, down, left.
     *
     * <p>Source: Russell, Norvig: Artificial intelligence, §17.1 (its grid, with other numbers).
     */
    public static FiniteMdp grid() {
        int side = 4;
        int goal = side * side - 1;
        FiniteMdp.Builder grid = new FiniteMdp.Builder(
                "grid", "Which way to go to a goal where steps may slip into holes.", side * side, 4, 0.99);
        grid.start(0, 1);
        for (int state = 0; state <= goal; state++) {
            for (int action = 0; action < 4; action++) {
                for (int slip = -1; slip <= 1; slip++) {
                    int to = neighbour(state, action + slip & 3, side);
                    double chance = slip == 0 ? 0.8 : 0.1;
                    boolean hole = to == 6 || to == 9;
                    boolean ends = hole || to == goal;
                    grid.leads(state, action, new Outcome(chance, ends ? FiniteMdp.END : to, hole ? -10 : -1));
                }
            }
        }
        return grid.build();
    }

    private static int neighbour(int field, int direction, int side) {
        int row = field / side + (direction == 2 ? 1 : direction == 0 ? -1 : 0);
        int column = field % side + (direction == 1 ? 1 : direction == 3 ? -1 : 0);
        boolean inside = row >= 0 && row < side && column >= 0 && column < side;
        return inside ? row * side + column : field;
    }

    /**
     * Four tasks on three agents of unlike speed, which do theirs one after another: an action gives a task to an agent, for minus
     * the time at which it will end; the last one ends the episode. To take what ends first is not best (14; best is 13), since it delays what
     * comes after. 256 states: where each task is.
     *
     * @see Assignment#queued the same for any times, seen by features
     */
    public static FiniteMdp unlikeAgents() {
        return Assignment.queued(new double[][] {{2, 3, 9, 30}, {3, 20, 30, 12}, {8, 21, 2, 3}})
                .asFiniteMdp("unlike_agents");
    }
}
