package io.berth.sim.forecast;

/**
 * When something is expected, UTC nanoseconds.
 *
 * @param nanos the median
 * @param earlyNanos sooner than this in one case of ten; {@code nanos} where nothing was sampled
 * @param lateNanos later than this in one case of ten; likewise
 */
public record Moment(long nanos, long earlyNanos, long lateNanos) {}
