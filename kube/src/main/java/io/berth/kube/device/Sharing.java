package io.berth.kube.device;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.kube.claim.Reach;
import io.berth.kube.object.NodeAffinity;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which nodes reach the same devices, whichever of several is taken. */
final class Sharing {
    private Sharing() {}

    /**
     * The label of whose domains each reaches one of {@code devices} as a whole or not at all; {@link PeerRule#NODE} where only one node by
     * itself surely does; null where all nodes reach all of them.
     */
    static @Nullable String domain(Collection<Offered> devices) {
        String domain = null;
        for (Offered offered : devices) {
            String of = offered.device().binding().toNode()
                    ? PeerRule.NODE
                    : domain(offered.device().reach());
            if (of != null) {
                domain = domain == null || domain.equals(of) ? of : PeerRule.NODE;
            }
        }
        return domain;
    }

    private static @Nullable String domain(Reach reach) {
        return switch (reach) {
            case Reach.Everywhere() -> null;
            case Reach.OnNode _ -> PeerRule.NODE;
            case Reach.Selected(NodeAffinity nodes) -> domain(nodes.required());
        };
    }

    private static String domain(List<NodeSelectorTerm> terms) {
        List<Requirement> asked = terms.size() == 1 ? terms.getFirst().requirements() : List.of();
        boolean oneValue = asked.size() == 1
                && asked.getFirst().operator() == Operator.IN
                && asked.getFirst().values().size() == 1
                && !asked.getFirst().key().startsWith(NodeAffinity.FIELD);
        return oneValue ? asked.getFirst().key() : PeerRule.NODE;
    }
}
