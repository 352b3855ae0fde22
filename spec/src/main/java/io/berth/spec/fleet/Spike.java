package io.berth.spec.fleet;

/**
 * A while in which requests come faster than else.
 *
 * @param atNanos after the first request
 * @param lengthNanos how long it is
 * @param rate how many times as fast they come
 */
public record Spike(long atNanos, long lengthNanos, double rate) {
    /** When it is over. */
    public long endNanos() {
        return atNanos + lengthNanos;
    }
}
