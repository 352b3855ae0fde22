package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Estimate;
import io.berth.core.cluster.load.Use;

/**
 * What a task is expected to use, or what it used as far as that was told.
 *
 * @param mean in the mean
 * @param most at most; of a task that was not measured, what 95 of 100 tasks like it did not go beyond
 */
public record Expected(Use mean, Use most) {
    private static final double WHOLE = 1000;

    /** What is so many thousandths of {@link #basis}; where that is not {@code sure}, at most no less than {@link Estimate#KOORDINATOR} says. */
    static Expected of(Use asked, long[] meanMilli, long[] mostMilli, boolean sure) {
        Use most = parts(asked, mostMilli);
        return new Expected(parts(asked, meanMilli), sure ? most : most.max(Estimate.KOORDINATOR.of(asked)));
    }

    private static Use parts(Use asked, long[] milli) {
        long[] of = basis(asked);
        return new Use(part(of[0], milli[0]), part(of[1], milli[1]), part(of[2], milli[2]));
    }

    private static long part(long of, long milli) {
        return StrictMath.round(of * (milli / WHOLE));
    }

    /** What uses are parts of, by resource: what is asked for, and where nothing is, what the published rules take such a task to use. */
    static long[] basis(Use asked) {
        return new long[] {
            asked.cpuMilli() == 0 ? Estimate.UNASKED_CPU_MILLI : asked.cpuMilli(),
            asked.memoryBytes() == 0 ? Estimate.UNASKED_MEMORY_BYTES : asked.memoryBytes(),
            asked.gpuMilli()
        };
    }
}
