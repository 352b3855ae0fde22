package io.berth.console.curve;

/**
 * A value.
 *
 * @param timeNanos when it was seen, UTC nanoseconds
 * @param value NaN and the infinities where it was none
 */
public record Point(long step, long timeNanos, double value) {}
