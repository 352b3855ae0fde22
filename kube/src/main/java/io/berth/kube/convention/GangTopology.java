package io.berth.kube.convention;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.kube.volume.Alternatives;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * That all pods of a gang be in one domain ({@code schedulingConstraints.topology} of a PodGroup).
 *
 * @param key the label of nodes
 * @param domain in which some of them are; null while none is placed
 */
public record GangTopology(String key, @Nullable String domain) {
    /** {@code job} of such pods, with what that asks of its nodes. */
    public JobSpec asked(JobSpec job) {
        return job.withEach(group -> group.withDemand(asked(group.demand())));
    }

    /** Where the pods share something that only one domain of another label reaches, only those of one node are surely in one of both. */
    private Demand asked(Demand demand) {
        List<PeerRule> rules = new ArrayList<>();
        String within = key;
        for (PeerRule rule : demand.peers()) {
            if (rule instanceof PeerRule.Within(String other)) {
                within = other.equals(key) ? key : PeerRule.NODE;
            } else {
                rules.add(rule);
            }
        }
        rules.add(new PeerRule.Within(within));
        return new Demand(
                demand.amounts(),
                demand.devices(),
                there(demand.where(), !within.equals(key)),
                rules,
                demand.preferences());
    }

    /** @param labelled true where the node must have the label, as nothing else asks for it */
    private NodeTerms there(NodeTerms where, boolean labelled) {
        if (domain == null && !labelled) {
            return where;
        }
        Requirement there = domain == null
                ? new Requirement(key, Operator.EXISTS, List.of())
                : new Requirement(key, Operator.IN, List.of(domain));
        return new NodeTerms(
                where.labels(),
                where.tolerations(),
                Alternatives.and(where.selector(), List.of(new NodeSelectorTerm(List.of(there)))));
    }
}
