package io.berth.console.view;

import io.berth.console.view.job.JobEntry;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.NodePools;
import io.berth.core.queue.QueueTree;
import io.berth.core.state.State;
import io.berth.core.time.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The pools of nodes as of the last instant, for any thread. */
final class PoolBoard {
    private static final Shown NONE = new Shown(0, QueueTree.NONE, List.of(), List.of());

    private static final int[] NO_TASKS = {};

    private volatile Shown shown = NONE;

    /** A node that is granted to the pool of place {@code pool}. */
    private record Granted(int node, String name, int pool, long sinceNanos) {}

    private record Shown(long version, QueueTree tree, List<NodePool> pools, List<Granted> granted) {}

    /** As {@code state} is now; on the engine's thread. */
    void publish(State state) {
        NodePools pools = state.pools();
        QueueTree tree = state.queues().tree();
        Shown known = shown;
        if (known.version == pools.version() && known.tree == tree) {
            return;
        }
        List<Granted> granted = new ArrayList<>();
        for (var entry : pools.grants().entrySet()) {
            int node = entry.getKey();
            NodeGrant grant = entry.getValue();
            String name = state.nodeTable().spec(node).name();
            granted.add(new Granted(node, name, pools.holder(node), grant.sinceNanos()));
        }
        shown = new Shown(pools.version(), tree, pools.pools(), granted);
    }

    /** As lists show them; {@code jobs} are those that live. */
    List<PoolRow> rows(Iterable<JobEntry> jobs, WallClock wall) {
        Shown now = shown;
        TreeMap<Integer, Integer> guests = now.granted.isEmpty() ? new TreeMap<>() : guests(now, jobs);
        List<PoolRow> rows = new ArrayList<>();
        for (int pool = 0; pool < now.pools.size(); pool++) {
            List<PoolRow.GrantedNode> nodes = new ArrayList<>();
            for (Granted one : now.granted) {
                if (one.pool == pool) {
                    String since = JobEntry.time(wall.wallNanos(one.sinceNanos));
                    nodes.add(new PoolRow.GrantedNode(one.name, since, guests.getOrDefault(one.node, 0)));
                }
            }
            rows.add(PoolRow.of(now.pools.get(pool), nodes));
        }
        return rows;
    }

    /** By node: the tasks of jobs that do not belong to its pool. */
    private static TreeMap<Integer, Integer> guests(Shown now, Iterable<JobEntry> jobs) {
        TreeMap<Integer, NodePool> holders = new TreeMap<>();
        now.granted.forEach(one -> holders.put(one.node, now.pools.get(one.pool)));
        TreeMap<Integer, Integer> guests = new TreeMap<>();
        for (JobEntry job : jobs) {
            for (int task : job.phase().holds() ? job.placedTasks() : NO_TASKS) {
                int node = job.node(task);
                NodePool holder = holders.get(node);
                if (holder != null && !now.tree.among(job.spec().queue(), holder.queues())) {
                    guests.merge(node, 1, Integer::sum);
                }
            }
        }
        return guests;
    }
}
