package io.berth.learn.environment.team;

import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.SharedEnvironment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A team as a published example prints it. In each round every agent says what it does: the last action does nothing, any other takes the
 * head of the queue, whichever task it names, and is rewarded minus computation / CPUs. No time passes and nobody is ever at work, so who takes
 * what makes no difference, and to do nothing costs nothing. The example fails where a task is to be taken of a queue that became empty in the same
 * round; here such an action is refused, and the agent that has its turn then can only do nothing. It never ends where all do nothing;
 * here it is cut off.
 *
 * <p>{@link Team} is the mended one. Figures: {@code cost}, the sum of the durations, and {@code tasks_left}.
 */
public final class PrintedTeam implements SharedEnvironment {
    private final TeamRules rules;
    private final TeamView view;
    private final List<String> agents;
    private final double[] rewards;
    private List<Integer> queue = new ArrayList<>();
    private int round;
    private int turn;
    private boolean over = true;
    private double cost;

    public PrintedTeam(TeamRules rules) {
        this.rules = rules;
        this.view = new TeamView(rules);
        this.agents = rules.agents();
        this.rewards = new double[agents.size()];
    }

    @Override
    public List<String> agents() {
        return agents;
    }

    @Override
    public Mdp mdp(int agent) {
        return view.mdp(
                "Whether an agent takes the first task of the queue.",
                "any row takes the head of the queue; the last does nothing",
                "minus computation / CPUs of the task that is taken",
                "with the round after which the queue is empty; cut off after " + rules.limit() + " rounds");
    }

    @Override
    public void reset(long seed) {
        queue = new ArrayList<>(rules.tasks(seed));
        Arrays.fill(rewards, 0);
        round = 0;
        turn = 0;
        cost = 0;
        over = false;
    }

    @Override
    public int turn() {
        return over ? -1 : turn;
    }

    @Override
    public void observe(int agent, float[] into, int offset) {
        view.write(queue, agent, TeamView.Next.NONE, into, offset);
    }

    @Override
    public void mask(int agent, boolean[] into, int offset) {
        view.closed(into, offset);
        if (turn() == agent) {
            Arrays.fill(into, offset, offset + view.noop(), !queue.isEmpty());
            into[offset + view.noop()] = true;
        }
    }

    @Override
    public void step(int action) {
        if (over) {
            throw new IllegalStateException("There is no episode, or it is over.");
        }
        if (action < 0 || action > view.noop() || action != view.noop() && queue.isEmpty()) {
            throw new IllegalArgumentException("The action (" + action + ") is not allowed now: the queue has "
                    + queue.size() + " tasks, and " + view.noop() + " does nothing.");
        }
        if (action != view.noop()) {
            double duration = queue.removeFirst() / rules.cpus().get(turn);
            rewards[turn] -= duration;
            cost += duration;
        }
        turn++;
        if (turn == agents.size()) {
            turn = 0;
            round++;
            over = queue.isEmpty() || round == rules.limit();
        }
    }

    @Override
    public double takeReward(int agent) {
        double reward = rewards[agent];
        rewards[agent] = 0;
        return reward;
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public Figures figures() {
        return Figures.of("cost", cost).and("tasks_left", queue.size());
    }
}
