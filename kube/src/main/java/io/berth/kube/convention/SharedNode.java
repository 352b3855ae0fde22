package io.berth.kube.convention;

import io.berth.core.cluster.device.DeviceSet;
import java.util.List;
import java.util.Set;

/**
 * Of which devices a node gives shares.
 *
 * @param devices set by set, in the order in which their agent counts; empty for none
 * @param counted resources that are no devices beside these
 */
public record SharedNode(List<DeviceSet> devices, Set<String> counted) {
    /** Nobody gives shares. */
    public static final SharedNode NONE = new SharedNode(List.of(), Set.of());
}
