package io.berth.learn.environment.finite;

import io.berth.learn.environment.finite.FiniteMdp.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tasks to be given to agents: each to one, at a cost, as far as the agents have room.
 *
 * @param costs by agent and task; infinite where the agent cannot do it; negative for gains
 * @param sizes by agent and task, what the task takes of the agent's capacity
 * @param capacities by agent
 * @param perAgent how many tasks an agent may be given
 * @param queued true where costs are times and an agent does its tasks one after another, as given: a task then costs the time at
 *     which it ends
 * @param leftOut what each task costs that is given to nobody because no agent has room for it
 */
public record Assignment(
        double[][] costs, double[][] sizes, double[] capacities, int perAgent, boolean queued, double leftOut) {
    private static final int MOST_STATES = 100_000;

    /** @throws IllegalArgumentException where the arrays do not fit one another or a number makes no sense */
    public Assignment {
        if (costs.length == 0
                || costs[0].length == 0
                || sizes.length != costs.length
                || capacities.length != costs.length) {
            throw new IllegalArgumentException(
                    "An assignment needs agents and tasks, and costs, sizes and a capacity for each agent.");
        }
        for (int agent = 0; agent < costs.length; agent++) {
            if (costs[agent].length != costs[0].length || sizes[agent].length != costs[0].length) {
                throw new IllegalArgumentException(
                        "Agent " + agent + " needs a cost and a size for each of " + costs[0].length + " tasks.");
            }
            for (int task = 0; task < costs[0].length; task++) {
                checkCell(agent, task, costs[agent][task], sizes[agent][task]);
            }
        }
        if (perAgent < 1 || !Double.isFinite(leftOut)) {
            throw new IllegalArgumentException("Agents take at least one task (not " + perAgent
                    + "), and the cost of a task left out (" + leftOut + ") is a number.");
        }
    }

    /** One task for each agent, none left out that fits. */
    public static Assignment oneEach(double[][] costs, double leftOut) {
        return new Assignment(
                costs, new double[costs.length][costs[0].length], new double[costs.length], 1, false, leftOut);
    }

    /** Agents that do their tasks one after another; the sum of the times at which tasks end counts. */
    public static Assignment queued(double[][] times) {
        int tasks = times[0].length;
        return new Assignment(times, new double[times.length][tasks], new double[times.length], tasks, true, 0);
    }

    public int agents() {
        return costs.length;
    }

    public int tasks() {
        return costs[0].length;
    }

    /**
     * The same as a finite process: a state for each way to place tasks, an action for each task and agent (task × agents + agent).
     *
     * @throws IllegalArgumentException where there would be more than 100,000 states
     */
    public FiniteMdp asFiniteMdp(String name) {
        double size = StrictMath.pow(agents() + 1.0, tasks());
        if (size > MOST_STATES) {
            throw new IllegalArgumentException(
                    "The assignment (" + name + ") has " + size + " states, more than " + MOST_STATES + ".");
        }
        FiniteMdp.Builder process =
                new FiniteMdp.Builder(name, "Which task goes to which agent next.", (int) size, agents() * tasks(), 1);
        process.start(0, 1);
        for (int state = 0; state < (int) size; state++) {
            Placing placing = placing(state);
            if (placing == null || !placing.open()) {
                // Never entered: it cannot be, or the step before ends the episode. A process needs an action in every
                // state.
                process.leads(state, 0, new Outcome(1, FiniteMdp.END, 0));
                continue;
            }
            for (int action = 0; action < agents() * tasks(); action++) {
                if (placing.allows(action / agents(), action % agents())) {
                    process.leads(state, action, outcome(state, action));
                }
            }
        }
        return process.build();
    }

    /** The agent of each task in a state of {@link #asFiniteMdp}; -1 for one that waits. */
    public int[] agents(int state) {
        int[] agents = new int[tasks()];
        int left = state;
        for (int task = 0; task < agents.length; task++) {
            agents[task] = left % (agents() + 1) - 1;
            left /= agents() + 1;
        }
        return agents;
    }

    private Outcome outcome(int state, int action) {
        Placing placing = Objects.requireNonNull(placing(state));
        double reward = placing.place(action / agents(), action % agents());
        int digit = 1;
        for (int task = 0; task < action / agents(); task++) {
            digit *= agents() + 1;
        }
        boolean ends = !placing.open();
        int next = state + digit * (action % agents() + 1);
        return new Outcome(1, ends ? FiniteMdp.END : next, reward - (ends ? placing.leftCost() : 0));
    }

    /** State in the base of agents + 1: a digit for each task, 0 for one that waits. Null where some agent has no room for its. */
    private @Nullable Placing placing(int state) {
        Placing placing = new Placing(this);
        int[] agents = agents(state);
        for (int task = 0; task < tasks(); task++) {
            int agent = agents[task];
            if (agent >= 0 && !placing.allows(task, agent)) {
                return null;
            }
            if (agent >= 0) {
                placing.place(task, agent);
            }
        }
        return placing;
    }

    private static void checkCell(int agent, int task, double cost, double size) {
        if (Double.isNaN(cost) || cost == Double.NEGATIVE_INFINITY || !(size >= 0)) {
            throw new IllegalArgumentException("The cost (" + cost + ") of agent " + agent + " for task " + task
                    + " must be a number, and the size (" + size + ") not below 0.");
        }
    }
}
