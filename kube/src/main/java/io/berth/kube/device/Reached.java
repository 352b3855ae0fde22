package io.berth.kube.device;

import io.berth.kube.claim.Device;
import io.berth.kube.claim.Reach;
import io.berth.kube.claim.Slice;
import java.util.HashSet;
import java.util.Set;

/**
 * Nodes that reach devices.
 *
 * @param nodes by name
 * @param others true where others may as well
 */
public record Reached(Set<String> nodes, boolean others) {
    /** No node. */
    public static final Reached NONE = new Reached(Set.of(), false);

    static Reached by(Slice slice) {
        Set<String> nodes = new HashSet<>();
        boolean others = false;
        for (Device device : slice.devices()) {
            if (device.reach() instanceof Reach.OnNode(String node)) {
                nodes.add(node);
            } else {
                others = true;
            }
        }
        return new Reached(nodes, others);
    }

    Reached and(Reached more) {
        Set<String> both = new HashSet<>(nodes);
        both.addAll(more.nodes);
        return new Reached(both, others || more.others);
    }
}
