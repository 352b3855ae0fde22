package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What EASY backfill promises to the first job that does not fit, found by trying every time at which something should end. */
final class NaivePromise {
    private final Job holder;
    private final long endNanos;
    private final long atNanos;
    /** The cluster at that time, the promise taken. */
    private final NaiveCluster then;

    private final TreeSet<Integer> nodes;
    private boolean open;

    private NaivePromise(Job holder, long endNanos, long nowNanos, NaiveCluster then, TreeSet<Integer> nodes) {
        this.holder = holder;
        this.endNanos = endNanos;
        this.atNanos = Math.max(endNanos, nowNanos);
        this.then = then;
        this.nodes = nodes;
    }

    /** The earliest time at which enough expected ends have passed, and there the lowest nodes. */
    static NaivePromise of(Job job, NaiveCluster cluster, long nowNanos) {
        for (long end : cluster.ends()) {
            NaiveCluster then = cluster.later(end);
            TreeSet<Integer> nodes = new TreeSet<>();
            if (takeLowest(job, then, nodes)) {
                return new NaivePromise(job, end, nowNanos, then, nodes);
            }
        }
        return new NaivePromise(job, Nanos.NEVER, nowNanos, cluster, new TreeSet<>());
    }

    /**
     * Of one who must start some time: the same in one of {@code domains}, where there are some; else when those have ended too of which nobody
     * knows when, the first that started first. Null where there is no hope.
     */
    static @Nullable NaivePromise anyhow(
            Job job, NaiveCluster cluster, long nowNanos, @Nullable List<List<Integer>> domains) {
        List<IntPredicate> among = domains == null
                ? List.of(_ -> true)
                : domains.stream().<IntPredicate>map(some -> some::contains).toList();
        for (long end : cluster.ends()) {
            NaivePromise promise = in(among, job, end, nowNanos, cluster.later(end));
            if (promise != null) {
                return promise;
            }
        }
        for (long decision : cluster.unknown()) {
            NaivePromise promise = in(among, job, Nanos.NEVER, nowNanos, cluster.anyhow(decision));
            if (promise != null) {
                promise.open = true;
                return promise;
            }
        }
        return null;
    }

    private static @Nullable NaivePromise in(
            List<IntPredicate> among, Job job, long end, long nowNanos, NaiveCluster then) {
        for (IntPredicate some : among) {
            TreeSet<Integer> nodes = new TreeSet<>();
            NaiveCluster tried = then.among(some);
            if (takeLowest(job, tried, nodes)) {
                return new NaivePromise(job, end, nowNanos, tried, nodes);
            }
        }
        return null;
    }

    /** Group by group, on the lowest nodes that have room beside the groups before. */
    static boolean takeLowest(Job job, NaiveCluster then, TreeSet<Integer> nodes) {
        for (int group : NaivePlanner.hardestFirst(job.spec())) {
            int tasks = job.spec().groups().get(group).min();
            if (!then.takeLowest(job.gang().shape(group), tasks, nodes)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is for more than one task. */
    boolean gang() {
        return holder.spec().leastTasks() > 1;
    }

    /** Whether it is for several groups. */
    boolean several() {
        return holder.spec().groups().size() > 1;
    }

    /** Whether all ends that it waits for were expected before now. */
    boolean overdue() {
        return endNanos < atNanos;
    }

    /** Whether a job that ends then may start wherever it fits. */
    boolean isAfter(long endNanos) {
        return !open && endNanos <= atNanos;
    }

    /** Whether nobody knows when the room is there. */
    boolean open() {
        return open;
    }

    /** What a job that runs longer may use of {@code node}. */
    NaiveRoom beside(NaiveCluster cluster, int node) {
        NaiveRoom room = cluster.room(node);
        return nodes.contains(node) ? room.smaller(then.room(node)) : room;
    }

    /** What of {@code table} such a job may not use. */
    List<NodeRow> withheld(State state, NodeTable table) {
        NodeTable later = TableCopy.of(state, then);
        List<NodeRow> withheld = new ArrayList<>();
        nodes.forEach(node -> withheld.add(table.row(node).excessOver(later.row(node))));
        return withheld;
    }

    /** A task of such a job is placed; it will be there at that time too. */
    void take(Shape shape, Placement placement) {
        then.take(shape, placement, Nanos.NEVER);
    }

    /** The task that was placed last on {@code node} is not. */
    void giveBackLast(int node) {
        then.giveBackLast(node);
    }
}
