package io.berth.core.plan.preempt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cheapest of some things that are so large together, for each size up to the largest (a knapsack, by sizes). */
final class Filling {
    private final int[] sizes;
    private final long[] least;
    private final boolean[][] takes;

    /**
     * Of things with {@code sizes} and {@code costs}.
     *
     * @param most the largest size that is asked for
     */
    Filling(int[] sizes, long[] costs, int most) {
        this.sizes = sizes;
        this.least = new long[most + 1];
        this.takes = new boolean[sizes.length][most + 1];
        Arrays.fill(least, 1, most + 1, Long.MAX_VALUE);
        for (int i = 0; i < sizes.length; i++) {
            for (int size = most; sizes[i] > 0 && size > 0; size--) {
                long before = least[StrictMath.max(0, size - sizes[i])];
                if (before != Long.MAX_VALUE && before + costs[i] < least[size]) {
                    least[size] = before + costs[i];
                    takes[i][size] = true;
                }
            }
        }
    }

    /** The numbers of those that are {@code wanted} large together; empty where all are not. */
    List<Integer> cheapest(int wanted) {
        List<Integer> taken = new ArrayList<>();
        int size = least[wanted] == Long.MAX_VALUE ? 0 : wanted;
        for (int i = sizes.length - 1; i >= 0 && size > 0; i--) {
            if (takes[i][size]) {
                taken.add(i);
                size = StrictMath.max(0, size - sizes[i]);
            }
        }
        return taken;
    }
}
