package io.berth.core.cluster.device;

import io.berth.core.cluster.device.link.LinkTable;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.core.workload.DeviceDemand;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which devices a node has, by number: those of the first set, then those of the next. What never changes while the node is as it is
 * declared; what is left of the devices lies in a row of cells ({@link DeviceRow}). Nodes with the same devices share one.
 */
public final class DeviceLayout {
    /** A node without devices. */
    public static final DeviceLayout NONE = new DeviceLayout(List.of());

    /** Devices, and the sizes of tasks on them, are named by the bits of one {@code long}. */
    public static final int MAX_DEVICES = 63;

    final int count;
    /** By set: its first device, and one more for the end of the last. */
    final int[] first;
    /** By set: the memory of each device. */
    final long[] memory;
    /** By set: which of its devices go together; null where nothing is known of that. */
    final @Nullable LinkTable[] links;

    /** Of links of which nothing is declared. */
    public static final int UNKNOWN = -1;

    /** By set: how its devices are cut; null where they are not. */
    final @Nullable MigTable[] cuts;
    /** By set: the place of the first memory slice of its first device among those of all devices that are cut. */
    final int[] firstSlice;
    /** False where some devices are cut, or instances. */
    final boolean plain;

    private final List<DeviceSet> sets;

    /** @throws IllegalArgumentException where there are more than {@link #MAX_DEVICES} */
    public DeviceLayout(List<DeviceSet> sets) {
        this.sets = List.copyOf(sets);
        this.first = new int[sets.size() + 1];
        this.memory = new long[sets.size()];
        this.links = new LinkTable[sets.size()];
        for (int set = 0; set < sets.size(); set++) {
            first[set + 1] = first[set] + sets.get(set).count();
            memory[set] = sets.get(set).memoryBytes();
            Links known = sets.get(set).links();
            links[set] = known.known() ? new LinkTable(known) : null;
        }
        this.cuts = new MigTable[sets.size()];
        this.firstSlice = new int[sets.size() + 1];
        for (int set = 0; set < sets.size(); set++) {
            MigTable cut = sets.get(set).mig() instanceof Mig.Cut mig ? MigTable.of(mig.profiles()) : null;
            cuts[set] = cut;
            firstSlice[set + 1] = firstSlice[set]
                    + (cut == null ? 0 : cut.slices() * sets.get(set).count());
        }
        this.plain = sets.stream().allMatch(set -> set.mig() instanceof Mig.Off);
        this.count = first[sets.size()];
        if (count > MAX_DEVICES) {
            throw new IllegalArgumentException(
                    "The gpus (" + count + ") of a node must be 0 to " + MAX_DEVICES + ", all kinds together.");
        }
    }

    /** The devices, set by set. */
    public List<DeviceSet> sets() {
        return sets;
    }

    /** How many devices. */
    public int count() {
        return count;
    }

    /** True where all devices are alike: one set, or none. */
    public boolean uniform() {
        return memory.length <= 1;
    }

    /** True where the devices are alike, and none is cut or an instance: sums over them say whether a task fits. */
    public boolean summed() {
        return uniform() && plain;
    }

    /** The models, each once, joined by {@code +}; empty without devices. */
    public String models() {
        LinkedHashSet<String> models = new LinkedHashSet<>();
        sets.forEach(set -> models.add(set.model()));
        return String.join("+", models);
    }

    /** True where {@code other} has devices of the same kinds and models, however many. */
    public boolean sameModels(DeviceLayout other) {
        boolean same = sets.size() == other.sets.size();
        for (int set = 0; same && set < sets.size(); set++) {
            same = sets.get(set).kind().equals(other.sets.get(set).kind())
                    && sets.get(set).model().equals(other.sets.get(set).model())
                    && sets.get(set).mig().equals(other.sets.get(set).mig());
        }
        return same;
    }

    /** The set of device {@code device}. */
    public DeviceSet setOf(int device) {
        return sets.get(place(device));
    }

    private int place(int device) {
        int set = 0;
        while (device >= first[set + 1]) {
            set++;
        }
        return set;
    }

    /**
     * The slowest link between the devices of {@code mask}, MB/s: 0 where two reach one another through nothing that is known, {@link
     * #UNKNOWN} where nothing is declared, as between devices of two sets, and for fewer than two.
     */
    public int slowestLink(long mask) {
        if (Long.bitCount(mask & all()) < 2) {
            return UNKNOWN;
        }
        int set = place(Long.numberOfTrailingZeros(mask));
        LinkTable table = links[set];
        boolean beyond = (mask & all()) >>> first[set + 1] != 0;
        return table == null || beyond ? UNKNOWN : table.slowest((int) (mask >>> first[set]));
    }

    /** True where some of the devices are what {@code demand} asks for, whatever their memory. */
    public boolean accepts(DeviceDemand demand) {
        for (int set = 0; set < memory.length; set++) {
            if (accepts(demand, set)) {
                return true;
            }
        }
        return false;
    }

    /** True where the links of some of the devices are as fast as {@code demand} asks, or nobody asks; how many there are is not looked at. */
    public boolean reaches(DeviceDemand demand) {
        if (demand.linkMegabytes() == 0) {
            return true;
        }
        for (int set = 0; set < memory.length; set++) {
            int devices = first[set + 1] - first[set];
            // A set that is too small is no matter of its links.
            boolean fast = devices < demand.count() || linked(demand, set, (1L << devices) - 1 << first[set]) != 0;
            if (accepts(demand, set) && fast) {
                return true;
            }
        }
        return false;
    }

    /**
     * The best devices of a set for a task of {@code demand} that asks for links, among those of {@code idle}; 0 where none are linked as
     * fast as that.
     */
    long linked(DeviceDemand demand, int set, long idle) {
        LinkTable table = links[set];
        if (demand.count() < 2 || table == null) {
            return 0;
        }
        int best = table.best((int) (idle >>> first[set]), demand.count());
        return best != 0 && table.slowest(best) >= demand.linkMegabytes() ? (long) best << first[set] : 0;
    }

    /** How many tasks of {@code demand}, which asks for some, the devices hold when idle. */
    public long emptySlots(DeviceDemand demand) {
        long slots = 0;
        for (int set = 0; set < memory.length; set++) {
            if (demand.linkMegabytes() > 0 && accepts(demand, set) && demand.memoryBytes() <= memory[set]) {
                long all = (1L << first[set + 1] - first[set]) - 1 << first[set];
                slots += linkedSlots(demand, set, all);
            } else if (accepts(demand, set) && demand.memoryBytes() <= memory[set]) {
                slots += emptySlotsOf(demand, set);
            }
        }
        return slots;
    }

    private long emptySlotsOf(DeviceDemand demand, int set) {
        int devices = first[set + 1] - first[set];
        MigTable cut = cuts[set];
        if (cut != null) {
            return (long) devices * cut.most(profile(demand, cut), (1 << cut.slices()) - 1);
        }
        boolean apart = !(demand instanceof DeviceDemand.Whole) && holdsAll(demand, set);
        return apart ? devices : emptySlots(demand, devices, memory[set]);
    }

    /** How many tasks of {@code demand} that asks for links one after another get devices of a set, among those of {@code idle}. */
    int linkedSlots(DeviceDemand demand, int set, long idle) {
        int slots = 0;
        long left = idle;
        for (long taken = linked(demand, set, left); taken != 0; taken = linked(demand, set, left)) {
            left &= ~taken;
            slots++;
        }
        return slots;
    }

    private static long emptySlots(DeviceDemand demand, int devices, long memory) {
        return switch (demand) {
            case DeviceDemand.None _ -> Integer.MAX_VALUE;
            case DeviceDemand.Whole whole -> devices / whole.count();
            case DeviceDemand.Instance _ -> devices;
            case DeviceDemand.Share share -> {
                long byShare = share.milli() == 0 ? Integer.MAX_VALUE : DeviceDemand.WHOLE_MILLI / share.milli();
                long byMemory = share.memoryBytes() == 0 ? Integer.MAX_VALUE : memory / share.memoryBytes();
                yield devices * StrictMath.min(byShare, byMemory);
            }
        };
    }

    /**
     * What must be free of the devices for an instance that {@code demand} asks for, in words: {@code MIG slice 3g.95gb: no GPU has 4
     * memory slices free at start 0 or 4}; empty where none is given.
     */
    public String slices(DeviceDemand demand) {
        String words = "";
        for (int set = 0; set < memory.length; set++) {
            MigTable cut = cuts[set];
            if (!mixed(set) || !accepts(demand, set)) {
                continue;
            }
            if (cut != null) {
                return cut.words(profile(demand, cut));
            }
            words = "MIG slice " + sets.get(set).profiles().getFirst() + ": no such instance is free";
        }
        return words;
    }

    /** All devices, as a mask. */
    long all() {
        return (1L << count) - 1;
    }

    boolean accepts(DeviceDemand demand, int set) {
        DeviceSet devices = sets.get(set);
        return demand.of().accepts(devices.kind(), devices.model()) && suits(demand, devices, cuts[set]);
    }

    /** True where MIG has, or makes, what is asked for of {@code devices}. */
    private static boolean suits(DeviceDemand demand, DeviceSet devices, @Nullable MigTable cut) {
        if (cut != null) {
            return profile(demand, cut) >= 0;
        }
        if (!(devices.mig() instanceof Mig.Instance instance)) {
            return !(demand instanceof DeviceDemand.Instance);
        }
        return switch (demand) {
            case DeviceDemand.Instance asked -> asked.profile().equals(instance.profile());
            case DeviceDemand.Share share ->
                instance.plain() || share.milli() <= new DeviceDemand.Instance(instance.profile(), share.of()).milli();
            case DeviceDemand.Whole _, DeviceDemand.None _ -> instance.plain();
        };
    }

    /** True where a task of {@code demand} holds all of a device of {@code set}, which is not cut. */
    boolean holdsAll(DeviceDemand demand, int set) {
        return demand instanceof DeviceDemand.Whole
                || !plain
                        && sets.get(set).mig() instanceof Mig.Instance instance
                        && (demand instanceof DeviceDemand.Instance || !instance.plain());
    }

    /** True where a task gets an instance of the devices of {@code set} and nothing else. */
    boolean mixed(int set) {
        return cuts[set] != null || sets.get(set).mig() instanceof Mig.Instance instance && !instance.plain();
    }

    /** The number of the profile of which a task of {@code demand} gets an instance; -1 for none. */
    static int profile(DeviceDemand demand, MigTable cut) {
        return switch (demand) {
            case DeviceDemand.Instance instance -> cut.number(instance.profile());
            case DeviceDemand.Share share -> cut.smallest(share.milli(), share.memoryBytes());
            case DeviceDemand.Whole _, DeviceDemand.None _ -> -1;
        };
    }
}
