package io.berth.core.policy;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;

/** What published orders are computed from, in their units, and their scores as keys. */
public final class SortKey {
    private SortKey() {}

    /** A key that sorts as {@code score} does; a score that is no number goes first. */
    public static long of(double score) {
        if (Double.isNaN(score)) {
            return Long.MIN_VALUE;
        }
        long bits = Double.doubleToLongBits(score + 0.0);
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    /** How many processors the job asks for: GPUs, or CPUs where it asks for no GPU. */
    public static double processors(JobSpec spec) {
        long milli = spec.total(spec.needsDevices() ? Demand::totalGpuMilli : Demand::cpuMilli);
        return milli / 1000.0;
    }

    /** The time over which the job would hold all its processors, in processor nanoseconds. */
    public static double area(JobSpec spec, long nanos) {
        return nanos == Nanos.NEVER ? Double.POSITIVE_INFINITY : nanos * processors(spec);
    }
}
