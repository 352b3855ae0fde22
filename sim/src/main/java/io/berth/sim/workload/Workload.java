package io.berth.sim.workload;

import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Nanos;
import io.berth.spec.scenario.ServiceUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a run in the order of their submission: by instant, and in list order within one.
 *
 * <p>It can be iterated again and gives the same arrivals each time. Arrivals are made as they are asked for, so that a
 * workload of a million jobs is never in memory at once.
 */
public interface Workload extends Iterable<Arrival> {
    /** {@link #size()} of a workload without an end. */
    long ENDLESS = -1;

    /** The instant a workload without a calendar begins: 2026-01-01T00:00:00Z. */
    long START_NANOS = 1_767_225_600L * Nanos.SECOND;

    /** How many jobs arrive; {@link #ENDLESS} for a workload without an end. */
    long size();

    /**
     * How often each demand of one task is asked for, by count, the largest first; equal counts in the order of first
     * appearance. Counts are relative where the workload has no end.
     */
    List<DemandCount> mix();

    /** True where it is known what jobs really use, so that nodes can be measured. */
    default boolean measured() {
        return false;
    }

    /** What job {@code index} of it, from 0, really uses of what it asks for. */
    default JobUse use(long index) {
        return JobUse.ALL;
    }

    /** How busy those of its jobs are that are not of best effort, as services; null where they are none. */
    default @Nullable ServiceUse services() {
        return null;
    }

    /** What happens beside its submissions, in its order; mostly nothing. */
    default List<Happening> happenings() {
        return List.of();
    }
}
