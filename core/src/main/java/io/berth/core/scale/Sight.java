package io.berth.core.scale;

/**
 * What is seen when it is asked how many servers there should be.
 *
 * @param nowNanos when, never before the time before
 * @param ready servers that take requests
 * @param starting servers that will
 * @param running requests that have a slot
 * @param waiting requests that have none yet
 * @param arrived requests that came since it was asked before
 */
public record Sight(long nowNanos, int ready, int starting, long running, long waiting, long arrived) {
    /** Servers that are there or will be. */
    public int current() {
        return ready + starting;
    }
}
