package io.berth.console.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node did in a stretch of time, means over it; a figure that was not measured is null.
 *
 * @param time when the stretch ended, UTC, ISO 8601
 * @param cpuPercent of all CPUs together, 0 to 100
 * @param memoryUsedBytes memory that could not be had
 * @param diskBytesPerSecond read and written, all disks
 * @param networkBytesPerSecond received and sent, all cards
 * @param gpus by number, those of which anything was measured
 */
public record NodeLoad(
        String time,
        @Nullable Double cpuPercent,
        @Nullable Double memoryUsedBytes,
        @Nullable Double diskBytesPerSecond,
        @Nullable Double networkBytesPerSecond,
        List<GpuLoad> gpus) {
    public NodeLoad {
        gpus = List.copyOf(gpus);
    }

    /**
     * What a GPU did.
     *
     * @param gpu its number on the node, as places name it
     * @param busyPercent share of the time in which some kernel ran
     * @param memoryUsedBytes of its memory, by whomever
     */
    public record GpuLoad(
            int gpu, @Nullable Double busyPercent, @Nullable Double memoryUsedBytes) {}
}
