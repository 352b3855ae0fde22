package io.berth.optimize.file;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;
import java.util.List;

/**
 * The normal form of a document: kinds become single tasks and agents, or classes where there are many; the last agent stands for
 * what is left out; how many tasks an agent does at most is a resource of which each task takes 1.
 */
final class NormalForm {
    /** With more pairs than this, kinds are kept as classes. */
    private static final long MOST_PAIRS = 1 << 22;

    /** A pair that costs something else than its kinds. */
    record Pair(int task, int agent, int cost) {}

    private final Kinds kinds;
    private final Names tasks;
    private final Names agents;
    private final List<Pair> pairs;
    private final int perAgent;

    /**
     * @param pairs by task, then agent; none twice
     * @param perAgent tasks of an agent at most; 0 for any number
     */
    NormalForm(Kinds kinds, Names tasks, Names agents, List<Pair> pairs, int perAgent) {
        this.kinds = kinds;
        this.tasks = tasks;
        this.agents = agents;
        this.pairs = pairs;
        this.perAgent = perAgent;
    }

    /** Costs are added up. */
    Problem sum(boolean leavesOut) {
        int all = agents.size() + (leavesOut ? 1 : 0);
        boolean single = tasks.size() == tasks.groups() && agents.size() == agents.groups();
        if (single || (long) tasks.size() * all <= MOST_PAIRS) {
            return dense(leavesOut);
        }
        DenseProblem table = table(leavesOut);
        int[] ofTasks = new int[tasks.size()];
        Arrays.setAll(ofTasks, tasks::group);
        int[] ofAgents = new int[all];
        Arrays.setAll(ofAgents, this::kind);
        ClassedProblem.Classes classes = new ClassedProblem.Classes(ofTasks, ofAgents);
        return new ClassedProblem(classes, table, capacities(table, all), exceptions());
    }

    /** Costs are times, and the last end counts. Each takes its time of the first resource, of which agents have no end. */
    Problem makespan() {
        DenseProblem each = dense(false);
        int[] times = new int[each.costs().length];
        Arrays.setAll(times, at -> each.costs()[at] == Problem.FORBIDDEN ? 0 : each.costs()[at]);
        long[] endless = filled(agents.size(), Problem.ENDLESS);
        long[] counted = capacities(each, agents.size())[0];
        return new DenseProblem(each.costs(), new int[][] {times, each.sizes(0)}, new long[][] {endless, counted});
    }

    /** Costs are times, and all ends are added up: the k-th task from the end of a queue makes k of them later. */
    Problem totalCompletion() {
        DenseProblem each = dense(false);
        int places = tasks.size();
        int deepest = perAgent == 0 ? places : Math.min(perAgent, places);
        int columns = agents.size() * places;
        int[] costs = new int[places * columns];
        for (int at = 0; at < costs.length; at++) {
            int time = each.cost(at / columns, at % columns / places);
            int place = at % places;
            boolean allowed = time != Problem.FORBIDDEN && place < deepest;
            costs[at] = allowed ? (place + 1) * time : Problem.FORBIDDEN;
        }
        int[] one = new int[costs.length];
        Arrays.fill(one, 1);
        return new DenseProblem(costs, new int[][] {one}, new long[][] {filled(columns, 1)});
    }

    /** A task and an agent of each kind, with their resources; the last of these is the count of tasks where it matters. */
    private DenseProblem table(boolean leavesOut) {
        int width = agents.groups() + (leavesOut ? 1 : 0);
        boolean counted = perAgent > 0 || kinds.resources().isEmpty();
        int named = kinds.resources().size();
        int[][] sizes = new int[named + (counted ? 1 : 0)][];
        long[][] capacities = new long[sizes.length][];
        for (int resource = 0; resource < named; resource++) {
            sizes[resource] = widened(kinds.resources().get(resource).sizes(), width);
            capacities[resource] = widened(kinds.resources().get(resource).capacities(), width);
        }
        if (counted) {
            sizes[named] = new int[tasks.groups() * width];
            Arrays.fill(sizes[named], 1);
            capacities[named] = widened(filled(agents.groups(), perAgent == 0 ? Problem.ENDLESS : perAgent), width);
        }
        return new DenseProblem(widened(kinds.costs(), width), sizes, capacities);
    }

    /** Every task and agent by itself. */
    private DenseProblem dense(boolean leavesOut) {
        DenseProblem table = table(leavesOut);
        int all = agents.size() + (leavesOut ? 1 : 0);
        int[] costs = new int[Math.multiplyExact(tasks.size(), all)];
        int[][] sizes = new int[table.resources()][costs.length];
        for (int at = 0; at < costs.length; at++) {
            int from = tasks.group(at / all) * table.agents() + kind(at % all);
            costs[at] = table.costs()[from];
            for (int resource = 0; resource < sizes.length; resource++) {
                sizes[resource][at] = table.sizes(resource)[from];
            }
        }
        for (Pair pair : pairs) {
            costs[pair.task() * all + pair.agent()] = pair.cost();
        }
        return new DenseProblem(costs, sizes, capacities(table, all));
    }

    private long[][] capacities(DenseProblem table, int all) {
        boolean single = table.agents() == all;
        long[][] capacities = new long[table.resources()][all];
        for (int resource = 0; resource < capacities.length; resource++) {
            for (int agent = 0; agent < all; agent++) {
                capacities[resource][agent] = table.capacity(single ? agent : kind(agent), resource);
            }
        }
        return capacities;
    }

    private ClassedProblem.Exceptions exceptions() {
        int[] starts = new int[tasks.size() + 1];
        for (Pair pair : pairs) {
            starts[pair.task() + 1]++;
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        int[] ofAgents = pairs.stream().mapToInt(Pair::agent).toArray();
        int[] costs = pairs.stream().mapToInt(Pair::cost).toArray();
        return new ClassedProblem.Exceptions(starts, ofAgents, costs);
    }

    /** The kind of an agent; that of the agent for what is left out is the last. */
    private int kind(int agent) {
        return agent < agents.size() ? agents.group(agent) : agents.groups();
    }

    /** The same rows with room behind each for the agent of what is left out, which costs and takes nothing. */
    private int[] widened(int[] rows, int width) {
        int[] wide = new int[tasks.groups() * width];
        int narrow = agents.groups();
        for (int row = 0; row < tasks.groups(); row++) {
            System.arraycopy(rows, row * narrow, wide, row * width, narrow);
        }
        return wide;
    }

    /** The same capacities, and no end of room behind them. */
    private static long[] widened(long[] capacities, int width) {
        long[] wide = filled(width, Problem.ENDLESS);
        System.arraycopy(capacities, 0, wide, 0, capacities.length);
        return wide;
    }

    private static long[] filled(int length, long value) {
        long[] filled = new long[length];
        Arrays.fill(filled, value);
        return filled;
    }
}
