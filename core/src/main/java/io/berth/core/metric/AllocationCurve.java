package io.berth.core.metric;

import java.util.Arrays;
import java.util.SortedMap;

/**
 * How much of the GPU capacity is allocated when so much was asked for: for each whole per cent of capacity arrived, the mean
 * of the allocated per cent after each arrival that fell into it.
 *
 * <p>Source: the allocation figures of Weng et al., Beware of Fragmentation, USENIX ATC 2023, Fig. 9, binned as its artifact
 * does.
 */
public final class AllocationCurve {
    /** Beyond this the curve says nothing more. */
    private static final int MAX_PCT = 1000;

    private static final int STEP_PCT = 5;

    private double[] sums = new double[256];
    private int[] counts = new int[256];
    private long arrivedMilli;

    /** A job arrived and was decided on; amounts in thousandths of a GPU. */
    void arrived(long jobMilli, long allocatedMilli, long totalMilli) {
        arrivedMilli += jobMilli;
        if (totalMilli == 0) {
            return;
        }
        long pct = StrictMath.round((double) arrivedMilli / totalMilli * 100);
        if (pct > MAX_PCT) {
            return;
        }
        if (pct >= sums.length) {
            sums = Arrays.copyOf(sums, MAX_PCT + 1);
            counts = Arrays.copyOf(counts, MAX_PCT + 1);
        }
        sums[(int) pct] += 100.0 * allocatedMilli / totalMilli;
        counts[(int) pct]++;
    }

    /** The allocated per cent at {@code arrivedPct}; NaN where no arrival fell there. */
    public double at(int arrivedPct) {
        return arrivedPct >= sums.length || counts[arrivedPct] == 0
                ? Double.NaN
                : sums[arrivedPct] / counts[arrivedPct];
    }

    /** Adds {@code gpu_allocation_pct_at_arrived_N} for every fifth per cent that was reached. */
    void figures(SortedMap<String, Double> figures) {
        for (int pct = STEP_PCT; pct < sums.length; pct += STEP_PCT) {
            if (counts[pct] > 0) {
                figures.put("gpu_allocation_pct_at_arrived_" + pct, at(pct));
            }
        }
    }
}
