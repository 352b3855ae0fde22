package io.berth.console.view;

import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.time.Nanos;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool of nodes as lists show it.
 *
 * @param queues whose jobs have its nodes
 * @param quota how many it deserves; null for all that it may have
 * @param limit how many it holds at most; null for no limit
 * @param lend how many of its quota others may have while its jobs do not need them; null for all
 * @param holdSeconds for how long a node stays with it at least
 * @param patienceSeconds how long those go on that run on a node when it comes back to it; null for until they end
 * @param nodes what is granted to it, by number
 */
public record PoolRow(
        String name,
        List<String> queues,
        @Nullable Integer quota,
        @Nullable Integer limit,
        @Nullable Integer lend,
        double holdSeconds,
        @Nullable Double patienceSeconds,
        List<GrantedNode> nodes) {
    /**
     * A node that is granted.
     *
     * @param since from when on; UTC, ISO 8601
     * @param guests how many tasks still run there of jobs that do not belong to the pool
     */
    public record GrantedNode(String node, String since, int guests) {}

    static PoolRow of(NodePool pool, List<GrantedNode> nodes) {
        PoolTerms terms = pool.terms();
        return new PoolRow(
                pool.name(),
                pool.queues(),
                some(terms.quota()),
                some(terms.limit()),
                terms.lend() >= terms.quota() && terms.quota() > 0 ? null : some(terms.lend()),
                Nanos.toSeconds(terms.holdNanos()),
                terms.patienceNanos() == Nanos.NEVER ? null : Nanos.toSeconds(terms.patienceNanos()),
                nodes);
    }

    private static @Nullable Integer some(int nodes) {
        return nodes == PoolTerms.ALL ? null : nodes;
    }
}
