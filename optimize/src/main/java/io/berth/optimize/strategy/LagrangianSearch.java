package io.berth.optimize.strategy;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Plans by the Lagrangian dual of the window. {@link DualSolver} gets each task as a task of its own and each node with its GPUs
 * pooled, or none at no worth: whatever keeps gangs whole and devices apart keeps to that as well, so its bound holds. Its
 * assignment is repaired: jobs whose tasks all fit where it has them stay there, the others go where they are worth most.
 */
final class LagrangianSearch {
    /** Of the work that is left, so much is for the dual; it may end a little later than it is told to. */
    private static final double SHARE = 0.75;

    /** A dual of fewer looks at each pair ends before it has prices. */
    private static final long LOOKS = 40;

    private static final int SEED = 1;

    private final WindowProblem window;
    private final int[] firstTask;
    private final int[] jobOf;
    private final int[] nodes;
    private final TreeMap<Integer, Integer> agentOf = new TreeMap<>();

    private LagrangianSearch(Trial trial, WindowProblem window) {
        this.window = window;
        this.firstTask = new int[trial.size() + 1];
        for (int job = 0; job < trial.size(); job++) {
            firstTask[job + 1] = firstTask[job] + trial.job(job).tasks();
            window.options(job).forEach(option -> agentOf.putIfAbsent(option.node(), agentOf.size()));
        }
        this.jobOf = new int[firstTask[trial.size()]];
        for (int job = 0; job < trial.size(); job++) {
            Arrays.fill(jobOf, firstTask[job], firstTask[job + 1], job);
        }
        this.nodes = new int[agentOf.size()];
        agentOf.forEach((node, agent) -> nodes[agent] = node);
    }

    /** Offers {@code plans} what comes of the dual; gives a bound of their worth, {@link Long#MAX_VALUE} where work was too little. */
    static long improve(Trial trial, WindowProblem window, Packing plans) {
        LagrangianSearch search = new LagrangianSearch(trial, window);
        long pairs = (long) search.jobOf.length * (search.nodes.length + 1);
        long work = (long) (SHARE * trial.left());
        if (pairs == 0 || LOOKS * pairs > work) {
            return Long.MAX_VALUE;
        }
        Effort effort = new Effort(SEED, 1, work, 0, () -> false);
        Answer answer = new DualSolver().solve(search.relaxed(), effort, Watcher.NONE);
        trial.spend(answer.work());
        int[] agents = answer.agents();
        if (agents != null) {
            plans.offer((job, task) -> search.wish(job, agents[search.firstTask[job] + task]));
        }
        return answer.bound() == Long.MIN_VALUE ? Long.MAX_VALUE : -answer.bound();
    }

    private List<Option> wish(int job, int agent) {
        return agent == nodes.length
                ? List.of()
                : window.options(job).stream()
                        .filter(option -> option.node() == nodes[agent])
                        .toList();
    }

    /** The tasks of the window on its nodes, and the last agent for those that are left out. */
    private DenseProblem relaxed() {
        int agents = nodes.length + 1;
        int[] costs = new int[jobOf.length * agents];
        Arrays.fill(costs, Problem.FORBIDDEN);
        for (int task = 0; task < jobOf.length; task++) {
            costs[task * agents + nodes.length] = 0;
            for (Option option : window.options(jobOf[task])) {
                int at = task * agents + agent(option.node());
                long cost = StrictMath.clamp(-option.worth(), -Problem.LARGEST, Problem.LARGEST);
                costs[at] = (int) StrictMath.min(costs[at], cost);
            }
        }
        List<int[]> sizes = new ArrayList<>();
        List<long[]> capacities = new ArrayList<>();
        for (Room room : Room.values()) {
            limit(room, sizes, capacities);
        }
        return new DenseProblem(costs, sizes.toArray(int[][]::new), capacities.toArray(long[][]::new));
    }

    /** Adds a resource; in a unit so coarse that sizes are in range, both rounded down: what fitted before fits. */
    private void limit(Room room, List<int[]> sizes, List<long[]> capacities) {
        long largest = 0;
        long together = 0;
        for (int job : jobOf) {
            long asked = room.asked(window.shape(job).demand());
            largest = StrictMath.max(largest, asked);
            together += StrictMath.min(asked, Problem.ENDLESS / jobOf.length);
        }
        long[] capacity = new long[nodes.length + 1];
        capacity[nodes.length] = Problem.ENDLESS;
        boolean tight = false;
        int shift = 0;
        while (largest >> shift > Problem.LARGEST) {
            shift++;
        }
        for (int agent = 0; agent < nodes.length; agent++) {
            long free = room.free(window.nodes(), nodes[agent]);
            tight |= free < together;
            capacity[agent] = StrictMath.min(free >> shift, Problem.ENDLESS);
        }
        // One resource there must be; the number of tasks is as good as any.
        if (!tight && room != Room.TASKS) {
            return;
        }
        int[] size = new int[jobOf.length * capacity.length];
        for (int task = 0; task < jobOf.length; task++) {
            int asked = (int) (room.asked(window.shape(jobOf[task]).demand()) >> shift);
            Arrays.fill(size, task * capacity.length, (task + 1) * capacity.length, asked);
        }
        sizes.add(size);
        capacities.add(capacity);
    }

    private int agent(int node) {
        Integer agent = agentOf.get(node);
        if (agent == null) {
            throw new IllegalArgumentException("No option has node (" + node + ").");
        }
        return agent;
    }
}
