package io.berth.core.state;

import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Placement;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which waiting jobs are promised room on which node; follows from what the jobs are promised. */
public final class PromiseTable {
    /**
     * So many promises a pass makes, then it stops and the rest of the queue comes in the next, which follows at once: what
     * happens meanwhile need not wait for thousands of jobs (10,000 pending jobs, docs/experiments/006).
     */
    public static final int MOST_IN_A_PASS = 1_000;

    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::id);

    private final NodeTable nodes;
    /** How many promises there are for each moment. */
    private final TreeMap<Long, Integer> times = new TreeMap<>();

    private @Nullable TreeSet<Job>[] byNode = none(16);

    PromiseTable(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** Promises {@code job} this and nothing else. */
    void make(Job job, Promise promise) {
        drop(job);
        job.change().promise = promise;
        times.merge(promise.atNanos(), 1, Integer::sum);
        for (Placement placement : promise.placements()) {
            int node = placement.node();
            if (node >= byNode.length) {
                byNode = Arrays.copyOf(byNode, StrictMath.max(node + 1, byNode.length * 2));
            }
            TreeSet<Job> here = byNode[node];
            if (here == null) {
                here = new TreeSet<>(BY_NUMBER);
                byNode[node] = here;
            }
            here.add(job);
            nodes.touch(node);
        }
    }

    /** Promises {@code job} nothing any more. */
    void drop(Job job) {
        Promise promise = job.course.promise;
        if (promise == null) {
            return;
        }
        for (Placement placement : promise.placements()) {
            TreeSet<Job> here = byNode[placement.node()];
            if (here != null) {
                here.remove(job);
            }
            nodes.touch(placement.node());
        }
        job.change().promise = null;
        times.merge(promise.atNanos(), -1, (count, change) -> count + change == 0 ? null : count + change);
    }

    /** The first moment after {@code now} for which somebody is promised room; {@link Nanos#NEVER} for none. */
    public long nextNanos(long now) {
        Long next = times.higherKey(now);
        return next == null ? Nanos.NEVER : next;
    }

    /** Who is promised room on {@code node}, by number. */
    public Collection<Job> on(int node) {
        TreeSet<Job> here = node < byNode.length ? byNode[node] : null;
        return here == null ? List.of() : here;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable TreeSet<Job>[] none(int count) {
        return (TreeSet<Job>[]) new TreeSet<?>[count];
    }
}
