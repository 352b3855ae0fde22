package io.berth.core.plan.pool;

import io.berth.core.plan.room.PooledNodes;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which nodes go to which pools. A pool above its limit gives up idle nodes. What is granted to nobody fills the quotas. Whose jobs need nodes of its quota
 * gets idle ones that others do not need, and calls those back, busy as they are, that others hold beyond their quotas. What is left over goes to those
 * whose jobs need more than that, to whom has least of its quota first: only as many as make whole what some job needs, so that two pools never keep
 * halves of what both wait for.
 */
public final class GrantChoice {
    private final List<NodePool> pools;
    private final PooledNodes pooled;
    private final PoolLedger ledger;
    private final PoolNeeds needs;
    private final long nowNanos;
    private long nextNanos = Nanos.NEVER;

    public GrantChoice(List<NodePool> pools, PooledNodes pooled, PoolLedger ledger, PoolNeeds needs, long nowNanos) {
        this.pools = pools;
        this.pooled = pooled;
        this.ledger = ledger;
        this.needs = needs;
        this.nowNanos = nowNanos;
    }

    /** Who is told which node goes to which pool. */
    @FunctionalInterface
    public interface Sink {
        /** {@code pool} is empty for none. */
        void grant(int node, String pool);
    }

    /** Chooses, and tells {@code sink}. */
    public void choose(Sink sink) {
        shed();
        fill();
        List<Integer> asking = IntStream.range(0, pools.size())
                .filter(pool -> !needs.none(pool))
                .boxed()
                .toList();
        asking.forEach(this::claim);
        byFewest(asking).forEach(this::wish);
        for (PoolLedger.Move move : ledger.moves()) {
            sink.grant(
                    move.node(), move.pool() < 0 ? "" : pools.get(move.pool()).name());
        }
    }

    /** When time alone will have somebody get a node: the hold of one is over then. {@link Nanos#NEVER} where it will not. */
    public long nextNanos() {
        return nextNanos;
    }

    private PoolTerms terms(int pool) {
        return pools.get(pool).terms();
    }

    /** A node that was lost comes back when another has taken its place. */
    private void shed() {
        for (int pool = 0; pool < pools.size(); pool++) {
            List<Integer> idle = ledger.idle(pool, pool).reversed();
            int over = ledger.has(pool) - terms(pool).limit();
            for (int i = 0; i < StrictMath.min(over, idle.size()); i++) {
                ledger.move(idle.get(i), PoolLedger.NOBODY);
            }
        }
    }

    /** Whoever may have the fewest nodes chooses first. */
    private void fill() {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, pools.size()).boxed().toList());
        order.sort(Comparator.comparingInt(pool -> pooled.of(pool).cardinality()));
        for (int pool : order) {
            int lacks = terms(pool).quota() - ledger.has(pool);
            if (lacks > 0) {
                move(ledger.ungranted(pool), lacks, pool);
            }
        }
    }

    /** Moves the first {@code most} of {@code nodes} at most; returns how many. */
    private int move(List<Integer> nodes, int most, int pool) {
        int moved = StrictMath.max(0, StrictMath.min(most, nodes.size()));
        nodes.subList(0, moved).forEach(node -> ledger.move(node, pool));
        return moved;
    }

    /** Nodes that are there or on their way. */
    private int ready(int pool) {
        return ledger.idle(pool) + ledger.coming(pool);
    }

    /** What it needs of its quota. */
    private void claim(int pool) {
        long right = (long) terms(pool).quota() - ledger.has(pool);
        if (right <= 0) {
            return;
        }
        int lacks = needs.within(pool, ready(pool) + right) - ready(pool);
        for (int from : byMost()) {
            lacks -= from == pool ? 0 : move(ledger.idle(pool, from), StrictMath.min(lacks, spare(from)), pool);
        }
        for (int from : byMost()) {
            int beyond = ledger.has(from) - terms(from).quota();
            if (lacks > 0 && from != pool && beyond > 0) {
                lacks -= move(ledger.busy(pool, from), StrictMath.min(lacks, beyond), pool);
            }
        }
    }

    /** Idle nodes that its own jobs cannot use with what it has a right to, and that it need not keep. */
    private int spare(int pool) {
        long right = StrictMath.max(0, (long) terms(pool).quota() - ledger.has(pool));
        int own = StrictMath.min(ledger.idle(pool), needs.within(pool, ready(pool) + right));
        return StrictMath.max(
                0,
                StrictMath.min(
                        ledger.idle(pool) - own, ledger.has(pool) - terms(pool).keeps()));
    }

    /** What it needs beyond that. */
    private void wish(int pool) {
        int most = terms(pool).limit() - ledger.has(pool);
        List<Integer> now = offered(pool, this::free);
        int could = StrictMath.min(most, now.size());
        int lacks = needs.within(pool, (long) ready(pool) + could) - ready(pool);
        move(now, StrictMath.min(lacks, could), pool);
        List<Integer> later = offered(pool, node -> !free(node));
        int then = StrictMath.min(terms(pool).limit() - ledger.has(pool), later.size());
        if (needs.within(pool, (long) ready(pool) + then) > ready(pool)) {
            later.forEach(node -> nextNanos = StrictMath.min(nextNanos, freeNanos(node)));
        }
    }

    /** Those that {@code pool} could have and that are as {@code which} says. */
    private List<Integer> offered(int pool, IntPredicate which) {
        List<Integer> offered = new ArrayList<>(
                ledger.ungranted(pool).stream().filter(which::test).toList());
        for (int from : byMost()) {
            if (from != pool) {
                List<Integer> idle =
                        ledger.idle(pool, from).stream().filter(which::test).toList();
                offered.addAll(idle.subList(0, StrictMath.min(spare(from), idle.size())));
            }
        }
        return offered;
    }

    private boolean free(int node) {
        return freeNanos(node) <= nowNanos;
    }

    private long freeNanos(int node) {
        int holder = ledger.holder(node);
        return holder < 0
                ? nowNanos
                : Nanos.after(ledger.sinceNanos(node), terms(holder).holdNanos());
    }

    /** All, those first that have most beyond their quota. */
    private List<Integer> byMost() {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, pools.size()).boxed().toList());
        order.sort(Comparator.comparingLong(pool -> (long) terms(pool).quota() - ledger.has(pool)));
        return order;
    }

    /** Those first that have the least part of their quota; who has none goes last, the fewest nodes first. */
    private List<Integer> byFewest(List<Integer> asking) {
        List<Integer> order = new ArrayList<>(asking);
        order.sort((one, other) -> {
            int parts = Long.compare(
                    (long) ledger.has(one) * terms(other).quota(),
                    (long) ledger.has(other) * terms(one).quota());
            boolean none = terms(one).quota() == 0 || terms(other).quota() == 0;
            int quota = Boolean.compare(terms(one).quota() == 0, terms(other).quota() == 0);
            int fewest = Integer.compare(ledger.has(one), ledger.has(other));
            return !none ? parts : quota != 0 ? quota : fewest;
        });
        return order;
    }
}
