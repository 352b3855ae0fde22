package io.berth.core.dispatch;

/**
 * Which requests are ended at their servers so that more urgent ones have room.
 *
 * @param below requests of a lower priority are sheddable; the others are what room is made for
 * @param most how often one request is ended; then it runs
 * @param afterNanos how long a request waits until another is ended for it
 * @param streaming whether also one is ended whose client has begun to hear the answer
 */
public record Evict(int below, int most, long afterNanos, boolean streaming) {
    /** Priorities below 0, five times at most, at once, and none that streams. */
    public static final Evict DEFAULT = new Evict(0, 5, 0, false);

    public Evict {
        if (most < 1 || afterNanos < 0) {
            throw new IllegalArgumentException("Evictions need a request that is ended once at least (" + most
                    + ") and a wait (" + afterNanos + " ns) of 0 or more.");
        }
    }
}
