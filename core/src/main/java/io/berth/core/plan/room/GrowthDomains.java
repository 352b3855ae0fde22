package io.berth.core.plan.room;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.NodeTable;
import io.berth.core.policy.domain.DomainPolicies;
import io.berth.core.state.Job;
import io.berth.core.workload.PeerRule.Within;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where further tasks of a job may come whose groups must be in one domain each: to the domain in which the others of their group are. */
final class GrowthDomains {
    private GrowthDomains() {}

    /** Of {@code among}, null for all, the nodes to which tasks of group {@code group} of {@code job}, which runs, may come; null for all. */
    static int @Nullable [] among(NodeTable nodes, Job job, int group, int @Nullable [] among) {
        GangShape gang = job.gang();
        Within own = gang.own(group);
        int @Nullable [] open = own == null ? among : inside(nodes, own, first(job, group), among);
        Within whole = gang.hasOwn() && gang.bound(group) ? gang.within() : null;
        return whole == null ? open : inside(nodes, whole, firstBound(job), open);
    }

    private static int firstBound(Job job) {
        int node = -1;
        for (int group = 0; node < 0 && group < job.gang().groups(); group++) {
            node = job.gang().bound(group) ? first(job, group) : -1;
        }
        return node;
    }

    /** Where the first task of group {@code group} is that is placed; -1 where there is none. */
    private static int first(Job job, int group) {
        int first = job.spec().firstTask(group);
        for (int task = first; task < first + job.spec().groups().get(group).max(); task++) {
            if (job.node(task) >= 0) {
                return job.node(task);
            }
        }
        return -1;
    }

    private static int[] inside(NodeTable nodes, Within rule, int node, int @Nullable [] among) {
        if (node < 0) {
            return new int[0];
        }
        int[] domain = new DomainSearch(nodes, rule, DomainPolicies.TIGHTEST, nodes::present).domain(node);
        return among == null
                ? domain
                : Arrays.stream(domain)
                        .filter(each -> Arrays.binarySearch(among, each) >= 0)
                        .toArray();
    }
}
