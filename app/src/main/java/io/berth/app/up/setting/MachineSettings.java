package io.berth.app.up.setting;

import io.berth.local.device.Host;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.function.LongSupplier;

/**
 * The keys of {@code machine:} in the file of {@code berth up}: what jobs may take of this machine where nothing tells it.
 *
 * @param diskBytes of its disk; {@link #AS_FOUND} for what is free
 * @param diskIoBytesPerSecond of its bandwidth; 0 for none
 * @param measureDiskIo true where that is measured at the start
 * @param networkBytesPerSecond of its network; {@link #AS_FOUND} for what its links carry
 */
public record MachineSettings(
        long diskBytes, long diskIoBytesPerSecond, boolean measureDiskIo, long networkBytesPerSecond) {
    static final long AS_FOUND = -1;

    /** Nothing was said. */
    static final MachineSettings STANDARD = new MachineSettings(AS_FOUND, 0, false, AS_FOUND);

    static final Section SECTION = Section.of(
            "machine",
            "What jobs may take of this machine, where they ask for disk, disk_io or network; a job that asks for what is"
                    + " not offered is rejected.",
            Key.of(
                            "disk",
                            Shape.of(ValueType.BYTES),
                            "Of the file system of the home; absent: what is free there when Berth first starts, but for"
                                    + " what disk.needed keeps free.")
                    .example("500Gi"),
            Key.of("disk_io", Shape.of(ValueType.BYTES), "Of its bandwidth, a second; 0: it is not offered.")
                    .fallback("0"),
            Key.of(
                            "measure_disk_io",
                            Shape.of(ValueType.FLAG),
                            "Whether that is measured at the start, by writing up to 256 MiB for a second at most; only"
                                    + " where disk_io is 0.")
                    .fallback("false"),
            Key.of(
                            "network",
                            Shape.of(ValueType.BYTES),
                            "Of the network, a second; absent: what the links carry that are up, by what the kernel tells"
                                    + " of their speed; 0: it is not offered.")
                    .example("1250M"));

    /** What {@code tree} says. */
    static MachineSettings read(Tree tree) {
        Fields fields = SECTION.read(tree);
        boolean measures = fields.flag("measure_disk_io");
        if (measures && fields.bytes("disk_io") > 0) {
            throw InputException.at(
                    fields.value("measure_disk_io"), "measure_disk_io: does not go with disk_io, which says the speed");
        }
        return new MachineSettings(
                fields.has("disk") ? fields.bytes("disk") : AS_FOUND,
                fields.bytes("disk_io"),
                measures,
                fields.has("network") ? fields.bytes("network") : AS_FOUND);
    }

    /**
     * {@code found} as it is offered to jobs.
     *
     * @param keptBytes what stays free of the disk where nobody said how much of it is offered
     * @param diskIo measures the bandwidth, bytes a second; asked only where it is to be measured
     */
    public Host offered(Host found, long keptBytes, LongSupplier diskIo) {
        Host.Disk disk = found.disk();
        disk = diskBytes == AS_FOUND
                ? Host.Disk.measured(Math.max(0, disk.bytes() - keptBytes))
                : disk.declaring(diskBytes);
        disk = measureDiskIo ? disk.carrying(diskIo.getAsLong(), false) : disk.carrying(diskIoBytesPerSecond, true);
        Host host = found.with(disk);
        return networkBytesPerSecond == AS_FOUND ? host : host.withNetwork(networkBytesPerSecond);
    }
}
