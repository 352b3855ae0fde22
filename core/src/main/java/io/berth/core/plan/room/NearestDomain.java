package io.berth.core.plan.room;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.DomainMiss;
import io.berth.core.policy.Filter;
import io.berth.core.policy.domain.DomainPolicies;
import io.berth.core.state.Job;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Which domain holds most of a job that none holds. */
public final class NearestDomain {
    private NearestDomain() {}

    /**
     * The nearest miss of {@code job} on {@code nodes} as they are; null where it may be anywhere, or there are no domains. Of several groups, that of
     * the first that must be in a domain of its own and has none, else of the one whose turn is first.
     *
     * @param filter says which nodes may take its tasks
     */
    public static @Nullable DomainMiss of(NodeTable nodes, Job job, Filter filter) {
        GangShape gang = job.gang();
        for (int turn = 0; gang.hasOwn() && turn < gang.groups(); turn++) {
            int group = gang.inTurn(turn);
            Within own = gang.own(group);
            DomainMiss miss = own == null
                    ? null
                    : of(
                            nodes,
                            job,
                            filter,
                            new Asked(group, own, job.spec().groups().get(group).name()));
            if (miss != null && miss.holds() < miss.tasks()) {
                return miss;
            }
        }
        Within rule = gang.within();
        return rule == null ? null : of(nodes, job, filter, new Asked(gang.inTurn(0), rule, ""));
    }

    /** A group, and in which domain it must be; the name of the group where that is a domain of its own, else empty. */
    private record Asked(int group, Within rule, String name) {}

    private static @Nullable DomainMiss of(NodeTable nodes, Job job, Filter filter, Asked asked) {
        DomainSearch search = new DomainSearch(nodes, asked.rule, DomainPolicies.TIGHTEST, nodes::present);
        int group = asked.group;
        Shape shape = job.gang().shape(group);
        IntToLongFunction slots = node -> filter.whyNot(nodes, node, shape) == null ? nodes.slots(shape, node) : 0;
        int tasks = job.spec().groups().get(group).min();
        int level = search.asked();
        int[] best = most(search, level, slots);
        if (best.length == 0) {
            return null;
        }
        String wider = "";
        for (int above = level - 1; above >= 0 && wider.isEmpty(); above--) {
            int[] larger = most(search, above, slots);
            wider = larger.length > 0 && search.holds(above, larger, slots) >= tasks
                    ? search.label(above) + " " + name(search, above, larger[0], nodes)
                    : "";
        }
        return new DomainMiss(
                asked.name,
                search.label(level),
                name(search, level, best[0], nodes),
                StrictMath.min(tasks, search.holds(level, best, slots)),
                tasks,
                wider);
    }

    private static String name(DomainSearch search, int level, int node, NodeTable nodes) {
        return search.key(level).equals(PeerRule.NODE) ? nodes.spec(node).name() : search.value(level, node);
    }

    /** The first of the domains that hold most; empty where there is none. */
    private static int[] most(DomainSearch search, int level, IntToLongFunction slots) {
        List<int[]> domains = search.domains(level);
        int[] best = new int[0];
        long most = -1;
        for (int[] domain : domains) {
            long holds = search.holds(level, domain, slots);
            if (holds > most) {
                most = holds;
                best = domain;
            }
        }
        return best;
    }
}
