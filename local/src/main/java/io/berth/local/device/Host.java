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
 * @param disk what the file system of the tasks has
 * @param networkBytesPerSecond what its links carry; 0 where unknown, then no task may ask for it
 */
public record Host(long cpuMilli, long memoryBytes, Disk disk, long networkBytesPerSecond) {
    private static final int MILLI = 1000;

    /**
     * A disk. What is measured differs from hour to hour; what was declared is another machine where it is another.
     *
     * @param bytes what it can still take; 0 where unknown, then no task may ask for it
     * @param ioBytesPerSecond its bandwidth, likewise
     * @param bytesDeclared true where somebody said how much it takes
     * @param ioDeclared true where somebody said its bandwidth, if only by not having it measured
     */
    public record Disk(long bytes, long ioBytesPerSecond, boolean bytesDeclared, boolean ioDeclared) {
        /** A disk that can still take {@code bytes}, as measured; its bandwidth is not offered. */
        public static Disk measured(long bytes) {
            return new Disk(bytes, 0, false, true);
        }

        /** The same with room that was declared. */
        public Disk declaring(long declaredBytes) {
            return new Disk(declaredBytes, ioBytesPerSecond, true, ioDeclared);
        }

        /**
         * The same with a bandwidth.
         *
         * @param declared false where it was measured
         */
        public Disk carrying(long newIoBytesPerSecond, boolean declared) {
            return new Disk(bytes, newIoBytesPerSecond, bytesDeclared, declared);
        }
    }

    /** This machine, with the disk under {@code folder} and the links that the kernel tells of. */
    public static Host here(Path folder) {
        long cpus = Runtime.getRuntime().availableProcessors();
        long memoryBytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Host(
                cpus * MILLI,
                memoryBytes,
                Disk.measured(usableBytes(folder)),
                NetworkLinks.bytesPerSecond(NetworkLinks.OF_THE_SYSTEM));
    }

    /** The same with another disk. */
    public Host with(Disk other) {
        return new Host(cpuMilli, memoryBytes, other, networkBytesPerSecond);
    }

    /** The same with another network. */
    public Host withNetwork(long bytesPerSecond) {
        return new Host(cpuMilli, memoryBytes, disk, bytesPerSecond);
    }

    private static long usableBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }
}
