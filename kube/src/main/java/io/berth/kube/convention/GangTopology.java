package io.berth.kube.convention;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.kube.volume.Alternatives;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * That all pods of a gang be in one domain ({@code schedulingConstraints.topology} of a PodGroup, or {@link TopologyRequest}).
 *
 * @param rule in the levels of the cluster
 * @param domain in which some of them are, by label, those of wider levels too; empty while none is placed, or where they may be elsewhere
 */
public record GangTopology(Within rule, SortedMap<String, String> domain) {
    /** While none of the pods is placed. */
    public static final SortedMap<String, String> NOWHERE = new TreeMap<>();

    /** The labels of a domain of {@code rule}: its own, and those of wider levels. */
    public static List<String> keys(Within rule) {
        List<String> levels = rule.reach().levels();
        int at = levels.indexOf(rule.key());
        return at < 0 ? List.of(rule.key()) : levels.subList(0, at + 1);
    }

    /** True while the first of its pods says where the others must be. */
    public boolean open() {
        return rule.required() && domain.isEmpty();
    }

    /** {@code job} of such pods, with what that asks of its nodes. */
    public JobSpec asked(JobSpec job) {
        return job.withEach(group -> group.withDemand(asked(group.demand())));
    }

    /** Where the pods share something that only one domain of another label reaches, only those of one node are surely in one of both. */
    private Demand asked(Demand demand) {
        List<PeerRule> rules = new ArrayList<>();
        Within within = rule;
        for (PeerRule other : demand.peers()) {
            if (other instanceof Within shared) {
                within = shared.key().equals(rule.key()) ? rule : alsoWithin(shared);
            } else {
                rules.add(other);
            }
        }
        rules.add(within);
        boolean labelled = rule.required() && !within.key().equals(rule.key());
        return new Demand(
                demand.amounts(), demand.devices(), there(demand.where(), labelled), rules, demand.preferences());
    }

    private Within alsoWithin(Within shared) {
        return rule.required() ? new Within(PeerRule.NODE) : shared;
    }

    /** @param labelled true where the node must have the label, as nothing else asks for it */
    private NodeTerms there(NodeTerms where, boolean labelled) {
        if (domain.isEmpty() && !labelled) {
            return where;
        }
        List<Requirement> there = domain.isEmpty()
                ? List.of(new Requirement(rule.key(), Operator.EXISTS, List.of()))
                : domain.entrySet().stream().map(GangTopology::in).toList();
        return new NodeTerms(
                where.labels(),
                where.tolerations(),
                Alternatives.and(where.selector(), List.of(new NodeSelectorTerm(there))));
    }

    private static Requirement in(Map.Entry<String, String> label) {
        return new Requirement(label.getKey(), Operator.IN, List.of(label.getValue()));
    }
}
