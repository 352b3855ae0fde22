package io.berth.learn.agent;

import io.berth.core.model.Activation;
import io.berth.learn.agent.experience.Softmax;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.finite.FiniteEnvironment;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.environment.finite.FiniteMdp.Outcome;
import io.berth.learn.environment.finite.ValueIteration;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.FlatNetworks;
import java.util.List;

/** Processes small enough for value iteration, as agents learn them: one number for each state. */
final class Worlds {
    private static final int LIMIT = 60;
    private static final int CAPACITY = 3;

    private Worlds() {}

    /** A grid of 3 × 4 with a wall that must be gone around and a pit that costs; steps into walls are not allowed. */
    static FiniteMdp grid() {
        String map = "...." + ".##-" + "...+";
        FiniteMdp.Builder grid = new FiniteMdp.Builder("fields", "Which way to go.", map.length(), 4, 0.95);
        grid.start(8, 1);
        for (int state = 0; state < map.length(); state++) {
            for (int action = 0; action < 4; action++) {
                int to = neighbour(state, action);
                if (to >= 0 && map.charAt(to) != '#') {
                    boolean ends = map.charAt(to) != '.';
                    double reward = map.charAt(to) == '+' ? 1 : map.charAt(to) == '-' ? -1 : -0.04;
                    grid.leads(state, action, new Outcome(1, ends ? FiniteMdp.END : to, reward));
                }
            }
        }
        return grid.build();
    }

    private static int neighbour(int field, int direction) {
        int row = field / 4 + (direction == 2 ? 1 : direction == 0 ? -1 : 0);
        int column = field % 4 + (direction == 1 ? 1 : direction == 3 ? -1 : 0);
        return row < 0 || row > 2 || column < 0 || column > 3 ? -1 : row * 4 + column;
    }

    /**
     * Two queues with room for three jobs each and one server: each step it serves one that is not empty; what waits costs, twice as
     * much in the second; two jobs more come after the second and the fourth step. State: how long both are, and the step.
     */
    static FiniteMdp twoQueues() {
        int lengths = CAPACITY + 1;
        int steps = 8;
        FiniteMdp.Builder queues =
                new FiniteMdp.Builder("two_queues", "Which queue is served.", lengths * lengths * steps, 3, 1);
        queues.start(lengths * 2 + 2, 1);
        for (int step = 0; step < steps; step++) {
            for (int first = 0; first < lengths; first++) {
                for (int second = 0; second < lengths; second++) {
                    serve(queues, step, first, second);
                }
            }
        }
        return queues.build();
    }

    private static void serve(FiniteMdp.Builder queues, int step, int first, int second) {
        int lengths = CAPACITY + 1;
        int state = (step * lengths + first) * lengths + second;
        for (int action = 0; action < 3; action++) {
            boolean allowed = action == 0 ? first > 0 : action == 1 ? second > 0 : first + second == 0;
            if (!allowed) {
                continue;
            }
            int come = step == 1 || step == 3 ? 1 : 0;
            int one = Math.min(CAPACITY, first - (action == 0 ? 1 : 0) + come);
            int two = Math.min(CAPACITY, second - (action == 1 ? 1 : 0) + come);
            int next = step == 7 ? FiniteMdp.END : ((step + 1) * lengths + one) * lengths + two;
            queues.leads(state, action, new Outcome(1, next, -one - 2.0 * two));
        }
    }

    static Environment environment(FiniteMdp world) {
        return new FiniteEnvironment(world, LIMIT);
    }

    static FlatNetworks networks(FiniteMdp world) {
        return new FlatNetworks(environment(world).mdp(), List.of(32), Activation.TANH);
    }

    static double best(FiniteMdp world) {
        return ValueIteration.solve(world, 1e-12).atStart();
    }

    /** What an episode is worth when it is played by the best scores of {@code evaluation}. */
    static double reached(FiniteMdp world, ActorCritic.Evaluation evaluation) {
        int[] policy = new int[world.states()];
        boolean[] mask = new boolean[world.actions()];
        float[] scores = new float[world.actions()];
        for (int state = 0; state < policy.length; state++) {
            float[] seen = new float[world.states()];
            seen[state] = 1;
            for (int action = 0; action < mask.length; action++) {
                mask[action] = world.allowed(state, action);
            }
            evaluation.scores(seen, mask, scores);
            policy[state] = Softmax.best(scores);
        }
        return world.atStart(played(world, policy));
    }

    /** By as many sweeps as no episode is longer than; a policy that goes round for ever is worth little by then. */
    private static double[] played(FiniteMdp world, int[] policy) {
        double[] values = new double[world.states()];
        for (int sweep = 0; sweep < LIMIT; sweep++) {
            double[] before = values.clone();
            for (int state = 0; state < values.length; state++) {
                values[state] = world.value(state, policy[state], before);
            }
        }
        return values;
    }
}
