package io.berth.local.device;

/**
 * What a device did at one moment. A figure that its tool does not give is {@link Double#NaN}.
 *
 * @param busyPercent share of the recent past in which some kernel ran, 0 to 100; not how much of the device it filled
 * @param memoryUsedBytes device memory in use, by whomever
 * @param temperatureCelsius of the chip (AMD: its hottest spot where the tool tells of it)
 * @param powerWatts drawn now
 */
public record Reading(double busyPercent, double memoryUsedBytes, double temperatureCelsius, double powerWatts) {
    /** Nothing is known. */
    public static final Reading NONE = new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
