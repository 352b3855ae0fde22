package io.berth.core.cluster.device;

import io.berth.core.cluster.device.mig.MigTable;
import io.berth.core.decision.Grant;
import io.berth.core.workload.DeviceDemand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is left of devices that MIG cuts: behind the thousandths and the memory of all devices of a row stands one cell for each memory
 * slice of those, 1 where it is free. So the smaller of two rows has just the slices that are free in both.
 */
final class InstanceRow {
    private InstanceRow() {}

    /** All slices are free. */
    static void declare(long[] cells, int at, DeviceLayout layout) {
        int first = at + 2 * layout.count;
        for (int slice = 0; slice < layout.firstSlice[layout.cuts.length]; slice++) {
            cells[first + slice] = 1;
        }
    }

    /** The free memory slices of {@code device}, which is one of {@code set}, by bits. */
    static int free(long[] cells, int at, DeviceLayout layout, int set, int device) {
        int slices = cut(layout, set).slices();
        int first = sliceAt(at, layout, set, device);
        int free = 0;
        for (int slice = 0; slice < slices; slice++) {
            free |= cells[first + slice] > 0 ? 1 << slice : 0;
        }
        return free;
    }

    /** Takes what {@code grant} holds of its device, which is one of {@code set} ({@code sign} -1), or gives it back (1). */
    static void move(long[] cells, int at, DeviceLayout layout, Place place, int sign) {
        MigTable cut = cut(layout, place.set);
        int device = place.device();
        int mask = mask(cut, place.grant);
        if (mask == 0) {
            // Of somebody who was given it before it was cut like this: all of it.
            cells[at + device] += (long) sign * DeviceDemand.WHOLE_MILLI;
            cells[at + layout.count + device] += sign * layout.memory[place.set];
            mask = (1 << cut.slices()) - 1;
        } else {
            int profile = ((Grant.Instance) place.grant).profile();
            cells[at + device] += (long) sign * cut.milli(profile);
            cells[at + layout.count + device] += sign * memory(layout, place.set, profile);
        }
        int first = sliceAt(at, layout, place.set, device);
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            cells[first + Integer.numberOfTrailingZeros(rest)] += sign;
        }
    }

    /** Of undeclared memory nothing is held. */
    private static long memory(DeviceLayout layout, int set, int profile) {
        return layout.memory[set] == 0 ? 0 : cut(layout, set).profile(profile).memoryBytes();
    }

    /** A grant on a device of a set. */
    record Place(int set, Grant grant) {
        int device() {
            return Long.numberOfTrailingZeros(grant.mask());
        }
    }

    /** True where {@code device}, one of {@code set}, has room for an instance that is what {@code demand} asks for. */
    static boolean holds(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, Place place) {
        MigTable cut = cut(layout, place.set);
        int profile = DeviceLayout.profile(demand, cut);
        return profile >= 0 && cut.start(profile, free(cells, at, layout, place.set, place.device())) >= 0;
    }

    /** True where just the slices of {@code grant} are free, and are what {@code demand} asks for. */
    static boolean fitsOn(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, Place place) {
        MigTable cut = cut(layout, place.set);
        int mask = mask(cut, place.grant);
        return mask != 0
                && ((Grant.Instance) place.grant).profile() == DeviceLayout.profile(demand, cut)
                && (free(cells, at, layout, place.set, place.device()) & mask) == mask;
    }

    /** True where what {@code grant} took here did not need what is {@code pending}, laid out as these cells are. */
    static boolean covers(long[] cells, long[] pending, int at, DeviceLayout layout, Place place) {
        int first = sliceAt(at, layout, place.set, place.device());
        MigTable cut = cut(layout, place.set);
        int mask = mask(cut, place.grant);
        for (int slice = 0; slice < cut.slices(); slice++) {
            boolean held = mask == 0 || (mask >>> slice & 1) != 0;
            if (held && cells[first + slice] < pending[first + slice]) {
                return false;
            }
        }
        return true;
    }

    /** How many instances for tasks of {@code demand} the devices of {@code set} hold now. */
    static long slots(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, int set) {
        MigTable cut = cut(layout, set);
        int profile = DeviceLayout.profile(demand, cut);
        long slots = 0;
        for (int device = layout.first[set]; profile >= 0 && device < layout.first[set + 1]; device++) {
            slots += cut.most(profile, free(cells, at, layout, set, device));
        }
        return slots;
    }

    /**
     * The instance for a task of {@code demand}, of all sets of which instances are given: one with the least memory that is enough, one
     * that is there rather than one that is made; of those that are made the one on the device of which least room is lost
     * ({@link MigTable#room}), the lower device of equals. Null where there is none.
     */
    static @Nullable Grant best(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        Grant best = null;
        long leastMemory = Long.MAX_VALUE;
        int leastLoss = Integer.MAX_VALUE;
        for (int set = 0; set < layout.memory.length; set++) {
            MigTable cut = layout.cuts[set];
            int profile = cut == null ? -1 : DeviceLayout.profile(demand, cut);
            long memory = cut == null || profile < 0
                    ? layout.memory[set]
                    : cut.profile(profile).memoryBytes();
            boolean may = layout.mixed(set) && layout.accepts(demand, set) && memory <= leastMemory;
            for (int device = layout.first[set]; may && device < layout.first[set + 1]; device++) {
                if (!DeviceRow.holds(cells, at, layout, demand, device)) {
                    continue;
                }
                int free = cut == null ? 0 : free(cells, at, layout, set, device);
                int loss = cut == null ? -1 : loss(cut, profile, free);
                if (memory < leastMemory || loss < leastLoss) {
                    best = cut == null
                            ? Grant.device(device)
                            : new Grant.Instance(device, profile, cut.start(profile, free));
                    leastMemory = memory;
                    leastLoss = loss;
                }
            }
        }
        return best;
    }

    private static int loss(MigTable cut, int profile, int free) {
        int mask = cut.mask(profile, cut.start(profile, free));
        return cut.room(free) - cut.room(free & ~mask);
    }

    /** The slices of {@code grant} by bits; 0 where it is no instance that this cut knows. */
    private static int mask(MigTable cut, Grant grant) {
        return grant instanceof Grant.Instance instance && instance.profile() < cut.count()
                ? cut.mask(instance.profile(), instance.start())
                : 0;
    }

    private static int sliceAt(int at, DeviceLayout layout, int set, int device) {
        int ofSet = layout.firstSlice[set]
                + (device - layout.first[set]) * cut(layout, set).slices();
        return at + 2 * layout.count + ofSet;
    }

    private static MigTable cut(DeviceLayout layout, int set) {
        return Objects.requireNonNull(layout.cuts[set]);
    }
}
