package io.berth.local.load;

import io.berth.local.device.Vendor;

/**
 * What one accelerator did in a window; see {@link io.berth.local.device.Reading} for the figures.
 *
 * @param vendor whose device it is
 * @param index its number among that vendor's
 */
public record DeviceLoad(
        Vendor vendor,
        int index,
        Figure busyPercent,
        Figure memoryUsedBytes,
        Figure temperatureCelsius,
        Figure powerWatts) {}
