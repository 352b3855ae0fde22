package io.berth.optimize.exact;

import io.berth.optimize.problem.Problem;
import java.util.Arrays;

/** A problem reduced to the pairs that can matter, in the terms that native solvers take: variables are numbered like its pairs. */
record Model(Problem problem, OpenPairs pairs, WarmStart start) {
    /** The task of a variable. */
    int[] tasks() {
        int[] tasks = new int[pairs.count()];
        for (int task = 0; task < pairs.tasks(); task++) {
            Arrays.fill(tasks, pairs.starts()[task], pairs.starts()[task + 1], task);
        }
        return tasks;
    }

    /** The costs of the variables. */
    long[] costs() {
        long[] costs = new long[pairs.count()];
        for (int task = 0; task < pairs.tasks(); task++) {
            for (int at = pairs.starts()[task]; at < pairs.starts()[task + 1]; at++) {
                costs[at] = problem.cost(task, pairs.agents()[at]);
            }
        }
        return costs;
    }

    /** Whether the assignment that is known holds the pair; false for all where none is known. */
    boolean hinted(int task, int variable) {
        int[] known = start.agents();
        return known != null && known[task] == pairs.agents()[variable];
    }

    boolean hints() {
        return start.agents() != null;
    }

    /** The variables of each agent. */
    int[][] variablesOfAgents() {
        int[] counts = new int[problem.agents()];
        for (int agent : pairs.agents()) {
            counts[agent]++;
        }
        int[][] variables = new int[counts.length][];
        for (int agent = 0; agent < counts.length; agent++) {
            variables[agent] = new int[counts[agent]];
        }
        for (int variable = pairs.count() - 1; variable >= 0; variable--) {
            int agent = pairs.agents()[variable];
            variables[agent][--counts[agent]] = variable;
        }
        return variables;
    }

    /** What the tasks of some variables of an agent take of a resource. */
    long[] sizes(int[] variables, int[] tasks, int agent, int resource) {
        long[] sizes = new long[variables.length];
        for (int each = 0; each < sizes.length; each++) {
            sizes[each] = problem.size(tasks[variables[each]], agent, resource);
        }
        return sizes;
    }

    /** Whether all tasks that may go to an agent fit there together, so that it needs no row. */
    boolean slack(int[] variables, int[] tasks, int agent, int resource) {
        return Arrays.stream(sizes(variables, tasks, agent, resource)).sum() <= problem.capacity(agent, resource);
    }
}
