package io.berth.core.dispatch.promise;

import java.util.Arrays;

/**
 * How long no server is there: as long as the times before in the middle, of those that took longer than this one has taken so far; where
 * there was none, as long again as it has taken.
 */
final class Outages {
    private static final int KEPT = 16;

    private final long[] lasted = new long[KEPT];
    private int count;

    /** One is over that took {@code nanos}. */
    void over(long nanos) {
        lasted[count++ % KEPT] = nanos;
    }

    /** How long one will still last that has lasted {@code nanos}. */
    long rest(long nanos) {
        long[] longer = Arrays.stream(lasted, 0, StrictMath.min(count, KEPT))
                .filter(before -> before > nanos)
                .sorted()
                .toArray();
        return longer.length == 0 ? nanos : longer[longer.length / 2] - nanos;
    }
}
