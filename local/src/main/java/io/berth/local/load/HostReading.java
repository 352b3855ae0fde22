package io.berth.local.load;

/**
 * The counters of a machine at one moment. Those that only grow say something by their difference.
 *
 * @param cpuBusyTicks time that all CPUs together worked, waiting for disks not counted; any unit
 * @param cpuTotalTicks time of all CPUs together, in the same unit
 * @param memoryUsedBytes memory that could not be had now
 * @param diskBytes read from and written to all disks
 * @param networkBytes received and sent by all network cards
 */
public record HostReading(
        long cpuBusyTicks, long cpuTotalTicks, double memoryUsedBytes, long diskBytes, long networkBytes) {}
