package io.berth.optimize.bound.room;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;

/** How finely prices of a problem are counted so that all sums fit into 64 bits. */
final class Parts {
    /** Finer than this, rounding of multipliers costs less than a thousandth of a cost unit in all bounds seen. */
    private static final long FINEST = 1L << 10;

    /** Sums stay below this. */
    private static final long LIMIT = 1L << 61;

    private Parts() {}

    /** A power of two: the number of parts of a cost unit. */
    static long scale(DenseProblem problem) {
        long pairs = (long) problem.tasks() * (problem.agents() + 1) + 1;
        long largest = LIMIT / pairs / 4 / Math.max(1, largestCost(problem));
        return Math.max(1, Math.min(FINEST, Long.highestOneBit(Math.max(1, largest))));
    }

    /** The largest price of a task whose sums over all pairs stay exact. */
    static long highestPrice(DenseProblem problem) {
        return LIMIT / ((long) problem.tasks() * (problem.agents() + 1) + 1) / 2;
    }

    /** The largest price of room whose products with all sizes and with the room there is stay exact. */
    static long highestRoomPrice(DenseProblem problem, int resource, long room) {
        int largest = 1;
        for (int size : problem.sizes(resource)) {
            largest = Math.max(largest, size);
        }
        long all = Math.max(room, (long) largest * problem.tasks());
        return Math.max(0, LIMIT / 2 / Math.max(1, all) / problem.agents() / problem.resources());
    }

    static long largestCost(DenseProblem problem) {
        long largest = 0;
        for (int cost : problem.costs()) {
            if (cost != Problem.FORBIDDEN) {
                largest = Math.max(largest, Math.abs((long) cost));
            }
        }
        return largest;
    }
}
