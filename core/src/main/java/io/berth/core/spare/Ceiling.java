package io.berth.core.spare;

import io.berth.core.cluster.spare.Amount.Part;

/**
 * Up to which part of a node all tasks together may be taken to use it before best-effort tasks stand back; per cent.
 *
 * <p>A best-effort task comes up to {@link #COMES} and stays up to {@link #STAYS}, so that what is measured may go to and fro by the margin
 * between them and nobody is stopped. CPU and memory: Koordinator's {@code cpuReclaimThresholdPercent} and {@code
 * memoryReclaimThresholdPercent}. Of devices nobody publishes any: engines may be busy nearly all the time, memory that is short ends tasks.
 */
enum Ceiling {
    COMES(60, 65, 90, 85),
    STAYS(70, 75, 100, 95);

    private static final long WHOLE = 100;

    private final int[] byPart;

    Ceiling(int cpu, int memory, int engine, int deviceMemory) {
        this.byPart = new int[] {cpu, memory, engine, deviceMemory};
    }

    /** That part of {@code total}. */
    long of(Part part, long total) {
        int percent = byPart[part.ordinal()];
        return total / WHOLE * percent + total % WHOLE * percent / WHOLE;
    }
}
