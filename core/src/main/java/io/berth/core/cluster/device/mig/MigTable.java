package io.berth.core.cluster.device.mig;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where instances go on a GPU of some profiles: for every set of free memory slices, of which there are 256 at most, the start that
 * leaves most to those to come, reckoned once.
 *
 * <p>Goals: keep open as many of the mixes of instances as can be that may still be asked for. Constraints: the starts of the profiles;
 * instances lie apart and stay where they are.
 *
 * <p>Algorithm: the worth of a set of free slices is how many multisets of profiles fit into it together. Of the starts that are free the
 * one is taken whose rest is worth most, the highest of equals. On an idle GPU of Hopper's profiles a first {@code 1g} goes to slice 5:
 * 45 mixes fit beside it. At slice 6 only 40 do, since slice 7 is of use to none but those that begin at 6 or before.
 *
 * <p>Of several GPUs the one is taken that loses the least {@link #room}: on 64 of them, with arrivals and departures, that left more to
 * those to come than the fullest one, or the one that loses the fewest multisets (experiment 29).
 *
 * <p>Source: the enumeration is exact; published rules are fixed by the name of the profile (HAMi: {@code 1g} and {@code 3g} take the
 * highest free start, others the lowest).
 */
public final class MigTable {
    private static final int WHOLE_MILLI = 1000;

    /** GPUs that there are, and some more: a node is laid out anew for many a question, and the table of its GPUs is always the same. */
    private static final int MOST_KNOWN = 64;

    private static final Map<List<MigProfile>, MigTable> KNOWN = new LinkedHashMap<>();

    private final MigProfile[] profiles;
    private final int slices;
    private final int compute;
    /** By profile and free slices: where one goes; -1 for nowhere. */
    private final byte[][] start;
    /** By profile and free slices: how many fit. */
    private final byte[][] most;
    /** By free slices: how many multisets of profiles fit. */
    private final int[] worth;
    /** By free slices: how much room is in them. */
    private final int[] room;

    private MigTable(List<MigProfile> profiles) {
        this.profiles = profiles.toArray(MigProfile[]::new);
        int end = 0;
        for (MigProfile profile : profiles) {
            end = StrictMath.max(end, profile.starts().getLast() + profile.slices());
        }
        this.slices = end;
        this.compute = compute(this.profiles, end);
        this.worth = worths();
        this.start = new byte[this.profiles.length][];
        this.most = new byte[this.profiles.length][];
        for (int profile = 0; profile < this.profiles.length; profile++) {
            start[profile] = starts(this.profiles[profile]);
            most[profile] = counts(this.profiles[profile]);
        }
        this.room = rooms();
    }

    /** The table of {@code profiles}; the same for the same, from any thread. */
    public static MigTable of(List<MigProfile> profiles) {
        synchronized (KNOWN) {
            MigTable known = KNOWN.get(profiles);
            if (known == null) {
                if (KNOWN.size() == MOST_KNOWN) {
                    KNOWN.clear();
                }
                known = new MigTable(profiles);
                KNOWN.put(List.copyOf(profiles), known);
            }
            return known;
        }
    }

    /** Memory slices of a GPU. */
    public int slices() {
        return slices;
    }

    /** The most compute slices that instances of a GPU have together. */
    public int compute() {
        return compute;
    }

    /** The profile of that number. */
    public MigProfile profile(int number) {
        return profiles[number];
    }

    /** How many profiles. */
    public int count() {
        return profiles.length;
    }

    /** The number of the profile {@code name}; -1 for none. */
    public int number(String name) {
        for (int number = 0; number < profiles.length; number++) {
            if (profiles[number].name().equals(name)) {
                return number;
            }
        }
        return -1;
    }

    /**
     * The smallest profile with at least {@code milli} thousandths of the compute slices and {@code memoryBytes}: that of fewest memory
     * slices, then of fewest compute slices; -1 where none has.
     */
    public int smallest(int milli, long memoryBytes) {
        int best = -1;
        for (int number = 0; number < profiles.length; number++) {
            boolean enough = (long) profiles[number].compute() * WHOLE_MILLI >= (long) milli * compute
                    && profiles[number].memoryBytes() >= memoryBytes;
            if (enough && (best < 0 || smaller(profiles[number], profiles[best]))) {
                best = number;
            }
        }
        return best;
    }

    private static boolean smaller(MigProfile one, MigProfile other) {
        return one.slices() == other.slices() ? one.compute() < other.compute() : one.slices() < other.slices();
    }

    /** Thousandths of a GPU that an instance of profile {@code number} counts for: its compute slices, rounded down. */
    public int milli(int number) {
        return profiles[number].compute() * WHOLE_MILLI / compute;
    }

    /** Where an instance of profile {@code number} goes when the slices {@code free} are, by bits; -1 for nowhere. */
    public int start(int number, int free) {
        return start[number][free];
    }

    /** How many instances of profile {@code number} the slices {@code free} hold. */
    public int most(int number, int free) {
        return most[number][free];
    }

    /** How many multisets of profiles the slices {@code free} hold, the empty one among them. */
    public int worth(int free) {
        return worth[free];
    }

    /** How much room the slices {@code free} are for each profile by itself: the memory slices of as many instances as fit, added up. */
    public int room(int free) {
        return room[free];
    }

    /** The slices of an instance of profile {@code number} at {@code at}, by bits; 0 where none may begin there. */
    public int mask(int number, int at) {
        return profiles[number].starts().contains(at) ? profiles[number].mask(at) : 0;
    }

    /** What an instance of profile {@code number} lacks where none can be made. */
    public String words(int number) {
        MigProfile profile = profiles[number];
        String slices = profile.slices() == 1 ? "1 memory slice" : profile.slices() + " memory slices";
        String starts = profile.starts().stream().map(String::valueOf).collect(Collectors.joining(", "));
        int last = starts.lastIndexOf(", ");
        String where = last < 0 ? starts : starts.substring(0, last) + " or " + starts.substring(last + 2);
        return "MIG slice " + profile.name() + ": no GPU has " + slices + " free at start " + where;
    }

    /** True where instances of the profiles {@code numbers}, each as often as it is named, fit on one idle GPU. */
    public boolean fit(List<Integer> numbers) {
        int wanted = 0;
        for (int number : numbers) {
            wanted += profiles[number].slices();
        }
        return wanted <= slices && fit(numbers, 0, (1 << slices) - 1);
    }

    private boolean fit(List<Integer> numbers, int from, int free) {
        boolean fit = from == numbers.size();
        for (int i = 0; !fit && i < profiles[numbers.get(from)].starts().size(); i++) {
            int mask = profiles[numbers.get(from)].mask(
                    profiles[numbers.get(from)].starts().get(i));
            fit = (free & mask) == mask && fit(numbers, from + 1, free & ~mask);
        }
        return fit;
    }

    private static int compute(MigProfile[] profiles, int slices) {
        int[] most = new int[1 << slices];
        for (int free = 0; free < most.length; free++) {
            for (MigProfile profile : profiles) {
                for (int at : profile.starts()) {
                    int mask = profile.mask(at);
                    boolean fits = (free & mask) == mask;
                    most[free] = StrictMath.max(most[free], fits ? profile.compute() + most[free & ~mask] : 0);
                }
            }
        }
        return most[most.length - 1];
    }

    private byte[] starts(MigProfile profile) {
        byte[] best = new byte[1 << slices];
        Arrays.fill(best, (byte) -1);
        for (int free = 0; free < best.length; free++) {
            int most = 0;
            for (int at : profile.starts()) {
                int mask = profile.mask(at);
                if ((free & mask) == mask && worth[free & ~mask] >= most) {
                    most = worth[free & ~mask];
                    best[free] = (byte) at;
                }
            }
        }
        return best;
    }

    private byte[] counts(MigProfile profile) {
        byte[] counts = new byte[1 << slices];
        for (int free = 0; free < counts.length; free++) {
            int left = free;
            for (int at : profile.starts()) {
                int mask = profile.mask(at);
                if ((left & mask) == mask) {
                    left &= ~mask;
                    counts[free]++;
                }
            }
        }
        return counts;
    }

    private int[] rooms() {
        int[] rooms = new int[1 << slices];
        for (int free = 0; free < rooms.length; free++) {
            for (int profile = 0; profile < profiles.length; profile++) {
                rooms[free] += profiles[profile].slices() * most[profile][free];
            }
        }
        return rooms;
    }

    /** A multiset is a number in a mixed base: how many of each profile, each at most as many as an idle GPU holds. */
    private int[] worths() {
        int[] unit = new int[profiles.length + 1];
        unit[0] = 1;
        for (int number = 0; number < profiles.length; number++) {
            unit[number + 1] = unit[number] * (profiles[number].most() + 1);
        }
        BitSet[] within = new BitSet[1 << slices];
        int[] worths = new int[within.length];
        for (int free = 0; free < within.length; free++) {
            within[free] = new BitSet();
            within[free].set(0);
            for (int number = 0; number < profiles.length; number++) {
                for (int at : profiles[number].starts()) {
                    add(within, free, profiles[number].mask(at), unit[number]);
                }
            }
            worths[free] = within[free].cardinality();
        }
        return worths;
    }

    /** All that fits beside an instance of {@code mask} fits with it. */
    private static void add(BitSet[] within, int free, int mask, int unit) {
        if ((free & mask) == mask) {
            within[free & ~mask].stream().forEach(multiset -> within[free].set(multiset + unit));
        }
    }
}
