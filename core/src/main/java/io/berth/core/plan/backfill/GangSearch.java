package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;

/**
 * When all tasks of a gang that ask for the same have room at once. It goes from change to change and counts; a node on which not even one task fits
 * is not looked at again before it may.
 */
final class GangSearch {
    private final NodeTable nodes;
    private final Timelines timelines;
    /** By node: when one task fits, and how many fit until when that may change. */
    private long[] fits = new long[0];

    private int[] slots = new int[0];
    private long[] until = new long[0];

    GangSearch(NodeTable nodes, Timelines timelines) {
        this.nodes = nodes;
        this.timelines = timelines;
    }

    /** The moment, at least {@code after}; {@link Nanos#NEVER} where that is not before {@code before}. */
    long earliest(Job job, long after, long before) {
        int count = nodes.count();
        if (fits.length < count) {
            fits = new long[count];
            slots = new int[count];
            until = new long[count];
        }
        for (int node = 0; node < count; node++) {
            fits[node] = timelines.earliest(job, node, before);
            until[node] = Long.MIN_VALUE;
        }
        long at = after;
        while (at < before) {
            long next = before;
            long total = 0;
            for (int node = 0; node < count && total < job.leastTasks(); node++) {
                if (fits[node] <= at) {
                    count(job, node, at);
                    total += slots[node];
                }
                next = StrictMath.min(next, fits[node] > at ? fits[node] : until[node]);
            }
            if (total >= job.leastTasks()) {
                return at;
            }
            at = next;
        }
        return Nanos.NEVER;
    }

    /** True where a task of the gang looked for last may fit on {@code node} at {@code at}. */
    boolean fits(int node, long at) {
        return fits[node] <= at;
    }

    /** Counts how many tasks fit on {@code node} at {@code at}, and says until when that holds. */
    private void count(Job job, int node, long at) {
        if (at < until[node]) {
            return;
        }
        long opens = timelines.openFrom(job, node, at);
        if (opens > at) {
            slots[node] = 0;
            until[node] = opens;
            return;
        }
        Shape shape = job.shape();
        long duration = timelines.duration(job);
        slots[node] = timelines.least(node, at, Nanos.after(at, duration)).slots(shape);
        until[node] = StrictMath.min(timelines.nextChange(node, at), timelines.openUntil(job, node, at));
        long cut = timelines.nextChange(node, Nanos.after(at, duration - 1));
        if (cut != Nanos.NEVER) {
            until[node] = StrictMath.min(until[node], cut - duration + 1);
        }
    }
}
