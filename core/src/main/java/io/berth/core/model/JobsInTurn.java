package io.berth.core.model;

import java.util.Arrays;

/**
 * Which jobs a model is shown where more wait than it looks at: in turn the one of the shortest expected run time not yet taken, and
 * the one with the fewest processors; ties go to the one that came first. Run times count in milliseconds, processors in thousandths.
 * It allocates nothing once it has seen a queue as long.
 */
public final class JobsInTurn {
    /** So many jobs may wait. */
    private static final int PLACE_BITS = 24;

    private static final long PLACES = 1L << PLACE_BITS;
    private static final long MOST = Long.MAX_VALUE >>> PLACE_BITS;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private long[] byTime = new long[0];
    private long[] bySize = new long[0];
    private boolean[] taken = new boolean[0];
    private int count;

    /** Begins with {@code jobs} jobs, of which none was told. */
    public void begin(int jobs) {
        if (jobs >= PLACES) {
            throw new IllegalArgumentException(
                    "A model can be shown some of at most " + PLACES + " jobs, not " + jobs + ".");
        }
        if (byTime.length < jobs) {
            byTime = new long[2 * jobs];
            bySize = new long[2 * jobs];
            taken = new boolean[2 * jobs];
        }
        Arrays.fill(taken, 0, jobs, false);
        count = jobs;
    }

    /** Tells of the job at {@code place}, which counts from the one that came first. */
    public void job(int place, long expectedNanos, double processors) {
        byTime[place] = StrictMath.min(expectedNanos / NANOS_PER_MILLI, MOST) << PLACE_BITS | place;
        bySize[place] = (long) StrictMath.min(processors * 1000, (double) MOST) << PLACE_BITS | place;
    }

    /** Writes the places of {@code most} jobs, fewer than were told, in the order in which they are shown. */
    public void take(int most, int[] places) {
        toFront(byTime, most);
        toFront(bySize, most);
        int time = 0;
        int size = 0;
        for (int row = 0; row < most; row++) {
            if (row % 2 == 0) {
                time = untaken(byTime, time);
                places[row] = take(byTime[time++]);
            } else {
                size = untaken(bySize, size);
                places[row] = take(bySize[size++]);
            }
        }
    }

    private int untaken(long[] keys, int from) {
        int at = from;
        while (taken[place(keys[at])]) {
            at++;
        }
        return at;
    }

    private int take(long key) {
        int place = place(key);
        taken[place] = true;
        return place;
    }

    private static int place(long key) {
        return (int) (key & (PLACES - 1));
    }

    /**
     * The smallest {@code most} keys first, sorted; quicksort that leaves alone what is not asked for (Hoare 1961), so that a long
     * queue is not sorted whole. The library's sort allocates.
     */
    private void toFront(long[] keys, int most) {
        sort(keys, 0, count - 1, most);
    }

    private static void sort(long[] keys, int from, int to, int most) {
        int low = from;
        int high = to;
        while (low < high && low < most) {
            int split = partition(keys, low, high);
            // The smaller side by a call of its own, so that they are never nested deeply.
            if (split - low < high - split) {
                sort(keys, low, split - 1, most);
                low = split + 1;
            } else {
                sort(keys, split + 1, high, most);
                high = split - 1;
            }
        }
    }

    private static int partition(long[] keys, int low, int high) {
        swap(keys, (low + high) >>> 1, high);
        long pivot = keys[high];
        int place = low;
        for (int i = low; i < high; i++) {
            if (keys[i] < pivot) {
                swap(keys, i, place++);
            }
        }
        swap(keys, place, high);
        return place;
    }

    private static void swap(long[] keys, int a, int b) {
        long key = keys[a];
        keys[a] = keys[b];
        keys[b] = key;
    }
}
