package io.berth.core.cluster.device;

import io.berth.core.cluster.device.link.LinkTable;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Linked;
import io.berth.core.decision.Reason;
import io.berth.core.workload.DeviceDemand;
import org.jspecify.annotations.Nullable;

/**
 * What is left of the devices of one node, and all that is reckoned with it: the thousandths of each device, then the memory of each, in
 * cells that belong to somebody else, from {@code at} on. The node table, timelines and copies of rows all reckon here.
 *
 * <p>A device is idle where nothing of it is held. A task gets whole devices that are idle, of one set; or a share of one device.
 */
public final class DeviceRow {
    private static final long WHOLE = DeviceDemand.WHOLE_MILLI;

    private DeviceRow() {}

    /** How many cells the devices of {@code layout} take. */
    public static int cells(DeviceLayout layout) {
        return 2 * layout.count + layout.firstSlice[layout.cuts.length];
    }

    /** All devices of {@code layout} are idle. */
    public static void declare(long[] cells, int at, DeviceLayout layout) {
        for (int set = 0; set < layout.memory.length; set++) {
            for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
                cells[at + device] = WHOLE;
                cells[at + layout.count + device] = layout.memory[set];
            }
        }
        InstanceRow.declare(cells, at, layout);
    }

    /**
     * Takes what a task of {@code demand} holds by {@code grant}, more than is left if need be; a device that is not there is passed
     * over.
     */
    public static void take(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, Grant grant) {
        move(cells, at, layout, new Held(demand, grant), -1);
    }

    /** Gives back what {@link #take} took. */
    public static void give(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, Grant grant) {
        move(cells, at, layout, new Held(demand, grant), 1);
    }

    private static void move(long[] cells, int at, DeviceLayout layout, Held task, int sign) {
        // Who asks for none holds nothing, though it may be said which it is beside.
        long mask = task.demand instanceof DeviceDemand.None ? 0 : task.grant.mask() & layout.all();
        int set = layout.plain || mask == 0 ? 0 : setOf(layout, Long.numberOfTrailingZeros(mask));
        if (mask != 0 && layout.cuts[set] != null) {
            InstanceRow.move(cells, at, layout, new InstanceRow.Place(set, task.grant), sign);
            return;
        }
        boolean whole = mask != 0 && layout.holdsAll(task.demand, set);
        long milli = sign * (whole ? WHOLE : task.demand.milli());
        long memory = whole ? 0 : sign * task.demand.memoryBytes();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            cells[at + device] += milli;
            cells[at + layout.count + device] += whole ? sign * memoryOf(layout, device) : memory;
        }
    }

    /** Writes the thousandths left on each device into {@code into}; of one of which more is held than there is, 0. */
    public static void milli(long[] cells, int at, DeviceLayout layout, int[] into) {
        for (int device = 0; device < layout.count; device++) {
            into[device] = milli(cells, at, device);
        }
    }

    /**
     * Writes how many devices are idle, the largest share left on one, and the thousandths left on all together into three cells of
     * {@code into}, from {@code intoAt} on: in one round, since it is done at every change of a node.
     */
    public static void summarise(long[] cells, int at, DeviceLayout layout, long[] into, int intoAt) {
        int idle = 0;
        long largest = 0;
        long total = 0;
        for (int set = 0; set < layout.memory.length; set++) {
            long memory = layout.memory[set];
            for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
                long left = StrictMath.max(0, cells[at + device]);
                idle += left == WHOLE && cells[at + layout.count + device] == memory ? 1 : 0;
                largest = StrictMath.max(largest, left);
                total += left;
            }
        }
        into[intoAt] = idle;
        into[intoAt + 1] = largest;
        into[intoAt + 2] = total;
    }

    /** Thousandths left on a device; 0 where more is held than there is. */
    public static int milli(long[] cells, int at, int device) {
        return (int) StrictMath.max(0, cells[at + device]);
    }

    /** Memory left on a device; 0 where more is held than there is. */
    public static long memory(long[] cells, int at, DeviceLayout layout, int device) {
        return StrictMath.max(0, cells[at + layout.count + device]);
    }

    /** How many devices are idle. */
    public static int idle(long[] cells, int at, DeviceLayout layout) {
        int idle = 0;
        for (int set = 0; set < layout.memory.length; set++) {
            idle += idle(cells, at, layout, set);
        }
        return idle;
    }

    /** All idle devices, as a mask. */
    public static long idleMask(long[] cells, int at, DeviceLayout layout) {
        long mask = 0;
        for (int set = 0; set < layout.memory.length; set++) {
            for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
                mask |= isIdle(cells, at, layout, device, layout.memory[set]) ? 1L << device : 0;
            }
        }
        return mask;
    }

    /** The largest share left on one device, thousandths. */
    public static int largest(long[] cells, int at, DeviceLayout layout) {
        long largest = 0;
        for (int device = at; device < at + layout.count; device++) {
            largest = StrictMath.max(largest, cells[device]);
        }
        return (int) largest;
    }

    /** True where a share of {@code demand} fits on {@code device}, which is what it asks for. */
    public static boolean holds(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, int device) {
        if (!layout.plain) {
            int set = setOf(layout, device);
            if (layout.cuts[set] != null) {
                return InstanceRow.holds(cells, at, layout, demand, new InstanceRow.Place(set, Grant.device(device)));
            }
            if (layout.holdsAll(demand, set)) {
                return demand.memoryBytes() <= layout.memory[set]
                        && isIdle(cells, at, layout, device, layout.memory[set]);
            }
        }
        // Where more is held than there is, it is short only to those who ask for some.
        long milli = demand.milli();
        long memory = demand.memoryBytes();
        return (milli == 0 || cells[at + device] >= milli)
                && (memory == 0 || cells[at + layout.count + device] >= memory);
    }

    /** True where a task of {@code demand}, which asks for some, may be granted just {@code grant} now. */
    public static boolean fitsOn(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, Grant grant) {
        long mask = grant.mask();
        if (Long.bitCount(mask) != demand.count() || mask >>> layout.count != 0) {
            return false;
        }
        int set = setOf(layout, Long.numberOfTrailingZeros(mask));
        long others = mask >>> layout.first[set + 1];
        if (others != 0 || !layout.accepts(demand, set)) {
            return false;
        }
        if (layout.cuts[set] != null || grant instanceof Grant.Instance) {
            return layout.cuts[set] != null
                    && InstanceRow.fitsOn(cells, at, layout, demand, new InstanceRow.Place(set, grant));
        }
        if (demand.linkMegabytes() > layout.slowestLink(mask) && demand.linkMegabytes() > 0) {
            return false;
        }
        boolean whole = demand instanceof DeviceDemand.Whole;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            boolean fits = whole
                    ? isIdle(cells, at, layout, device, layout.memory[set])
                    : holds(cells, at, layout, demand, device);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** True where as much as a task of {@code demand} holds is left on each of the devices of {@code grant}; of which set is not looked at. */
    public static boolean has(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, Grant grant) {
        if (grant.mask() >>> layout.count != 0) {
            return false;
        }
        if (grant instanceof Grant.Instance) {
            return fitsOn(cells, at, layout, demand, grant);
        }
        for (long rest = grant.mask(); rest != 0; rest &= rest - 1) {
            if (!holds(cells, at, layout, demand, Long.numberOfTrailingZeros(rest))) {
                return false;
            }
        }
        return true;
    }

    /** How many tasks of {@code demand} the devices hold now; any number of one that asks for none. */
    public static long slots(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        if (demand.count() == 0) {
            return Integer.MAX_VALUE;
        }
        long slots = 0;
        for (int set = 0; set < layout.memory.length; set++) {
            if (layout.uniform() || layout.accepts(demand, set)) {
                slots += slots(cells, at, layout, demand, set);
            }
        }
        return slots;
    }

    private static long slots(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, int set) {
        if (demand.linkMegabytes() > 0) {
            return demand.memoryBytes() > layout.memory[set]
                    ? 0
                    : layout.linkedSlots(demand, set, idleIn(cells, at, layout, set));
        }
        if (demand instanceof DeviceDemand.Whole whole) {
            return whole.memoryBytes() > layout.memory[set] ? 0 : idle(cells, at, layout, set) / whole.count();
        }
        if (layout.cuts[set] != null) {
            return InstanceRow.slots(cells, at, layout, demand, set);
        }
        if (layout.holdsAll(demand, set)) {
            return demand.memoryBytes() > layout.memory[set] ? 0 : idle(cells, at, layout, set);
        }
        long slots = 0;
        for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
            long here = demand.milli() == 0 ? Integer.MAX_VALUE : cells[at + device] / demand.milli();
            if (demand.memoryBytes() > 0) {
                here = StrictMath.min(here, cells[at + layout.count + device] / demand.memoryBytes());
            }
            slots += StrictMath.max(0, here);
        }
        return slots;
    }

    /**
     * {@code demand.count()} idle devices of the first set that has as many and is what is asked for, as a mask; 0 where there are none:
     * those that are linked best where that is known, else the first.
     */
    public static long firstIdle(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        for (int set = 0; set < layout.memory.length; set++) {
            boolean suits = layout.uniform() || layout.accepts(demand, set);
            if (suits && demand.memoryBytes() <= layout.memory[set]) {
                long mask = demand.linkMegabytes() > 0
                        ? layout.linked(demand, set, idleIn(cells, at, layout, set))
                        : firstIdle(cells, at, layout, set, demand.count());
                if (mask != 0) {
                    return mask;
                }
            }
        }
        return 0;
    }

    /** How idle devices are linked that {@code demand}, which asks for fast links, could have: of the set where that is fastest. */
    public static Linked linked(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        Linked fastest = new Linked(demand.linkMegabytes(), demand.count(), 1, 0, 0, 0);
        for (int set = 0; set < layout.memory.length; set++) {
            boolean suits = layout.uniform() || layout.accepts(demand, set);
            LinkTable links = layout.links[set];
            if (suits && links != null && demand.memoryBytes() <= layout.memory[set]) {
                int all = (int) ((1L << layout.first[set + 1] - layout.first[set]) - 1);
                Linked here = linked(links, idleOf(cells, at, layout, set), all, demand);
                fastest = here.idle() > fastest.idle() ? here : fastest;
            }
        }
        return fastest;
    }

    private static Linked linked(LinkTable links, int free, int all, DeviceDemand demand) {
        int count = demand.count();
        int together = count - 1;
        while (together > 1 && speed(links, free, together) < demand.linkMegabytes()) {
            together--;
        }
        return new Linked(
                demand.linkMegabytes(), count, together, speed(links, free, count), speed(links, all, count), 0);
    }

    /** MB/s of the slowest link between the best {@code count} of the devices {@code free}; 0 where there are not so many. */
    private static int speed(LinkTable links, int free, int count) {
        int best = links.best(free, count);
        return best == 0 ? 0 : links.slowest(best);
    }

    /** The same by their numbers, whatever their links. */
    public static long lowestIdle(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        for (int set = 0; set < layout.memory.length; set++) {
            boolean suits = layout.uniform() || layout.accepts(demand, set);
            long mask = suits && demand.memoryBytes() <= layout.memory[set]
                    ? lowestIdle(cells, at, layout, set, demand.count())
                    : 0;
            if (mask != 0) {
                return mask;
            }
        }
        return 0;
    }

    private static long firstIdle(long[] cells, int at, DeviceLayout layout, int set, int wanted) {
        LinkTable links = layout.links[set];
        if (links != null) {
            int first = layout.first[set];
            return (long) links.best(idleOf(cells, at, layout, set), wanted) << first;
        }
        return lowestIdle(cells, at, layout, set, wanted);
    }

    private static long lowestIdle(long[] cells, int at, DeviceLayout layout, int set, int wanted) {
        long mask = 0;
        int left = wanted;
        for (int device = layout.first[set]; left > 0 && device < layout.first[set + 1]; device++) {
            if (isIdle(cells, at, layout, device, layout.memory[set])) {
                mask |= 1L << device;
                left--;
            }
        }
        return left > 0 ? 0 : mask;
    }

    /** The device with least left that a share of {@code demand} fits on, the lower one of equals; -1 for none. */
    public static int leastLeft(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        int best = -1;
        for (int set = 0; set < layout.memory.length; set++) {
            boolean suits = layout.uniform() || layout.accepts(demand, set);
            for (int device = layout.first[set]; suits && device < layout.first[set + 1]; device++) {
                if (holds(cells, at, layout, demand, device) && (best < 0 || cells[at + device] < cells[at + best])) {
                    best = device;
                }
            }
        }
        return best;
    }

    /** What one task of {@code demand}, which fits, gets: idle devices, or the fitting one with least left. */
    public static Grant first(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        return switch (demand) {
            case DeviceDemand.None _ -> Grant.NONE;
            case DeviceDemand.Whole _ -> Grant.of(firstIdle(cells, at, layout, demand));
            case DeviceDemand.Share _, DeviceDemand.Instance _ ->
                grant(cells, at, layout, demand, leastLeft(cells, at, layout, demand));
        };
    }

    /**
     * What a task of {@code demand}, which is no whole devices, gets where it was to have {@code device}: that, or where it is one of
     * which instances are given, the best instance of the node.
     */
    public static Grant grant(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, int device) {
        if (layout.plain || device < 0 || device >= layout.count || !layout.mixed(setOf(layout, device))) {
            return Grant.device(device);
        }
        Grant best = InstanceRow.best(cells, at, layout, demand);
        return best == null ? Grant.device(device) : best;
    }

    /** What a task holds: {@code demand} by {@code grant}. */
    public record Held(DeviceDemand demand, Grant grant) {}

    /** True where what a task took here did not need what is {@code pending}, laid out as these cells are. */
    public static boolean covers(long[] cells, long[] pending, int at, DeviceLayout layout, Held task) {
        long mask = task.demand instanceof DeviceDemand.None ? 0 : task.grant.mask() & layout.all();
        int set = layout.plain || mask == 0 ? 0 : setOf(layout, Long.numberOfTrailingZeros(mask));
        if (mask != 0 && layout.cuts[set] != null) {
            return InstanceRow.covers(cells, pending, at, layout, new InstanceRow.Place(set, task.grant));
        }
        boolean whole = mask != 0 && layout.holdsAll(task.demand, set);
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int milli = at + Long.numberOfTrailingZeros(rest);
            int memory = milli + layout.count;
            boolean wasWhole = whole && pending[milli] > 0;
            if (wasWhole || cells[milli] < pending[milli] || cells[memory] < pending[memory]) {
                return false;
            }
        }
        return true;
    }

    /** True where a share of {@code demand} may be granted {@code device} now. */
    public static boolean fits(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, int device) {
        return holds(cells, at, layout, demand, device)
                && (layout.uniform() || layout.accepts(demand, setOf(layout, device)));
    }

    /** Why the devices, some of which are what {@code demand} asks for, are not enough for it now; null where they are. */
    public static @Nullable Reason whyNot(long[] cells, int at, DeviceLayout layout, DeviceDemand demand) {
        Reason reason = switch (demand) {
            case DeviceDemand.Whole _ -> Reason.WHOLE_GPUS;
            case DeviceDemand.Instance _ -> Reason.MIG_SLICES;
            case DeviceDemand.Share _, DeviceDemand.None _ -> Reason.GPU_SHARE;
        };
        for (int set = 0; set < layout.memory.length; set++) {
            if (layout.uniform() || layout.accepts(demand, set)) {
                Reason here = whyNot(cells, at, layout, demand, set);
                if (here == null) {
                    return null;
                }
                reason = here == Reason.GPU_MEMORY || here == Reason.MIG_SLICES || here == Reason.LINKS ? here : reason;
            }
        }
        return reason;
    }

    private static @Nullable Reason whyNot(long[] cells, int at, DeviceLayout layout, DeviceDemand demand, int set) {
        if (demand instanceof DeviceDemand.Whole whole) {
            Reason memory = demand.memoryBytes() > layout.memory[set] ? Reason.GPU_MEMORY : null;
            if (idle(cells, at, layout, set) < whole.count() || memory != null || whole.linkMegabytes() == 0) {
                return idle(cells, at, layout, set) < whole.count() ? Reason.WHOLE_GPUS : memory;
            }
            return layout.linked(demand, set, idleIn(cells, at, layout, set)) == 0 ? Reason.LINKS : null;
        }
        if (!layout.plain && layout.mixed(set)) {
            return slots(cells, at, layout, demand, set) > 0 ? null : Reason.MIG_SLICES;
        }
        boolean share = false;
        for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
            share |= cells[at + device] >= demand.milli();
            if (holds(cells, at, layout, demand, device)) {
                return null;
            }
        }
        return share ? Reason.GPU_MEMORY : Reason.GPU_SHARE;
    }

    /** The idle devices of a set, as a mask of the node's. */
    private static long idleIn(long[] cells, int at, DeviceLayout layout, int set) {
        long mask = 0;
        for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
            mask |= isIdle(cells, at, layout, device, layout.memory[set]) ? 1L << device : 0;
        }
        return mask;
    }

    /** The idle devices of a set, the first of which is bit 0. */
    private static int idleOf(long[] cells, int at, DeviceLayout layout, int set) {
        int mask = 0;
        int first = layout.first[set];
        for (int device = first; device < layout.first[set + 1]; device++) {
            mask |= isIdle(cells, at, layout, device, layout.memory[set]) ? 1 << (device - first) : 0;
        }
        return mask;
    }

    /**
     * The slowest link between the devices of {@code mask}; MB/s. 0 where nothing is known of it, or where there are not two of one set.
     */
    public static int slowestLink(DeviceLayout layout, long mask) {
        return StrictMath.max(0, layout.slowestLink(mask));
    }

    private static int idle(long[] cells, int at, DeviceLayout layout, int set) {
        int idle = 0;
        long memory = layout.memory[set];
        for (int device = layout.first[set]; device < layout.first[set + 1]; device++) {
            idle += isIdle(cells, at, layout, device, memory) ? 1 : 0;
        }
        return idle;
    }

    private static boolean isIdle(long[] cells, int at, DeviceLayout layout, int device, long memory) {
        return cells[at + device] == WHOLE && cells[at + layout.count + device] == memory;
    }

    private static long memoryOf(DeviceLayout layout, int device) {
        return layout.memory[layout.uniform() ? 0 : setOf(layout, device)];
    }

    private static int setOf(DeviceLayout layout, int device) {
        int set = 0;
        while (device >= layout.first[set + 1]) {
            set++;
        }
        return set;
    }
}
