package io.berth.core.explain;

import io.berth.core.decision.Reason;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.NodePools;
import io.berth.core.pool.PoolTerms;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which pools have the nodes that a job is kept from, and how its own comes to more, in words. */
final class Pooled {
    private final State state;
    private final NodePools pools;

    private Pooled(State state) {
        this.state = state;
        this.pools = state.pools();
    }

    static String text(State state, Job job) {
        return new Pooled(state).of(job);
    }

    private String of(Job job) {
        NodePool own = null;
        TreeMap<String, Integer> has = new TreeMap<>();
        pools.grants().values().forEach(grant -> has.merge(grant.pool(), 1, Integer::sum));
        List<String> others = new ArrayList<>();
        for (NodePool pool : pools.pools()) {
            boolean its = state.queues().tree().among(job.queue(), pool.queues());
            if (its && own == null) {
                own = pool;
            } else if (!its && has.containsKey(pool.name())) {
                others.add("\"" + pool.name() + "\" has " + has.get(pool.name()));
            }
        }
        String whose = others.isEmpty() ? "" : ": " + String.join(", ", others);
        return Reason.OTHER_POOL.text() + whose + "; " + own(own, job, has);
    }

    private String own(@Nullable NodePool own, Job job, TreeMap<String, Integer> has) {
        if (own == null) {
            return "no pool is for queue \"" + job.queue() + "\"";
        }
        PoolTerms terms = own.terms();
        int nodes = has.getOrDefault(own.name(), 0);
        String start = "its own, \"" + own.name() + "\", has " + nodes;
        if (nodes >= terms.limit()) {
            return start + ", its limit";
        }
        if (terms.fixed() && terms.quota() == PoolTerms.ALL) {
            return start + ", all that are there";
        }
        if (nodes < terms.quota()) {
            String within = terms.patienceNanos() == Nanos.NEVER
                    ? "when jobs there end"
                    : "after " + Nanos.format(terms.patienceNanos()) + " at most";
            return start + " of the " + terms.quota() + " that it deserves, and gets them back " + within;
        }
        long next = nextNanos(own);
        String when =
                next == Nanos.NEVER ? "when others have idle ones" : "in " + Nanos.format(next - state.nowNanos());
        return start + ", of which it deserves " + terms.quota() + ", and may get one more " + when;
    }

    /** When an idle node of another pool has stayed there for as long as it must; {@link Nanos#NEVER} where none is idle. */
    private long nextNanos(NodePool own) {
        long next = Nanos.NEVER;
        for (var entry : pools.grants().entrySet()) {
            int node = entry.getKey();
            NodeGrant grant = entry.getValue();
            boolean idle = state.nodes().present(node) && state.nodeTable().tasks(node) == 0;
            if (idle
                    && !grant.pool().equals(own.name())
                    && own.mayHave(state.nodeTable().spec(node))) {
                long hold = pools.pools().get(pools.holder(node)).terms().holdNanos();
                long until = Nanos.after(grant.sinceNanos(), hold);
                next = until > state.nowNanos() ? StrictMath.min(next, until) : next;
            }
        }
        return next;
    }
}
