package io.berth.optimize.problem;

import java.util.Arrays;

/** A problem whose every pair stands in an array: at most 2³¹ - 1 pairs, eight bytes a pair with one resource. */
public final class DenseProblem implements Problem {
    private final int tasks;
    private final int agents;
    private final int[] costs;
    private final int[][] sizes;
    private final long[][] capacities;

    /**
     * Takes the arrays over.
     *
     * @param costs task after task, {@code tasks * agents}
     * @param sizes per resource: task after task, {@code tasks * agents}
     * @param capacities per resource: one per agent
     * @throws IllegalArgumentException where lengths do not agree or a number is out of range
     */
    public DenseProblem(int[] costs, int[][] sizes, long[][] capacities) {
        this.agents = capacities.length == 0 ? 0 : capacities[0].length;
        if (agents == 0 || costs.length % agents != 0 || sizes.length != capacities.length) {
            throw new IllegalArgumentException(
                    "A problem needs agents, a cost for each of them and each task, and sizes for"
                            + " each resource, but there are (" + agents + ") agents, (" + costs.length
                            + ") costs and ("
                            + sizes.length + ") resources of (" + capacities.length + ").");
        }
        this.tasks = costs.length / agents;
        this.costs = costs;
        this.sizes = sizes;
        this.capacities = capacities;
        check();
    }

    /** The same problem, each pair written down; {@code problem} itself where it is dense. */
    public static DenseProblem of(Problem problem) {
        if (problem instanceof DenseProblem dense) {
            return dense;
        }
        int agents = problem.agents();
        int[] costs = new int[Math.multiplyExact(problem.tasks(), agents)];
        int[][] sizes = new int[problem.resources()][costs.length];
        long[][] capacities = new long[sizes.length][agents];
        for (int at = 0; at < costs.length; at++) {
            costs[at] = problem.cost(at / agents, at % agents);
        }
        for (int resource = 0; resource < sizes.length; resource++) {
            for (int at = 0; at < costs.length; at++) {
                sizes[resource][at] = problem.size(at / agents, at % agents, resource);
            }
            for (int agent = 0; agent < agents; agent++) {
                capacities[resource][agent] = problem.capacity(agent, resource);
            }
        }
        return new DenseProblem(costs, sizes, capacities);
    }

    private void check() {
        for (int at = 0; at < costs.length; at++) {
            if (costs[at] != FORBIDDEN && (costs[at] > LARGEST || costs[at] < -LARGEST)) {
                throw outOfRange("cost", costs[at], at);
            }
        }
        for (int resource = 0; resource < sizes.length; resource++) {
            int[] each = sizes[resource];
            if (each.length != costs.length || capacities[resource].length != agents) {
                throw new IllegalArgumentException("Resource (" + resource + ") has (" + each.length + ") sizes and ("
                        + capacities[resource].length + ") capacities; there are (" + tasks + ") tasks and (" + agents
                        + ") agents.");
            }
            for (int at = 0; at < each.length; at++) {
                if (each[at] < 0 || each[at] > LARGEST) {
                    throw outOfRange("size", each[at], at);
                }
            }
            Arrays.stream(capacities[resource])
                    .filter(room -> room < 0 || room > ENDLESS)
                    .findFirst()
                    .ifPresent(room -> {
                        throw new IllegalArgumentException(
                                "A capacity (" + room + ") must be from 0 to " + ENDLESS + ".");
                    });
        }
    }

    private IllegalArgumentException outOfRange(String what, int value, int at) {
        return new IllegalArgumentException("The " + what + " (" + value + ") of task (" + at / agents + ") on agent ("
                + at % agents + ") is out of range.");
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public int agents() {
        return agents;
    }

    @Override
    public int resources() {
        return sizes.length;
    }

    @Override
    public int cost(int task, int agent) {
        return costs[task * agents + agent];
    }

    @Override
    public int size(int task, int agent, int resource) {
        return sizes[resource][task * agents + agent];
    }

    @Override
    public long capacity(int agent, int resource) {
        return capacities[resource][agent];
    }

    /** For loops over rows, not to be changed: the costs of a task stand from {@code task * agents()} on. */
    public int[] costs() {
        return costs;
    }

    /** The same of the sizes of a resource. */
    public int[] sizes(int resource) {
        return sizes[resource];
    }
}
