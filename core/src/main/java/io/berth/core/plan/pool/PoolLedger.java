package io.berth.core.plan.pool;

import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.preempt.Loss;
import io.berth.core.plan.room.PooledNodes;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePools;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which pool holds which node and what runs there, as grants are chosen one after the other. Nodes that are lost or drained count for nobody. */
public final class PoolLedger {
    /** The place of the pool of a node that is granted to nobody. */
    static final int NOBODY = -1;

    private final State state;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final PooledNodes pooled;
    /** By node: the place of its pool; only of those that pools may have and that count. */
    private final int[] holders;

    private final BitSet counted = new BitSet();
    /** Nothing runs there. */
    private final BitSet idle = new BitSet();
    /** Only jobs of queues run there that its pool is not for. */
    private final BitSet coming = new BitSet();

    private final int[] has;
    private final int[] free;
    private final int[] awaited;
    private final List<Move> moves = new ArrayList<>();

    /**
     * A grant that was chosen.
     *
     * @param pool its place; {@link #NOBODY} for none
     */
    record Move(int node, int pool) {}

    /** As the plan in the making leaves it. */
    public PoolLedger(State state, RunningTasks running, PooledNodes pooled) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.running = running;
        this.pooled = pooled;
        int pools = state.pools().pools().size();
        this.has = new int[pools];
        this.free = new int[pools];
        this.awaited = new int[pools];
        this.holders = new int[nodes.count()];
        strays().forEach(node -> moves.add(new Move(node, NOBODY)));
        BitSet all = pooled.all();
        for (int node = all.nextSetBit(0); node >= 0; node = all.nextSetBit(node + 1)) {
            holders[node] = rightful(node);
            if (nodes.present(node) && !nodes.draining(node)) {
                look(node);
                count(node, 1);
            }
        }
    }

    /** Those that are granted to a pool that may not have them any more. */
    private List<Integer> strays() {
        List<Integer> strays = new ArrayList<>();
        NodePools pools = state.pools();
        for (int node : pools.grants().keySet()) {
            int holder = pools.holder(node);
            if (holder >= 0 && !pooled.of(holder).get(node)) {
                strays.add(node);
            }
        }
        return strays;
    }

    private int rightful(int node) {
        int holder = state.pools().holder(node);
        return holder >= 0 && pooled.of(holder).get(node) ? holder : NOBODY;
    }

    private void look(int node) {
        counted.set(node);
        idle.set(node, nodes.tasks(node) == 0);
        coming.set(node, holders[node] >= 0 && !idle.get(node) && guestsAlone(node));
    }

    private boolean guestsAlone(int node) {
        List<Job> jobs = running.jobsOn(node);
        return !jobs.isEmpty() && jobs.stream().noneMatch(job -> pooled.admits(holders[node], job.queue()));
    }

    private void count(int node, int by) {
        int holder = holders[node];
        if (holder >= 0) {
            has[holder] += by;
            free[holder] += idle.get(node) ? by : 0;
            awaited[holder] += coming.get(node) ? by : 0;
        }
    }

    /** {@code node} goes to {@code pool}. */
    void move(int node, int pool) {
        count(node, -1);
        holders[node] = pool;
        look(node);
        count(node, 1);
        moves.add(new Move(node, pool));
    }

    /** Grants that were chosen, in their order. */
    List<Move> moves() {
        return moves;
    }

    /** How many nodes {@code pool} has. */
    int has(int pool) {
        return has[pool];
    }

    /** On how many of them nothing runs. */
    int idle(int pool) {
        return free[pool];
    }

    /** On how many of them only those still run that do not belong there. */
    int coming(int pool) {
        return awaited[pool];
    }

    /** Those that are granted to nobody and that {@code pool} may have. */
    List<Integer> ungranted(int pool) {
        return inOrder(pick(pool, NOBODY));
    }

    /** Those of {@code from} on which nothing runs and that {@code pool} may have. */
    List<Integer> idle(int pool, int from) {
        BitSet picked = pick(pool, from);
        picked.and(idle);
        return inOrder(picked);
    }

    /** Those of {@code from} on which something runs and that {@code pool} may have, those first where a stop would lose least. */
    List<Integer> busy(int pool, int from) {
        BitSet picked = pick(pool, from);
        picked.andNot(idle);
        List<Integer> busy = inOrder(picked);
        long[] losses = new long[holders.length];
        busy.forEach(node -> losses[node] = loss(node));
        busy.sort((one, other) ->
                losses[one] == losses[other] ? Integer.compare(one, other) : Long.compare(losses[one], losses[other]));
        return busy;
    }

    private long loss(int node) {
        long loss = 0;
        for (Job job : running.jobsOn(node)) {
            loss += Loss.of(job, nodes, state.nowNanos());
        }
        return loss;
    }

    private BitSet pick(int pool, int holder) {
        BitSet picked = (BitSet) pooled.of(pool).clone();
        picked.and(counted);
        for (int node = picked.nextSetBit(0); node >= 0; node = picked.nextSetBit(node + 1)) {
            picked.set(node, holders[node] == holder);
        }
        return picked;
    }

    /** Those first that the fewest pools may have, then by number. */
    private List<Integer> inOrder(BitSet picked) {
        List<Integer> order = new ArrayList<>(picked.stream().boxed().toList());
        order.sort((one, other) -> {
            int sought = Integer.compare(sought(one), sought(other));
            return sought != 0 ? sought : Integer.compare(one, other);
        });
        return order;
    }

    /** How many pools may have {@code node}. */
    private int sought(int node) {
        int count = 0;
        for (int pool = 0; pool < has.length; pool++) {
            count += pooled.of(pool).get(node) ? 1 : 0;
        }
        return count;
    }

    /** The pool of {@code node}; {@link #NOBODY} for none. */
    int holder(int node) {
        return holders[node];
    }

    /** Since when {@code node} is with its pool; now, where it came there in this pass. */
    long sinceNanos(int node) {
        NodeGrant grant = state.pools().grant(node);
        boolean moved = moves.stream().anyMatch(move -> move.node() == node);
        return grant == null || moved ? state.nowNanos() : grant.sinceNanos();
    }
}
