package io.berth.optimize.sample;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.SplittableRandom;

/** Problems small enough to try every assignment, of every kind: see {@link #draw}. */
public final class SmallProblems {
    private SmallProblems() {}

    /**
     * Up to six tasks and four agents, one to three resources, with forbidden pairs, costs below zero, sizes and capacities of zero,
     * large numbers, too little room for all, and tasks that may be left undone.
     */
    public static DenseProblem draw(SplittableRandom random) {
        int tasks = random.nextInt(1, 7);
        int agents = random.nextInt(1, 5);
        int resources = random.nextInt(3) > 0 ? 1 : random.nextInt(2, 4);
        boolean optional = random.nextInt(3) == 0;
        int factor = random.nextInt(8) == 0 ? 50_000_000 : 1;
        int width = agents + (optional ? 1 : 0);
        int[] costs = new int[tasks * width];
        int[][] sizes = new int[resources][costs.length];
        long[][] capacities = new long[resources][width];
        int lowest = random.nextInt(2) == 0 ? -20 : 0;
        int forbidden = random.nextInt(2) == 0 ? 0 : 20;
        for (int at = 0; at < costs.length; at++) {
            boolean undone = optional && at % width == agents;
            costs[at] = undone ? 0 : factor * random.nextInt(lowest, 21);
            costs[at] = !undone && random.nextInt(100) < forbidden ? Problem.FORBIDDEN : costs[at];
            for (int resource = 0; resource < resources; resource++) {
                sizes[resource][at] = undone ? 0 : factor * random.nextInt(11);
            }
        }
        int most = random.nextInt(5, 40);
        for (int at = 0; at < resources * width; at++) {
            boolean endless = optional && at % width == agents || random.nextInt(20) == 0;
            capacities[at / width][at % width] = endless ? Problem.ENDLESS : (long) factor * random.nextInt(most);
        }
        return new DenseProblem(costs, sizes, capacities);
    }

    /** What the cheapest assignment costs, found by trying all; {@link Long#MAX_VALUE} where there is none. */
    public static long optimum(DenseProblem problem) {
        long[][] left = new long[problem.agents()][problem.resources()];
        for (int agent = 0; agent < left.length; agent++) {
            for (int resource = 0; resource < left[agent].length; resource++) {
                left[agent][resource] = problem.capacity(agent, resource);
            }
        }
        return cheapest(problem, 0, left);
    }

    private static long cheapest(DenseProblem problem, int task, long[][] left) {
        if (task == problem.tasks()) {
            return 0;
        }
        long best = Long.MAX_VALUE;
        for (int agent = 0; agent < left.length; agent++) {
            if (problem.cost(task, agent) != Problem.FORBIDDEN) {
                use(problem, task, left[agent], agent, 1);
                long rest = fits(left[agent]) ? cheapest(problem, task + 1, left) : Long.MAX_VALUE;
                best = rest == Long.MAX_VALUE ? best : Math.min(best, rest + problem.cost(task, agent));
                use(problem, task, left[agent], agent, -1);
            }
        }
        return best;
    }

    private static void use(DenseProblem problem, int task, long[] left, int agent, int sign) {
        for (int resource = 0; resource < left.length; resource++) {
            left[resource] -= (long) sign * problem.size(task, agent, resource);
        }
    }

    private static boolean fits(long[] left) {
        for (long room : left) {
            if (room < 0) {
                return false;
            }
        }
        return true;
    }
}
