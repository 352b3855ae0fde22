package io.berth.kube.device.expression;

import io.berth.kube.claim.Device;
import io.berth.kube.claim.Qualities;

/**
 * What an expression sees of a device.
 *
 * @param driver the driver that published it, such as {@code gpu.nvidia.com}; a name without a domain is in the domain of this name
 * @param allowMultipleAllocations whether several claims may share it
 */
public record Seen(String driver, Qualities qualities, boolean allowMultipleAllocations) {
    public static Seen of(String driver, Device device) {
        return new Seen(driver, device.qualities(), device.shareable());
    }
}
