package io.berth.core.cluster.device.link;

import org.jspecify.annotations.Nullable;

/**
 * Which of some free devices a task gets that wants several: exact over all sets of them, and reckoned once for devices that are connected
 * alike. Sets are masks: bit i is device i.
 *
 * <p>Of two sets of as many devices that one is better whose slowest pair is faster: a collective over all of them goes no faster. Of
 * those, the one with more bandwidth in all. Of those, the one that leaves the more to others: the sum, over all sets of what stays free,
 * of their slowest pair, which is what a later task of any size would find. Of those, the lower mask.
 *
 * <p>For any thread: what is reckoned is the same whoever does it.
 */
public final class LinkTable {
    private final int devices;
    private final Links links;
    private volatile @Nullable Sums sums;
    /** By wanted devices, then by free ones: the best set; 0 where it was not asked for yet. */
    private final int[] @Nullable [] best;

    /** Of devices that {@code links} says something of; nothing is reckoned yet. */
    public LinkTable(Links links) {
        this.devices = links.devices();
        this.links = links;
        this.best = new int[devices + 1][];
    }

    /** By mask: its slowest pair and all its bandwidth, MB/s; and the sum of the slowest pairs of all sets within. */
    private record Sums(int[] slowest, int[] total, long[] within) {}

    /**
     * The best {@code wanted} of the devices of {@code free}.
     *
     * @return a mask; 0 where there are not so many
     */
    public int best(int free, int wanted) {
        if (Integer.bitCount(free) < wanted || wanted == 0) {
            return 0;
        }
        int[] known = best[wanted];
        if (known == null) {
            known = new int[1 << devices];
            best[wanted] = known;
        }
        int set = known[free];
        if (set == 0) {
            set = search(free, wanted);
            known[free] = set;
        }
        return set;
    }

    /** The bandwidth of the slowest pair of {@code set}, MB/s; of fewer than two devices {@link Integer#MAX_VALUE}. */
    public int slowest(int set) {
        return sums().slowest[set];
    }

    /** The bandwidth of all pairs of {@code set}, MB/s. */
    public int total(int set) {
        return sums().total[set];
    }

    /** What tasks of any size would find in {@code set}: the sum, over all its sets of two and more, of their slowest pair; MB/s. */
    public long within(int set) {
        return sums().within[set];
    }

    private int search(int free, int wanted) {
        Sums reckoned = sums();
        int found = 0;
        // All sets within, from the lowest mask on.
        for (int set = lowest(free, wanted); set != 0; set = next(set, free)) {
            if (Integer.bitCount(set) == wanted && (found == 0 || better(reckoned, free, set, found))) {
                found = set;
            }
        }
        return found;
    }

    private static boolean better(Sums sums, int free, int set, int other) {
        if (sums.slowest[set] != sums.slowest[other]) {
            return sums.slowest[set] > sums.slowest[other];
        }
        if (sums.total[set] != sums.total[other]) {
            return sums.total[set] > sums.total[other];
        }
        return sums.within[free & ~set] > sums.within[free & ~other];
    }

    /** The lowest {@code wanted} devices of {@code free}. */
    private static int lowest(int free, int wanted) {
        int rest = free;
        for (int i = 0; i < wanted; i++) {
            rest &= rest - 1;
        }
        return free & ~rest;
    }

    /** The next higher mask within {@code free}; 0 after the last. */
    private static int next(int set, int free) {
        return (set - free) & free;
    }

    private Sums sums() {
        Sums reckoned = sums;
        if (reckoned == null) {
            reckoned = reckon();
            sums = reckoned;
        }
        return reckoned;
    }

    private Sums reckon() {
        int sets = 1 << devices;
        int[] slowest = new int[sets];
        int[] total = new int[sets];
        long[] within = new long[sets];
        slowest[0] = Integer.MAX_VALUE;
        for (int set = 1; set < sets; set++) {
            int device = Integer.numberOfTrailingZeros(set);
            int others = set & (set - 1);
            slowest[set] = slowest[others];
            total[set] = total[others];
            for (int rest = others; rest != 0; rest &= rest - 1) {
                int speed = links.between(device, Integer.numberOfTrailingZeros(rest));
                slowest[set] = StrictMath.min(slowest[set], speed);
                total[set] += speed;
            }
            within[set] = Integer.bitCount(set) < 2 ? 0 : slowest[set];
        }
        // Sums over all subsets, device by device.
        for (int device = 0; device < devices; device++) {
            for (int set = 0; set < sets; set++) {
                within[set] += (set >> device & 1) == 0 ? 0 : within[set ^ 1 << device];
            }
        }
        return new Sums(slowest, total, within);
    }
}
