package io.berth.optimize.dual;

import org.jspecify.annotations.Nullable;

/**
 * What all lanes know at the beginning of a round; it does not change during one.
 *
 * @param value what the best assignment costs; {@link Long#MAX_VALUE} without one
 * @param agents that assignment; null without
 * @param others good assignments besides, of different lanes
 * @param bound no assignment costs less
 * @param prices of tasks, and what knapsacks choose at them
 */
record Board(long value, int @Nullable [] agents, int[][] others, long bound, Prices prices) {
    /**
     * What the dual of assignment has come to.
     *
     * @param ofTasks the best so far, in cost units
     * @param choice what knapsacks chose lately: the cheapest agent of each task, -1 where none took it; empty before
     */
    record Prices(double[] ofTasks, int[] choice) {}

    double[] taskPrices() {
        return prices.ofTasks();
    }

    int[] choice() {
        return prices.choice();
    }

    /** What a bound is expected to reach: the best assignment, or a little above. */
    double target() {
        return value == Long.MAX_VALUE ? (double) bound + 0.01 * Math.abs((double) bound) + 1 : (double) value;
    }
}
