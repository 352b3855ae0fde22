package io.berth.optimize.bound;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Small classed problems of all kinds, their dense forms, and their optima by trying all. */
final class SmallClasses {
    private SmallClasses() {}

    /** Some with several resources, forbidden pairs, exceptions that cost more or less, and a free last agent with endless room. */
    static ClassedProblem draw(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int tasks = 1 + random.nextInt(6);
        int agents = 1 + random.nextInt(4);
        int resources = 1 + random.nextInt(3);
        int taskClasses = 1 + random.nextInt(3);
        boolean free = random.nextBoolean();
        int agentClasses = 1 + random.nextInt(3) + (free ? 1 : 0);
        int[] costs = new int[taskClasses * agentClasses];
        int[][] sizes = new int[resources][costs.length];
        for (int at = 0; at < costs.length; at++) {
            costs[at] = random.nextInt(5) == 0 ? Problem.FORBIDDEN : random.nextInt(-20, 40);
            for (int[] each : sizes) {
                each[at] = random.nextInt(10);
            }
            if (free && at % agentClasses == agentClasses - 1) {
                costs[at] = 0;
            }
        }
        int[] ofTasks = random.ints(tasks, 0, taskClasses).toArray();
        int[] ofAgents = random.ints(agents, 0, agentClasses - (free ? 1 : 0)).toArray();
        long[][] room = new long[resources][agents];
        for (long[] each : room) {
            Arrays.setAll(each, _ -> random.nextInt(6 * tasks));
        }
        if (free) {
            ofAgents[agents - 1] = agentClasses - 1;
            Arrays.stream(room).forEach(each -> each[agents - 1] = Problem.ENDLESS);
        }
        return new ClassedProblem(
                new ClassedProblem.Classes(ofTasks, ofAgents),
                new DenseProblem(costs, sizes, new long[resources][agentClasses]),
                room,
                exceptions(tasks, agents, random));
    }

    private static ClassedProblem.Exceptions exceptions(int tasks, int agents, SplittableRandom random) {
        int[] starts = new int[tasks + 1];
        int[] who = new int[tasks * agents];
        int[] costs = new int[tasks * agents];
        int end = 0;
        for (int task = 0; task < tasks; task++) {
            for (int agent = 0; agent < agents; agent++) {
                if (random.nextInt(3) == 0) {
                    who[end] = agent;
                    costs[end++] = random.nextInt(8) == 0 ? Problem.FORBIDDEN : random.nextInt(-30, 50);
                }
            }
            starts[task + 1] = end;
        }
        return new ClassedProblem.Exceptions(starts, Arrays.copyOf(who, end), Arrays.copyOf(costs, end));
    }

    /** The same problem with every pair written down. */
    static DenseProblem dense(Problem problem) {
        int agents = problem.agents();
        int[] costs = new int[problem.tasks() * agents];
        int[][] sizes = new int[problem.resources()][costs.length];
        long[][] room = new long[problem.resources()][agents];
        for (int at = 0; at < costs.length; at++) {
            costs[at] = problem.cost(at / agents, at % agents);
            for (int resource = 0; resource < sizes.length; resource++) {
                sizes[resource][at] = problem.size(at / agents, at % agents, resource);
                room[resource][at % agents] = problem.capacity(at % agents, resource);
            }
        }
        return new DenseProblem(costs, sizes, room);
    }

    /** The lowest cost of all assignments; {@link Long#MAX_VALUE} where there is none. */
    static long optimum(Problem problem) {
        return optimum(problem, 0, new long[problem.agents() * problem.resources()]);
    }

    private static long optimum(Problem problem, int task, long[] used) {
        if (task == problem.tasks()) {
            return 0;
        }
        long best = Long.MAX_VALUE;
        for (int agent = 0; agent < problem.agents(); agent++) {
            if (problem.cost(task, agent) != Problem.FORBIDDEN) {
                use(problem, task, agent, used, 1);
                long rest = fits(problem, agent, used) ? optimum(problem, task + 1, used) : Long.MAX_VALUE;
                use(problem, task, agent, used, -1);
                best = rest == Long.MAX_VALUE ? best : Math.min(best, rest + problem.cost(task, agent));
            }
        }
        return best;
    }

    private static void use(Problem problem, int task, int agent, long[] used, int sign) {
        for (int resource = 0; resource < problem.resources(); resource++) {
            used[agent * problem.resources() + resource] += (long) sign * problem.size(task, agent, resource);
        }
    }

    private static boolean fits(Problem problem, int agent, long[] used) {
        boolean fits = true;
        for (int resource = 0; resource < problem.resources(); resource++) {
            fits &= used[agent * problem.resources() + resource] <= problem.capacity(agent, resource);
        }
        return fits;
    }
}
