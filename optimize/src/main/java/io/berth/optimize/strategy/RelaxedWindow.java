package io.berth.optimize.strategy;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * A window in the form that bounds take: its tasks, and its nodes as agents with the GPUs of each pooled. Whatever fits device by
 * device fits there as well, at the same cost or less, so bounds hold.
 */
final class RelaxedWindow {
    private final WindowProblem window;
    /** The tasks of job {@code j} stand from {@code first[j]} to before {@code first[j + 1]}. */
    private final int[] first;

    private final int[] jobOf;
    private final int[] nodes;
    private final TreeMap<Integer, Integer> agentOf = new TreeMap<>();

    RelaxedWindow(Trial trial, WindowProblem window) {
        this.window = window;
        this.first = new int[trial.size() + 1];
        for (int job = 0; job < trial.size(); job++) {
            first[job + 1] = first[job] + trial.job(job).tasks();
            window.options(job).forEach(option -> agentOf.putIfAbsent(option.node(), agentOf.size()));
        }
        this.jobOf = new int[first[trial.size()]];
        for (int job = 0; job < trial.size(); job++) {
            Arrays.fill(jobOf, first[job], first[job + 1], job);
        }
        this.nodes = new int[agentOf.size()];
        agentOf.forEach((node, agent) -> nodes[agent] = node);
    }

    /** Tasks × nodes. */
    long pairs() {
        return (long) jobOf.length * nodes.length;
    }

    int tasks() {
        return jobOf.length;
    }

    int nodes() {
        return nodes.length;
    }

    /** Where the tasks of each job begin, and where the last ends. */
    int[] first() {
        return first;
    }

    int node(int agent) {
        return nodes[agent];
    }

    /** The agent of a node; -1 where no task may go there. */
    int agent(int node) {
        Integer agent = agentOf.get(node);
        return agent == null ? -1 : agent;
    }

    /** The tasks on the nodes; where {@code leaveOut}, with a last agent for all that are not placed, at no cost. */
    DenseProblem problem(boolean leaveOut) {
        int agents = nodes.length + (leaveOut ? 1 : 0);
        int[] costs = new int[jobOf.length * agents];
        Arrays.fill(costs, Problem.FORBIDDEN);
        for (int task = 0; task < jobOf.length; task++) {
            for (Option option : window.options(jobOf[task])) {
                int at = task * agents + agent(option.node());
                long cost = StrictMath.clamp(-option.worth(), -Problem.LARGEST, Problem.LARGEST);
                costs[at] = (int) StrictMath.min(costs[at], cost);
            }
            if (leaveOut) {
                costs[task * agents + nodes.length] = 0;
            }
        }
        List<int[]> sizes = new ArrayList<>();
        List<long[]> capacities = new ArrayList<>();
        for (Room room : Room.values()) {
            limit(room, agents, sizes, capacities);
        }
        return new DenseProblem(costs, sizes.toArray(int[][]::new), capacities.toArray(long[][]::new));
    }

    /** Adds a resource; in a unit so coarse that sizes are in range, both rounded down: what fitted before fits. */
    private void limit(Room room, int agents, List<int[]> sizes, List<long[]> capacities) {
        long largest = 0;
        double together = 0;
        for (int job : jobOf) {
            long asked = room.asked(window.shape(job).demand());
            largest = StrictMath.max(largest, asked);
            together += (double) asked;
        }
        int shift = 0;
        while (largest >> shift > Problem.LARGEST) {
            shift++;
        }
        long[] capacity = new long[agents];
        Arrays.fill(capacity, Problem.ENDLESS);
        boolean tight = false;
        for (int agent = 0; agent < nodes.length; agent++) {
            long free = room.free(window.nodes(), nodes[agent]);
            tight |= (double) free < together;
            capacity[agent] = StrictMath.min(free >> shift, Problem.ENDLESS);
        }
        // A problem needs one resource; the number of tasks is as good as any.
        if (tight || room == Room.TASKS) {
            int[] size = new int[jobOf.length * agents];
            for (int task = 0; task < jobOf.length; task++) {
                int asked = (int) (room.asked(window.shape(jobOf[task]).demand()) >> shift);
                Arrays.fill(size, task * agents, (task + 1) * agents, asked);
            }
            sizes.add(size);
            capacities.add(capacity);
        }
    }
}
