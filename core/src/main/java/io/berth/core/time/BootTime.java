package io.berth.core.time;

/**
 * How Berth's time goes with the clocks of one run of the machine that only count up, so that a restart finds out how much of it
 * has passed, whatever the machine's clock shows.
 *
 * @param boot names the run of the machine; empty where none is known
 * @param monotonicZeroNanos Berth's time when the clock was 0 that stands still while the machine is suspended
 * @param uptimeZeroNanos Berth's time when the clock was 0 that goes on meanwhile
 */
public record BootTime(String boot, long monotonicZeroNanos, long uptimeZeroNanos) {
    /** Nothing is known. */
    public static final BootTime NONE = new BootTime("", 0, 0);
}
