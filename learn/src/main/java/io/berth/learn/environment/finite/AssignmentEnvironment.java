package io.berth.learn.environment.finite;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import java.util.List;

/**
 * Plays an {@link Assignment}, one pick of a task and an agent at a time. A row for each pair (task × agents + agent), which is
 * also the action; what a pair is worth depends on the others, so a network must see all of them. Nothing is left to chance: the seed changes nothing. Figures: {@code cost} and {@code tasks_left}.
 */
public final class AssignmentEnvironment implements Environment {
    private final Assignment problem;
    private final Placing placing;
    private final Mdp mdp;
    private final double scale;
    private boolean started;
    private boolean over = true;
    private double sum;

    /** @throws IllegalArgumentException where no agent can take any task */
    public AssignmentEnvironment(Assignment problem) {
        this.problem = problem;
        placing = new Placing(problem);
        if (!placing.open()) {
            throw new IllegalArgumentException("No agent can take any task.");
        }
        scale = scale(problem);
        mdp = new Mdp(
                "assignment",
                "Which task goes to which agent next.",
                new Observation(problem.agents() * problem.tasks(), "pair of task and agent", features()),
                new Actions(problem.agents() * problem.tasks(), false, "the task of the row goes to its agent"),
                (problem.queued() ? "minus the time at which the task will end" : "minus the cost of the pair")
                        + "; with the last, also minus " + problem.leftOut()
                        + " for each task that nobody has room for",
                1,
                "when every task is given or no agent has room for any of the rest",
                "");
    }

    private static List<Feature> features() {
        return List.of(
                new Feature("cost", "of the pair, divided by the largest; 1 where impossible", -1, 1, 0),
                Feature.share("size", "what the task takes of the agent's capacity; 0 where there is none"),
                Feature.share("free", "the share of the agent's capacity that is free; 0 where there is none"),
                new Feature("busy", "how long the agent is busy, divided by tasks × the largest cost", -1, 1, 0),
                Feature.share("given", "tasks that the agent was given, divided by those there are"),
                Feature.share("placed", "1 where the task is given away"),
                Feature.share("allowed", "1 where it can go to the agent now"));
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    @Override
    public void reset(long seed) {
        placing.clear();
        started = true;
        over = false;
        sum = 0;
    }

    @Override
    public void observe(float[] into, int offset) {
        checkStarted();
        int at = offset;
        for (int row = 0; row < mdp.actions().count(); row++) {
            int task = row / problem.agents();
            int agent = row % problem.agents();
            double cost = cost(row);
            double capacity = problem.capacities()[agent];
            into[at++] = Double.isInfinite(cost) ? 1 : (float) (cost / scale);
            into[at++] = capacity == 0 ? 0 : (float) StrictMath.min(1, problem.sizes()[agent][task] / capacity);
            into[at++] = capacity == 0 ? 0 : (float) (placing.free(agent) / capacity);
            into[at++] = (float) (placing.busy(agent) / (scale * problem.tasks()));
            into[at++] = (float) placing.given(agent) / problem.tasks();
            into[at++] = placing.placed(task) ? 1 : 0;
            into[at++] = placing.allows(task, agent) ? 1 : 0;
        }
    }

    @Override
    public void mask(boolean[] into, int offset) {
        checkStarted();
        for (int action = 0; action < mdp.actions().count(); action++) {
            into[offset + action] = !over && placing.allows(action / problem.agents(), action % problem.agents());
        }
    }

    @Override
    public double step(int action) {
        if (over) {
            throw new IllegalStateException("There is no episode, or it is over.");
        }
        if (action < 0
                || action >= mdp.actions().count()
                || !placing.allows(action / problem.agents(), action % problem.agents())) {
            throw new IllegalArgumentException("The action (" + action + ") is not allowed now.");
        }
        double reward = placing.place(action / problem.agents(), action % problem.agents());
        if (!placing.open()) {
            over = true;
            reward -= placing.leftCost();
        }
        sum += reward;
        return reward;
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public Figures figures() {
        return Figures.of("cost", 0 - sum).and("tasks_left", placing.left());
    }

    /** What the pair of a row costs by itself. */
    public double cost(int row) {
        return problem.costs()[row % problem.agents()][row / problem.agents()];
    }

    private static double scale(Assignment problem) {
        double largest = 0;
        for (double[] costs : problem.costs()) {
            for (double cost : costs) {
                largest = Double.isInfinite(cost) ? largest : StrictMath.max(largest, StrictMath.abs(cost));
            }
        }
        return largest == 0 ? 1 : largest;
    }

    private void checkStarted() {
        if (!started) {
            throw new IllegalStateException("There is no episode before the first reset.");
        }
    }
}
