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

    private Demand asked(Demand demand) {
        List<PeerRule> rules = new ArrayList<>(demand.peers());
        rules.add(new PeerRule.Within(key));
        return new Demand(demand.amounts(), demand.devices(), there(demand.where()), rules, demand.preferences());
    }

    private NodeTerms there(NodeTerms where) {
        if (domain == null) {
            return where;
        }
        Requirement there = new Requirement(key, Operator.IN, List.of(domain));
        return new NodeTerms(
                where.labels(),
                where.tolerations(),
                Alternatives.and(where.selector(), List.of(new NodeSelectorTerm(List.of(there)))));
    }
}
