package io.berth.local.device;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a machine has besides accelerators, as far as this process may use it: a container's limits count.
 *
 * @param cpuMilli thousandths of a CPU
 * @param memoryBytes memory
 * @param diskBytes what the folder of the tasks can still take; 0 where unknown
 */
public record Host(long cpuMilli, long memoryBytes, long diskBytes) {
    private static final int MILLI = 1000;

    /** This machine, with the disk under {@code folder}. */
    public static Host here(Path folder) {
        long cpus = Runtime.getRuntime().availableProcessors();
        long memoryBytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Host(cpus * MILLI, memoryBytes, usableBytes(folder));
    }

    private static long usableBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }
}
