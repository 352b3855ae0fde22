package io.berth.core.plan.pool;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.room.PooledNodes;
import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * How many nodes more the jobs need that wait, by pool, in the order of the queue. A task needs that part of a node of which as many as fit on an empty one make
 * the whole; so what fits beside others of another size is counted rather too high than too low. A job counts for the first pool of its queue that may have a
 * node for it.
 */
public final class PoolNeeds {
    private static final long WHOLE = 1_000;

    private final NodeTable nodes;
    private final PooledNodes pooled;
    /** By pool: thousandths of a node for each job. */
    private final List<List<Long>> jobs = new ArrayList<>();

    private final long[] sums;
    /** By pool and shape: how many tasks the emptiest of its nodes holds. */
    private final List<TreeMap<Integer, Integer>> slots = new ArrayList<>();

    /** Nobody waits. */
    public PoolNeeds(NodeTable nodes, PooledNodes pooled, int pools) {
        this.nodes = nodes;
        this.pooled = pooled;
        this.sums = new long[pools];
        for (int pool = 0; pool < pools; pool++) {
            jobs.add(new ArrayList<>());
            slots.add(new TreeMap<>());
        }
    }

    /** {@code job} waits behind those that were added. */
    public void add(Job job) {
        for (int pool = 0; pool < sums.length; pool++) {
            long needed = pooled.admits(pool, job.queue()) ? needed(pool, job) : 0;
            if (needed > 0) {
                count(pool, needed);
                return;
            }
        }
    }

    /** What is more than all nodes of a pool changes nothing. */
    private void count(int pool, long needed) {
        if (sums[pool] <= WHOLE * pooled.of(pool).cardinality()) {
            sums[pool] += needed;
            jobs.get(pool).add(needed);
        }
    }

    /** 0 where no node of {@code pool} will do. */
    private long needed(int pool, Job job) {
        long needed = 0;
        for (int group = 0; group < job.gang().groups(); group++) {
            int fit = slots(pool, job.gang().shape(group));
            if (fit == 0) {
                return 0;
            }
            long tasks = job.spec().groups().get(group).min();
            needed += (tasks * WHOLE + fit - 1) / fit;
        }
        return needed;
    }

    private int slots(int pool, Shape shape) {
        return slots.get(pool).computeIfAbsent(shape.id(), _ -> most(pooled.of(pool), shape));
    }

    private int most(BitSet among, Shape shape) {
        int most = 0;
        for (int node = among.nextSetBit(0); node >= 0; node = among.nextSetBit(node + 1)) {
            most = StrictMath.max(most, nodes.emptySlots(shape, node));
        }
        return most;
    }

    /** True where no job waits that a node of {@code pool} would help. */
    public boolean none(int pool) {
        return jobs.get(pool).isEmpty();
    }

    /** How many nodes those need, one after the other, that have enough of {@code most} beside those before them. */
    int within(int pool, long most) {
        long sum = 0;
        for (long needed : jobs.get(pool)) {
            sum += nodes(sum + needed) <= most ? needed : 0;
        }
        return (int) nodes(sum);
    }

    private static long nodes(long milli) {
        return (milli + WHOLE - 1) / WHOLE;
    }
}
