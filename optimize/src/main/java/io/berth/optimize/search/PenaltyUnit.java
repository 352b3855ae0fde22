package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;

/** What a unit of room costs about: the scale of penalties. */
final class PenaltyUnit {
    private PenaltyUnit() {}

    /** The spread of costs for a mean size of a resource; above 0. */
    static double of(DenseProblem problem, int resource) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        double sizes = 0;
        int[] costs = problem.costs();
        int[] each = problem.sizes(resource);
        for (int at = 0; at < costs.length; at++) {
            if (costs[at] != Problem.FORBIDDEN) {
                least = Math.min(least, costs[at]);
                most = Math.max(most, costs[at]);
            }
            sizes += each[at];
        }
        double spread = Math.max(1, most - least);
        return spread / Math.max(1, sizes / Math.max(1, costs.length));
    }
}
