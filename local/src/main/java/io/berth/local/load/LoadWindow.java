package io.berth.local.load;

import java.util.List;

/**
 * What a machine did in a stretch of time.
 *
 * @param beginNanos when it began, UTC nanoseconds
 * @param endNanos when it ended, likewise
 * @param cpuBusyPercent of all CPUs together, 0 to 100
 * @param memoryUsedBytes memory that could not be had
 * @param diskBytesPerSecond read and written, all disks
 * @param networkBytesPerSecond received and sent, all cards
 * @param processes who used what
 * @param devices by vendor and index; those that gave at least one reading
 */
public record LoadWindow(
        long beginNanos,
        long endNanos,
        Figure cpuBusyPercent,
        Figure memoryUsedBytes,
        Figure diskBytesPerSecond,
        Figure networkBytesPerSecond,
        ProcessUses processes,
        List<DeviceLoad> devices) {
    public LoadWindow {
        devices = List.copyOf(devices);
    }
}
