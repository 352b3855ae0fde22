package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who must be preempted for whom under one order: a {@link VictimTree} per shape and rank asked for, kept from pass to pass. */
final class VictimIndex {
    /** How many nodes all trees may have together; some 40 bytes each. */
    private static final long MAX_ENTRIES = 4L << 20;

    private final State state;
    private final NodeTable nodes;
    private final KeyedOrder order;
    private final NodeVictims victims;
    private final OvercommittedNodes overcommitted;
    /** By shape and rank. */
    private final TreeMap<Long, VictimTree> trees = new TreeMap<>();

    private long searches;

    VictimIndex(State state, RunningTasks running, JobMarks marks, Preempting by) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.order = by.order();
        this.victims = new NodeVictims(state, running, marks, by);
        this.overcommitted = new OvercommittedNodes(nodes);
    }

    /**
     * The last of those that must be preempted for {@code job} from the end of the order; null where preempting all that it may is not
     * enough. {@code released} counts how often room was given back in this pass or before.
     *
     * @param found gets the nodes on which its tasks may then go
     */
    @Nullable
    Job lastVictim(Job job, long released, Found found) {
        int tasks = job.leastTasks();
        long key = order.key(job, state.nowNanos());
        VictimTree tree = tree(job);
        if (tree.refuses(released, tasks, key)) {
            return null;
        }
        tree.begin(state.nowNanos());
        Job last = null;
        long left = tasks;
        for (int node = tree.next(key); node >= 0; node = tree.next(key)) {
            Job victim = tree.victim(node);
            if (left <= 0 && victim != last) {
                break;
            }
            last = victim;
            left -= tree.count(node);
        }
        if (left > 0) {
            tree.end();
            tree.refuse(released, tasks, key);
            return null;
        }
        for (int i = 0; i < tree.searchedNodes(); i++) {
            found.node(tree.searched(i));
        }
        // Whoever cannot take back its room is a victim, whether anybody needs it or not.
        overcommitted.now().forEach(found::node);
        tree.end();
        return last;
    }

    /** Hears of nodes. */
    interface Found {
        void node(int node);
    }

    /** True where {@code waiting} may preempt {@code running} if it goes before it, and nobody did. */
    boolean open(Job waiting, Job running) {
        return victims.open(running, rank(waiting));
    }

    private int rank(Job job) {
        return order.ranks() ? order.rank(job, state.nowNanos()) : 0;
    }

    private VictimTree tree(Job job) {
        int rank = rank(job);
        long id = (long) job.shape().id() << Integer.SIZE | rank & 0xffffffffL;
        VictimTree tree = trees.get(id);
        if (tree == null) {
            if ((trees.size() + 1L) * nodes.count() > MAX_ENTRIES && !trees.isEmpty()) {
                dropOldest();
            }
            tree = new VictimTree(victims, nodes, job.shape(), rank, order.changesWithTime());
            trees.put(id, tree);
        }
        tree.lastAsked = ++searches;
        return tree;
    }

    private void dropOldest() {
        long oldest = trees.firstKey();
        long asked = Long.MAX_VALUE;
        for (var entry : trees.entrySet()) {
            if (entry.getValue().lastAsked < asked) {
                asked = entry.getValue().lastAsked;
                oldest = entry.getKey();
            }
        }
        trees.remove(oldest);
    }
}
