package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Use;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What tasks that are alike used, as thousandths of what they asked for; it never changes. Of each resource it knows the sum of the means,
 * and how many tasks used at most about how much: by buckets, each an eighth wider than the one before. When it knows {@value #MOST_TASKS}
 * tasks all counts are halved, so that it follows what changes and never grows.
 */
public final class AlikeUse {
    /** CPU, memory, devices. */
    static final int RESOURCES = 3;

    /** The upper ends of the buckets, thousandths: from a hundredth to 14 times what was asked for. */
    static final int BUCKETS = 64;

    /** From so many on it says something. */
    static final int FEWEST = 3;

    /** Below so many nobody knows what 95 of 100 do not go beyond. */
    static final int SURE = 20;

    /** So many it knows at most. */
    private static final int MOST_TASKS = 128;

    private static final double OF_OCTAVE = 6;
    private static final double LEAST = 10;
    private static final int SURE_PERCENT = 95;
    private static final int PERCENT = 100;
    private static final double WHOLE = 1000;
    private static final long[] ENDS = ends();

    private final int tasks;
    private final long[] sums;
    private final int[] counts;

    /**
     * @param tasks how many it knows
     * @param sums of the means, by resource
     * @param counts by resource, then bucket
     */
    public AlikeUse(int tasks, long[] sums, int[] counts) {
        if (tasks < 0 || sums.length != RESOURCES || counts.length != RESOURCES * BUCKETS) {
            throw new IllegalArgumentException("What " + tasks + " tasks used has " + sums.length + " sums and "
                    + counts.length + " counts; there must be " + RESOURCES + " and " + RESOURCES * BUCKETS + ".");
        }
        this.tasks = tasks;
        this.sums = sums.clone();
        this.counts = counts.clone();
    }

    /** It knows of none. */
    static AlikeUse none() {
        return new AlikeUse(0, new long[RESOURCES], new int[RESOURCES * BUCKETS]);
    }

    private static long[] ends() {
        long[] ends = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            ends[i] = StrictMath.round(LEAST * StrictMath.pow(2, i / OF_OCTAVE));
        }
        return ends;
    }

    /** The same with one more task, or with more of one that it knows, whose use was told as {@code before}. */
    AlikeUse with(Use asked, @Nullable Expected before, Expected now) {
        long[] newSums = sums.clone();
        int[] newCounts = counts.clone();
        int known = before == null ? tasks + 1 : tasks;
        long[] basis = Expected.basis(asked);
        add(newSums, newCounts, basis, now, 1);
        if (before != null) {
            add(newSums, newCounts, basis, before, -1);
        }
        if (known >= MOST_TASKS) {
            known /= 2;
            Arrays.setAll(newSums, i -> newSums[i] / 2);
            Arrays.setAll(newCounts, i -> newCounts[i] / 2);
        }
        return new AlikeUse(known, newSums, newCounts);
    }

    private static void add(long[] sums, int[] counts, long[] basis, Expected used, int sign) {
        long[] mean = milli(used.mean(), basis);
        long[] most = milli(used.most(), basis);
        for (int i = 0; i < RESOURCES; i++) {
            sums[i] = StrictMath.max(0, sums[i] + sign * mean[i]);
            int at = i * BUCKETS + bucket(most[i]);
            // What was halved may not be there any more.
            counts[at] = StrictMath.max(0, counts[at] + sign);
        }
    }

    private static long[] milli(Use use, long[] basis) {
        return new long[] {
            share(use.cpuMilli(), basis[0]), share(use.memoryBytes(), basis[1]), share(use.gpuMilli(), basis[2])
        };
    }

    private static long share(long used, long of) {
        return of == 0 ? 0 : StrictMath.min(ENDS[BUCKETS - 1], StrictMath.round(WHOLE * used / of));
    }

    private static int bucket(long milli) {
        int at = Arrays.binarySearch(ENDS, milli);
        return StrictMath.min(BUCKETS - 1, at < 0 ? -at - 1 : at);
    }

    /** What a task like them is expected to use that asks for {@code asked}; null where too few are known. */
    @Nullable
    Expected of(Use asked) {
        if (tasks < FEWEST) {
            return null;
        }
        long[] mean = new long[RESOURCES];
        long[] most = new long[RESOURCES];
        for (int i = 0; i < RESOURCES; i++) {
            mean[i] = sums[i] / tasks;
            most[i] = StrictMath.max(mean[i], sureEnd(i));
        }
        return Expected.of(asked, mean, most, tasks >= SURE);
    }

    /** The end of the bucket that 95 of 100 do not go beyond. */
    private long sureEnd(int resource) {
        int total = 0;
        for (int i = 0; i < BUCKETS; i++) {
            total += counts[resource * BUCKETS + i];
        }
        int below = 0;
        for (int i = 0; i < BUCKETS; i++) {
            below += counts[resource * BUCKETS + i];
            if ((long) below * PERCENT >= (long) total * SURE_PERCENT) {
                return below == 0 ? 0 : ENDS[i];
            }
        }
        return ENDS[BUCKETS - 1];
    }

    /** How many tasks it knows. */
    public int tasks() {
        return tasks;
    }

    /** The sums of the means, by resource. */
    public long sum(int resource) {
        return sums[resource];
    }

    /** How many counts there are. */
    public static int places() {
        return RESOURCES * BUCKETS;
    }

    /** How many resources there are. */
    public static int resources() {
        return RESOURCES;
    }

    /** A count, by resource, then bucket. */
    public int count(int place) {
        return counts[place];
    }
}
