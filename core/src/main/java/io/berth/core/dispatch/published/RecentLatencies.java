package io.berth.core.dispatch.published;

import java.util.Arrays;

/** The last latencies of one server, each with how many requests were there before it. */
final class RecentLatencies {
    private static final int KEPT = 64;
    /** A median is of so many, or of all where there are fewer. */
    private static final int NEAR = 16;

    private final int[] ahead = new int[KEPT];
    private final long[] nanos = new long[KEPT];
    private final long[] near = new long[KEPT];
    private int count;
    private int next;

    void add(int requestsAhead, long latencyNanos) {
        ahead[next] = requestsAhead;
        nanos[next] = latencyNanos;
        next = (next + 1) % KEPT;
        count = StrictMath.min(KEPT, count + 1);
    }

    void clear() {
        count = 0;
        next = 0;
    }

    /** The median of those that met about {@code requests} there, the lower of two in the middle; 0 before the first. */
    long median(int requests) {
        if (count == 0) {
            return 0;
        }
        int wanted = StrictMath.min(count, NEAR);
        int found = 0;
        for (long within = 0; found < wanted; within = 2 * within + 1) {
            found = 0;
            for (int i = 0; i < count; i++) {
                if (StrictMath.abs((long) ahead[i] - requests) <= within) {
                    near[found++] = nanos[i];
                }
            }
        }
        Arrays.sort(near, 0, found);
        return near[(found - 1) / 2];
    }
}
