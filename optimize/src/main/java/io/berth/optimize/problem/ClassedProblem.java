package io.berth.optimize.problem;

import java.util.Arrays;

/**
 * A problem too large to write down pair by pair: tasks and agents of a few classes each, whose classes say what a pair costs and
 * takes, and for each task a few agents where it costs something else, such as those that hold its data.
 */
public final class ClassedProblem implements Problem {
    private final int[] taskClasses;
    private final int[] agentClasses;
    private final DenseProblem kinds;
    private final long[][] capacities;
    private final Exceptions exceptions;

    /**
     * Pairs that cost something else than their classes say; they take as much.
     *
     * @param starts those of task {@code t} stand from {@code starts[t]} to before {@code starts[t + 1]}
     * @param agents rising within a task
     * @param costs in the same order
     */
    public record Exceptions(int[] starts, int[] agents, int[] costs) {
        /** None for {@code tasks} tasks. */
        public static Exceptions none(int tasks) {
            return new Exceptions(new int[tasks + 1], new int[0], new int[0]);
        }

        /** Where a pair stands; -1 where it is none. */
        int find(int task, int agent) {
            for (int at = starts[task]; at < starts[task + 1]; at++) {
                if (agents[at] == agent) {
                    return at;
                }
            }
            return -1;
        }
    }

    /**
     * Which class each task and each agent is of, both counted from 0.
     */
    public record Classes(int[] ofTasks, int[] ofAgents) {}

    /**
     * Takes the arrays over.
     *
     * @param kinds what one task of each class costs and takes on an agent of each class; its capacities do not count
     * @param capacities per resource: one per agent
     * @throws IllegalArgumentException where a number is out of range or lengths do not agree
     */
    public ClassedProblem(Classes classes, DenseProblem kinds, long[][] capacities, Exceptions exceptions) {
        this.taskClasses = classes.ofTasks();
        this.agentClasses = classes.ofAgents();
        this.kinds = kinds;
        this.capacities = capacities;
        this.exceptions = exceptions;
        check();
    }

    private void check() {
        requireBelow(taskClasses, kinds.tasks(), "The class of a task");
        requireBelow(agentClasses, kinds.agents(), "The class of an agent");
        requireBelow(exceptions.agents, agents(), "The agent of an exception");
        if (exceptions.starts.length != tasks() + 1
                || exceptions.starts[tasks()] != exceptions.agents.length
                || exceptions.costs.length != exceptions.agents.length) {
            throw new IllegalArgumentException("There must be exceptions of (" + tasks() + ") tasks.");
        }
        for (int cost : exceptions.costs) {
            if (cost != FORBIDDEN && (cost > LARGEST || cost < -LARGEST)) {
                throw new IllegalArgumentException("The cost (" + cost + ") of an exception is out of range.");
            }
        }
        if (capacities.length != kinds.resources()) {
            throw new IllegalArgumentException("There are (" + kinds.resources() + ") resources.");
        }
        for (long[] each : capacities) {
            if (each.length != agents() || Arrays.stream(each).anyMatch(room -> room < 0 || room > ENDLESS)) {
                throw new IllegalArgumentException(
                        "There must be a capacity from 0 to " + ENDLESS + " for each agent.");
            }
        }
    }

    private static void requireBelow(int[] numbers, int limit, String what) {
        for (int number : numbers) {
            if (number < 0 || number >= limit) {
                throw new IllegalArgumentException(what + " (" + number + ") must be from 0 and below " + limit + ".");
            }
        }
    }

    @Override
    public int tasks() {
        return taskClasses.length;
    }

    @Override
    public int agents() {
        return agentClasses.length;
    }

    @Override
    public int resources() {
        return capacities.length;
    }

    @Override
    public int cost(int task, int agent) {
        int exception = exceptions.find(task, agent);
        return exception >= 0 ? exceptions.costs[exception] : kinds.cost(taskClasses[task], agentClasses[agent]);
    }

    @Override
    public int size(int task, int agent, int resource) {
        return kinds.size(taskClasses[task], agentClasses[agent], resource);
    }

    @Override
    public long capacity(int agent, int resource) {
        return capacities[resource][agent];
    }

    /** What one task of each class costs and takes on an agent of each class. */
    public DenseProblem kinds() {
        return kinds;
    }

    public int taskClass(int task) {
        return taskClasses[task];
    }

    public int agentClass(int agent) {
        return agentClasses[agent];
    }

    public Exceptions exceptions() {
        return exceptions;
    }
}
