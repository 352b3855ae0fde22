package io.berth.local.world;

import io.berth.local.device.MigInstance;
import io.berth.local.device.Unit;
import io.berth.local.device.Vendor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which device each bit of a placement means. A file keeps it, since tools may count devices otherwise after a restart while
 * tasks go on that hold them: line {@code i} names the device of bit {@code i}.
 *
 * @param units by bit; null where the device is gone
 */
record DeviceSeats(List<@Nullable Unit> units) {
    private static final String FILE = "devices";

    /**
     * The seats kept in {@code folder}, brought up to date: known devices keep theirs, new ones come behind. Where nothing is held,
     * devices that are alike have seats beside one another, in the order of {@code found}, as the node declares them.
     *
     * @param held true while tasks may hold devices, so that the seat of one that is gone stays empty
     * @param nowNanos the last moment of the state whose placements they are for, UTC nanoseconds: one that was put back from a copy
     *     gets the seats of its time
     */
    static DeviceSeats take(Path folder, List<Unit> found, boolean held, long nowNanos) {
        Path file = folder.resolve(FILE);
        List<String> known = read(inForce(folder, nowNanos));
        Map<String, Unit> there = new LinkedHashMap<>();
        found.forEach(unit -> there.put(name(unit), unit));
        List<String> names = new ArrayList<>();
        for (String name : known) {
            if (held || there.containsKey(name)) {
                names.add(name);
            }
        }
        names.addAll(
                there.keySet().stream().filter(name -> !known.contains(name)).toList());
        if (!held) {
            names.sort(Comparator.comparingInt(name -> firstAlike(there.get(name), found)));
        }
        List<@Nullable Unit> units = new ArrayList<>();
        names.forEach(name -> units.add(there.get(name)));
        if (!names.subList(0, Math.min(names.size(), known.size())).equals(known)) {
            write(folder.resolve(FILE + "-" + nowNanos), known);
        }
        write(file, names);
        return new DeviceSeats(units);
    }

    /** The place in {@code found} of the first device that is as {@code unit}. */
    private static int firstAlike(@Nullable Unit unit, List<Unit> found) {
        int place = 0;
        while (unit != null && place < found.size() && !alike(unit, found.get(place))) {
            place++;
        }
        return place;
    }

    private static boolean alike(Unit one, Unit other) {
        return one.model().equals(other.model())
                && one.memoryBytes() == other.memoryBytes()
                && one.cut() == other.cut()
                && (!one.cut() || one.device().profiles().equals(other.device().profiles()));
    }

    /** The devices whose bits are set in {@code mask}; null where one of them is gone. */
    @Nullable
    List<Unit> held(long mask) {
        List<Unit> held = new ArrayList<>();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int seat = Long.numberOfTrailingZeros(rest);
            @Nullable Unit unit = seat < units.size() ? units.get(seat) : null;
            if (unit == null) {
                return null;
            }
            held.add(unit);
        }
        return held;
    }

    /** The bit of a whole device; -1 where it has none. */
    int of(Vendor vendor, int index) {
        for (int seat = 0; seat < units.size(); seat++) {
            Unit unit = units.get(seat);
            boolean same = unit != null
                    && unit.instance() == null
                    && unit.device().vendor().equals(vendor)
                    && unit.device().index() == index;
            if (same) {
                return seat;
            }
        }
        return -1;
    }

    /** By its own name, wherever it is plugged in; else by its place among the devices of its vendor. */
    private static String name(Unit unit) {
        if (!unit.uuid().isEmpty()) {
            return unit.uuid();
        }
        MigInstance instance = unit.instance();
        String whole = unit.device().vendor() + " " + unit.device().index();
        return instance == null ? whole : whole + " " + instance.index();
    }

    /** The file of seats that a state of {@code nowNanos} means: those that were given up later than that, else the present ones. */
    private static Path inForce(Path folder, long nowNanos) {
        try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            return files.filter(file -> file.getFileName().toString().matches(FILE + "-\\d{1,18}"))
                    .filter(file -> givenUpNanos(file) >= nowNanos)
                    .min(Comparator.comparingLong(DeviceSeats::givenUpNanos))
                    .orElse(folder.resolve(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static long givenUpNanos(Path file) {
        return Long.parseLong(file.getFileName().toString().substring(FILE.length() + 1));
    }

    private static List<String> read(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static void write(Path file, List<String> names) {
        try {
            Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
            Files.write(unfinished, names);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
