package io.berth.local.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * This machine by OSHI. Making one loads OSHI and its native parts, about half a second: never on a thread that somebody
 * waits for.
 */
public final class OshiMeter implements HostMeter {
    /** What stands on other disks and cards, whose bytes would be counted twice, or is memory. */
    private static final Pattern VIRTUAL_DISK = Pattern.compile("/dev/(dm-|md|loop|ram|zram).*");

    private static final Pattern VIRTUAL_NETWORK = Pattern.compile("(veth|docker|br-|virbr|cni|flannel|cali|tap).*");

    private static final String CGROUP_V2 = "0::";

    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final HardwareAbstractionLayer hardware;
    private final OperatingSystem system;

    public OshiMeter() {
        SystemInfo info = new SystemInfo();
        hardware = info.getHardware();
        processor = hardware.getProcessor();
        memory = hardware.getMemory();
        system = info.getOperatingSystem();
    }

    @Override
    public HostReading read() {
        long[] ticks = processor.getSystemCpuLoadTicks();
        long total = 0;
        for (long each : ticks) {
            total += each;
        }
        long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
        return new HostReading(
                total - idle, total, (double) (memory.getTotal() - memory.getAvailable()), diskBytes(), networkBytes());
    }

    private long diskBytes() {
        long bytes = 0;
        for (HWDiskStore disk : hardware.getDiskStores()) {
            bytes += VIRTUAL_DISK.matcher(disk.getName()).matches() ? 0 : disk.getReadBytes() + disk.getWriteBytes();
        }
        return bytes;
    }

    private long networkBytes() {
        long bytes = 0;
        for (NetworkIF card : hardware.getNetworkIFs()) {
            bytes += VIRTUAL_NETWORK.matcher(card.getName()).matches() ? 0 : card.getBytesRecv() + card.getBytesSent();
        }
        return bytes;
    }

    @Override
    public List<ProcessReading> processes() {
        return system.getProcesses(null, null, 0).stream()
                .map(OshiMeter::reading)
                .toList();
    }

    private static ProcessReading reading(OSProcess process) {
        return new ProcessReading(
                process.getProcessID(),
                process.getParentProcessID(),
                process.getStartTime(),
                cgroup(process.getProcessID()),
                process.getKernelTime() + process.getUserTime(),
                process.getResidentMemory());
    }

    /** The control group of version 2, from {@code cgroups(7)}; empty on other systems and for a process that ended. */
    private static String cgroup(int pid) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "cgroup")).stream()
                    .filter(line -> line.startsWith(CGROUP_V2))
                    .map(line -> line.substring(CGROUP_V2.length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
