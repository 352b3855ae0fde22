package io.berth.learn.environment.team;

import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.SharedEnvironment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A team whose choices count: an agent takes the task that it names, is at work for computation / CPUs, and has no turn until then. It is
 * rewarded minus the time at which the task ends, counted from the beginning, so that to wait costs those that wait. To do nothing is allowed while
 * another agent is at work, until the next of them has done its task; so every episode ends.
 *
 * <p>Figures: {@code completion}, the sum of the times at which tasks end, and {@code last_end}. {@link TeamRules#leastCompletion} is the least
 * of the first.
 */
public final class Team implements SharedEnvironment {
    private final TeamRules rules;
    private final TeamView view;
    private final List<String> agents;
    private final double[] rewards;
    private final double[] freeAt;
    /** Who does nothing until somebody has done a task. */
    private final boolean[] passed;

    private List<Integer> queue = new ArrayList<>();
    private double now;
    private int turn = -1;
    private double completion;
    private double lastEnd;

    public Team(TeamRules rules) {
        this.rules = rules;
        this.view = new TeamView(rules);
        this.agents = rules.agents();
        this.rewards = new double[agents.size()];
        this.freeAt = new double[agents.size()];
        this.passed = new boolean[agents.size()];
    }

    @Override
    public List<String> agents() {
        return agents;
    }

    @Override
    public Mdp mdp(int agent) {
        return view.mdp(
                "Which task of the queue an agent takes that is free.",
                "the task of a row; the last does nothing until another agent has done its task",
                "minus the time at which the task ends that is taken, counted from the beginning",
                "when all tasks are taken");
    }

    @Override
    public void reset(long seed) {
        queue = new ArrayList<>(rules.tasks(seed));
        Arrays.fill(rewards, 0);
        Arrays.fill(freeAt, 0);
        Arrays.fill(passed, false);
        now = 0;
        completion = 0;
        lastEnd = 0;
        turn = 0;
    }

    @Override
    public int turn() {
        return turn;
    }

    @Override
    public void observe(int agent, float[] into, int offset) {
        int next = next(agent);
        TeamView.Next other = next < 0 ? TeamView.Next.NONE : new TeamView.Next(freeAt[next] - now, next);
        view.write(queue, agent, other, into, offset);
    }

    @Override
    public void mask(int agent, boolean[] into, int offset) {
        view.closed(into, offset);
        if (turn == agent) {
            Arrays.fill(into, offset, offset + queue.size(), true);
            into[offset + view.noop()] = next(agent) >= 0;
        }
    }

    @Override
    public void step(int action) {
        if (over()) {
            throw new IllegalStateException("There is no episode, or it is over.");
        }
        boolean nothing = action == view.noop() && next(turn) >= 0;
        if (!nothing && (action < 0 || action >= queue.size())) {
            throw new IllegalArgumentException("The action (" + action + ") is not allowed now: the queue has "
                    + queue.size() + " tasks, and " + view.noop()
                    + " does nothing, which is allowed while another is at work.");
        }
        if (nothing) {
            passed[turn] = true;
        } else {
            take(action);
        }
        turn = queue.isEmpty() ? -1 : nextTurn();
    }

    private void take(int task) {
        double end = now + queue.remove(task) / rules.cpus().get(turn);
        freeAt[turn] = end;
        rewards[turn] -= end;
        completion += end;
        lastEnd = StrictMath.max(lastEnd, end);
    }

    /** Who has its turn next; time goes on to when there is somebody. */
    private int nextTurn() {
        int free = free();
        while (free < 0) {
            now = freeAt[next(-1)];
            Arrays.fill(passed, false);
            free = free();
        }
        return free;
    }

    private int free() {
        for (int agent = 0; agent < freeAt.length; agent++) {
            if (freeAt[agent] <= now && !passed[agent]) {
                return agent;
            }
        }
        return -1;
    }

    /** Who of those at work has done its task next, {@code but} for one; -1 where none is at work. */
    private int next(int but) {
        int next = -1;
        for (int agent = 0; agent < freeAt.length; agent++) {
            if (agent != but && freeAt[agent] > now && (next < 0 || freeAt[agent] < freeAt[next])) {
                next = agent;
            }
        }
        return next;
    }

    @Override
    public double takeReward(int agent) {
        double reward = rewards[agent];
        rewards[agent] = 0;
        return reward;
    }

    @Override
    public boolean over() {
        return turn < 0;
    }

    @Override
    public Figures figures() {
        return Figures.of("completion", completion).and("last_end", lastEnd);
    }
}
