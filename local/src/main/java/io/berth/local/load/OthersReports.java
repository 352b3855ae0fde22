package io.berth.local.load;

import io.berth.core.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * Which measurements of what others use are worth an event: those that differ from the last by half a CPU or by 256 MiB, rounded to
 * such steps. A quiet machine so writes nothing, a busy one at most one record of about ten bytes for each window.
 */
public final class OthersReports {
    /** Half a CPU. */
    static final long CPU_STEP_MILLI = 500;

    /** 256 MiB. */
    static final long MEMORY_STEP_BYTES = 256L << 20;

    private final int node;
    private long cpuMilli;
    private long memoryBytes;

    /** @param node the number of this machine */
    public OthersReports(int node) {
        this.node = node;
    }

    /** The event of {@code usage}; null where it is as it was. */
    public Event.@Nullable UsageObserved of(ProcessUsage usage) {
        boolean other = Math.abs(usage.cpuMilli() - cpuMilli) >= CPU_STEP_MILLI
                || Math.abs(usage.memoryBytes() - memoryBytes) >= MEMORY_STEP_BYTES;
        if (!other) {
            return null;
        }
        cpuMilli = nearest(usage.cpuMilli(), CPU_STEP_MILLI);
        memoryBytes = nearest(usage.memoryBytes(), MEMORY_STEP_BYTES);
        return new Event.UsageObserved(node, cpuMilli, memoryBytes);
    }

    private static long nearest(long amount, long step) {
        return (amount + step / 2) / step * step;
    }
}
