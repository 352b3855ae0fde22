package io.berth.core.dispatch.published;

/** The last counts of requests that probes answered with, kept in order, for a quantile of them. */
final class RecentCounts {
    private static final int KEPT = 128;

    private final int[] byTime = new int[KEPT];
    private final int[] bySize = new int[KEPT];
    private int count;
    private int next;

    void add(int requests) {
        if (count == KEPT) {
            int gone = place(byTime[next]) - 1;
            System.arraycopy(bySize, gone + 1, bySize, gone, count - gone - 1);
            count--;
        }
        int place = place(requests);
        System.arraycopy(bySize, place, bySize, place + 1, count - place);
        bySize[place] = requests;
        byTime[next] = requests;
        next = (next + 1) % KEPT;
        count++;
    }

    /** The least of them that at least {@code share} of all are not above; 0 before the first. */
    int quantile(double share) {
        return count == 0 ? 0 : bySize[StrictMath.max(0, (int) StrictMath.ceil(share * count) - 1)];
    }

    /** How many are not above {@code requests}. */
    private int place(int requests) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (bySize[middle] <= requests) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
