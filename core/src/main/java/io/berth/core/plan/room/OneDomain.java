package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.domain.DomainPolicies;
import io.berth.core.state.Job;
import io.berth.core.workload.PeerRule.Within;
import java.util.Arrays;
import java.util.List;

/** Jobs that all go to one domain, to any nodes of it, and that nothing else keeps from room that there is by count. */
public final class OneDomain {
    /** Of a node that is in no domain. */
    public static final int NONE = -1;

    private OneDomain() {}

    /** True where {@code job} is such a job, and no task that is placed keeps it from a node that has room for it. */
    public static boolean bindsOnly(Job job, NodeTable nodes) {
        boolean one =
                job.uniform() && job.gang().withinKey() != null && job.gang().fewerFit();
        if (!one || !job.shape().demand().peers().stream().allMatch(Within.class::isInstance)) {
            return false;
        }
        Shape shape = job.shape();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.slots(shape, node) > 0 && !nodes.peersAllow(shape, node)) {
                return false;
            }
        }
        return true;
    }

    /** The number of the domain of each node, of those of which {@code job}, which is of {@code rule}, must be in one; {@link #NONE} for none. */
    public static int[] numbers(NodeTable nodes, Within rule) {
        DomainSearch search = new DomainSearch(nodes, rule, DomainPolicies.TIGHTEST, nodes::present);
        int[] numbers = new int[nodes.count()];
        Arrays.fill(numbers, NONE);
        List<int[]> domains = search.domains(search.asked());
        for (int domain = 0; domain < domains.size(); domain++) {
            for (int node : domains.get(domain)) {
                numbers[node] = domain;
            }
        }
        return numbers;
    }
}
