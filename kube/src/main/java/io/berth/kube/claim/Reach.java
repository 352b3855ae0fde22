package io.berth.kube.claim;

import io.berth.core.workload.Label;
import io.berth.kube.object.NodeAffinity;
import java.util.List;

/** From which nodes a device can be had. */
public sealed interface Reach {
    /** From one, by its name. */
    record OnNode(String node) implements Reach {}

    /** From those that a selector picks. */
    record Selected(NodeAffinity nodes) implements Reach {}

    record Everywhere() implements Reach {}

    /** @param labels of the node, its name as one of them ({@link NodeAffinity#NAME}) */
    default boolean includes(String node, List<Label> labels) {
        return switch (this) {
            case OnNode(String only) -> only.equals(node);
            case Selected(NodeAffinity nodes) -> nodes.holds(labels);
            case Everywhere() -> true;
        };
    }
}
