package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.NodeAffinity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Terms of nodes of which one must hold; none where any node will do. */
public final class Alternatives {
    /** Holds of no node. */
    public static final NodeSelectorTerm NEVER = named(List.of());

    private Alternatives() {}

    /** Holds of the nodes of these names. */
    static NodeSelectorTerm named(List<String> nodes) {
        return new NodeSelectorTerm(List.of(new Requirement(NodeAffinity.NAME, Operator.IN, nodes)));
    }

    /** Both: a term of each must hold. */
    public static List<NodeSelectorTerm> and(List<NodeSelectorTerm> one, List<NodeSelectorTerm> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        List<NodeSelectorTerm> both = new ArrayList<>();
        for (NodeSelectorTerm left : one) {
            for (NodeSelectorTerm right : other) {
                LinkedHashSet<Requirement> all = new LinkedHashSet<>(left.requirements());
                all.addAll(right.requirements());
                add(both, List.copyOf(all));
            }
        }
        return both;
    }

    /** Volumes of one place say the same again and again: what asks for more than another term says nothing beside it. */
    private static void add(List<NodeSelectorTerm> terms, List<Requirement> requirements) {
        for (NodeSelectorTerm term : terms) {
            if (requirements.containsAll(term.requirements())) {
                return;
            }
        }
        terms.removeIf(term -> term.requirements().containsAll(requirements));
        terms.add(new NodeSelectorTerm(requirements));
    }
}
