package io.berth.core.queue;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The declared queues of a state, what their jobs hold and held. It follows what is taken and given; where no queue is declared it costs
 * nothing.
 */
public final class Queues {
    private QueueTree tree = QueueTree.NONE;
    private QueueUse use = new QueueUse(tree, new long[tree.resources().size()]);
    private DecayedUse decayed = new DecayedUse(0, 0, 0);
    private FairShare share = FairShare.NONE;
    /** One task's amounts, for one call. */
    private long[] amounts = new long[0];

    /** Rises whenever rights of queues are others. */
    private long declarations;
    /** Nodes came, went or are otherwise since the capacity was reckoned. */
    private boolean stale;

    /** What is kept of one queue over time. */
    public record Past(String queue, String resource, long asOfNanos, double mean) {}

    /** {@code queues} are declared in place of those before; nobody holds anything of them yet. */
    public void declare(QueueTree queues, long nowNanos) {
        List<Past> before = past();
        tree = queues;
        amounts = new long[tree.resources().size()];
        use = new QueueUse(tree, new long[amounts.length]);
        decayed = new DecayedUse(tree.size(), amounts.length, nowNanos);
        declarations += tree.any() || declarations > 0 ? 1 : 0;
        stale = true;
        restore(before);
    }

    /** Queues are compared by {@code newShare} from now on. */
    public void share(FairShare newShare) {
        share = newShare;
    }

    /** True where some queue is declared. */
    public boolean any() {
        return tree.any();
    }

    /** The declared queues. */
    public QueueTree tree() {
        return tree;
    }

    /** Rises whenever rights of queues are others: they are declared, or nodes come and go; 0 where no queue ever was. */
    public long version(Nodes nodes) {
        if (tree.any()) {
            use(nodes);
        }
        return declarations;
    }

    /** By what queues are compared. */
    public FairShare share() {
        return share;
    }

    /** What their jobs hold, of a cluster as {@code nodes} are. */
    public QueueUse use(Nodes nodes) {
        if (stale) {
            stale = false;
            declarations += use.capacity(capacity(nodes)) ? 1 : 0;
        }
        return use;
    }

    /** A node came, went, or is otherwise than it was: parts of the cluster are worth something else. */
    public void nodesChanged() {
        stale = true;
    }

    /** A task of {@code demand} of a job in {@code queue} takes its room at {@code nowNanos}. */
    public void take(String queue, Demand demand, long nowNanos) {
        int leaf = tree.any() ? tree.leaf(queue) : -1;
        if (leaf >= 0) {
            settle(leaf, nowNanos);
            use.take(leaf, amounts(demand));
        }
    }

    /** It gives it back. */
    public void give(String queue, Demand demand, long nowNanos) {
        int leaf = tree.any() ? tree.leaf(queue) : -1;
        if (leaf >= 0) {
            settle(leaf, nowNanos);
            use.give(leaf, amounts(demand));
        }
    }

    private void settle(int leaf, long nowNanos) {
        for (int node = leaf; node != tree.root(); node = tree.parent(node)) {
            decayed.settle(node, use, nowNanos, share.halfLifeNanos());
        }
    }

    private long[] amounts(Demand demand) {
        Arrays.fill(amounts, 0);
        add(demand, 1, amounts);
        return amounts;
    }

    /** Adds what {@code tasks} of {@code demand} hold to {@code to}, by resource; what others leave unused is of nobody's quota. */
    public void add(Demand demand, long tasks, long[] to) {
        if (demand.bestEffort()) {
            return;
        }
        List<String> resources = tree.resources();
        to[0] = Rights.sum(to[0], tasks * gpuMilli(demand));
        to[1] = Rights.sum(to[1], tasks * demand.cpuMilli());
        to[2] = Rights.sum(to[2], tasks * demand.memoryBytes());
        for (int column = 3; column < to.length; column++) {
            to[column] = Rights.sum(to[column], tasks * demand.amounts().extended(resources.get(column)));
        }
    }

    /** A device of which a task asks for no part of the time counts as whole: others may get none of it. */
    private static long gpuMilli(Demand demand) {
        long milli = demand.gpuMilli() == 0 ? Demand.WHOLE_GPU_MILLI : demand.gpuMilli();
        return demand.gpus() * milli;
    }

    /**
     * What is compared between queues of one parent, the least goes first: the dominant share of {@code node} by its weight where it holds what {@code held}
     * says, or that of what it has had.
     */
    public double share(int node, QueueUse held, long nowNanos) {
        return share.kind() == FairShare.Kind.USAGE
                ? pastShare(node, held, nowNanos)
                : held.dominantShare(node)
                        * QueueSpec.WEIGHT_MILLI
                        / tree.queues().get(node).weightMilli();
    }

    /**
     * The dominant share by its weight of what {@code node} has had: what decides between equal shares. Of a cluster of 32 GPUs queues of the weights 1 to 4 get
     * 3, 6, 9 and 12, and the other two in turns, so that over time it is 3.2, 6.4, 9.6 and 12.8.
     */
    public double pastShare(int node, QueueUse held, long nowNanos) {
        long at = nowNanos + DecayedUse.AHEAD_NANOS;
        return decayed.dominantShare(node, held, at, share.halfLifeNanos())
                * QueueSpec.WEIGHT_MILLI
                / tree.queues().get(node).weightMilli();
    }

    /** All of that as it is now, of a cluster as {@code nodes} are. */
    public QueueStanding standing(Nodes nodes) {
        return new QueueStanding(use(nodes), decayed, share);
    }

    /** What is kept of the past, queues in their order. */
    public List<Past> past() {
        List<Past> past = new ArrayList<>();
        for (int node = 0; node < tree.root(); node++) {
            for (int column = 0; column < amounts.length; column++) {
                past.add(new Past(
                        tree.queues().get(node).name(),
                        tree.resources().get(column),
                        decayed.asOf(node),
                        decayed.mean(node, column)));
            }
        }
        return past;
    }

    /** What was kept before of queues that are declared now. */
    public void restore(List<Past> before) {
        for (Past of : before) {
            int queue = tree.number(of.queue());
            int column = tree.resources().indexOf(of.resource());
            if (queue >= 0 && column >= 0) {
                decayed.restore(queue, of.asOfNanos(), column, of.mean());
            }
        }
    }

    private long[] capacity(Nodes nodes) {
        long[] capacity = new long[amounts.length];
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.present(node)) {
                capacity[0] = Rights.sum(capacity[0], (long) nodes.gpus(node) * Demand.WHOLE_GPU_MILLI);
                add(nodes, node, capacity);
            }
        }
        return capacity;
    }

    private void add(Nodes nodes, int node, long[] to) {
        to[1] = Rights.sum(to[1], nodes.total(node, Resource.CPU));
        to[2] = Rights.sum(to[2], nodes.total(node, Resource.MEMORY));
        for (int column = 3; column < to.length; column++) {
            int named = nodes.names().column(tree.resources().get(column));
            to[column] = Rights.sum(to[column], nodes.total(node, named));
        }
    }
}
