package io.berth.kube.share;

import java.util.List;

/**
 * What a pod holds of shared devices, as its agent was told.
 *
 * @param parts not empty
 */
public record ShareHeld(List<Part> parts) {
    /**
     * On one device.
     *
     * @param device its id
     * @param coreMilli thousandths of its compute
     */
    public record Part(String device, long memoryMib, int coreMilli) {}
}
