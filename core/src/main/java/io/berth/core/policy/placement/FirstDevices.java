package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * Any node, and on it the first idle devices, whatever their links.
 *
 * <p>Goals: what a scheduler does that knows nothing of links, so that it can be told what they are worth: {@code place: [best-fit,
 * first-devices]} beside {@code best-fit}. Constraints: behind another policy, which chooses the node; alone it takes the first that fits.
 *
 * <p>Algorithm: score = 0. Devices by their numbers; of shares the device with least left, as under all policies without a rule of their
 * own.
 *
 * <p>Source: kubelet's device manager where the plugin has no GetPreferredAllocation (kubernetes, pkg/kubelet/cm/devicemanager).
 */
public final class FirstDevices implements Scorer {
    public static final long HIGHEST = 1;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        return 0;
    }
}
