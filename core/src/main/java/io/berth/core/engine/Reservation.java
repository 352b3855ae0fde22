package io.berth.core.engine;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Room promised to the first job of the queue that does not fit now (EASY backfill; Lifka, The ANL/IBM SP scheduling system,
 * 1995): at the earliest time at which enough running jobs are expected to have ended, on nodes named.
 *
 * <p>A job that is expected to end by then may start wherever it fits. One that would run longer may take only what is not
 * needed then either: on the promised nodes the smaller of what is left now and what will be left beside the promise.
 */
final class Reservation {
    private final NodeTable nodes;
    private final Scratch scratch;
    private final ExpectedEnds ends;
    /** The promised nodes at the promised time, the promise taken. */
    private final List<NodeRow> future = new ArrayList<>();
    /** What of them is withheld at present. */
    private final List<NodeRow> withheld = new ArrayList<>();

    private @Nullable Job holder;
    private long atNanos = Nanos.NEVER;

    /** Which devices a task gets on a node where it fits. */
    interface Devices {
        long of(Shape shape, int node);
    }

    Reservation(NodeTable nodes, Scratch scratch, ExpectedEnds ends) {
        this.nodes = nodes;
        this.scratch = scratch;
        this.ends = ends;
    }

    /** For whom room is kept; null for nobody. */
    @Nullable
    Job holder() {
        return holder;
    }

    /** From when on; {@link Nanos#NEVER} where the ends that are expected do not suffice. */
    long atNanos() {
        return atNanos;
    }

    /** Nobody is promised anything. */
    void clear() {
        relax();
        holder = null;
        atNanos = Nanos.NEVER;
        future.clear();
    }

    /**
     * Promises {@code job}, which does not fit now, the earliest room.
     *
     * @param starting the jobs that the plan in the making starts, whose room the scratch holds
     */
    void make(Job job, long now, List<StartingJob> starting, Devices devices) {
        clear();
        holder = job;
        int checkpoint = scratch.checkpoint();
        FutureRoom room = new FutureRoom(nodes, job);
        long at = release(room, starting);
        if (room.enough()) {
            atNanos = StrictMath.max(at, now);
            List<Integer> promised = room.place((shape, node) -> {
                long mask = devices.of(shape, node);
                scratch.take(shape, node, mask);
            });
            promised.forEach(node -> future.add(nodes.row(node)));
        }
        scratch.rollback(checkpoint);
    }

    /** True where no job that could not start beside {@code other} could start beside this. */
    boolean within(Reservation other) {
        boolean within = holder == other.holder && atNanos <= other.atNanos && future.size() == other.future.size();
        for (int i = 0; within && i < future.size(); i++) {
            within = future.get(i).within(other.future.get(i));
        }
        return within;
    }

    /** Becomes what {@code other} is. */
    void copy(Reservation other) {
        clear();
        holder = other.holder;
        atNanos = other.atNanos;
        future.addAll(other.future);
    }

    /** Withholds what is promised, for jobs that would run longer. */
    void restrict() {
        if (!withheld.isEmpty()) {
            return;
        }
        for (NodeRow row : future) {
            NodeRow excess = nodes.row(row.node()).excessOver(row);
            nodes.withhold(excess, -1);
            withheld.add(excess);
        }
    }

    /** Withholds nothing, for jobs that end by then. */
    void relax() {
        for (NodeRow excess : withheld) {
            nodes.withhold(excess, 1);
        }
        withheld.clear();
    }

    /** A job that runs longer took this; it will be gone at the promised time too. */
    void takeBeside(Shape shape, int node, long mask) {
        for (NodeRow row : future) {
            if (row.node() == node) {
                row.take(shape, mask);
            }
        }
    }

    /** Gives back what is expected back, in order, until there is enough; when that is. */
    private long release(FutureRoom room, List<StartingJob> starting) {
        List<StartingJob> sorted = new ArrayList<>(starting);
        sorted.sort(Comparator.comparingLong(StartingJob::expectedEndNanos));
        Iterator<Job> running = ends.all().iterator();
        @Nullable Job next = running.hasNext() ? running.next() : null;
        int started = 0;
        long at = 0;
        while (!room.enough()) {
            long startedEnd = started < sorted.size() ? sorted.get(started).expectedEndNanos() : Nanos.NEVER;
            if (next != null && next.expectedEndNanos <= startedEnd) {
                at = next.expectedEndNanos;
                releaseRunning(next, room);
                next = running.hasNext() ? running.next() : null;
            } else if (startedEnd != Nanos.NEVER) {
                at = startedEnd;
                releaseStarting(sorted.get(started++), room);
            } else {
                break;
            }
        }
        return at;
    }

    private void releaseRunning(Job job, FutureRoom room) {
        for (int task = 0; task < job.tasks.length && !job.released; task++) {
            if (job.tasks[task] != JobState.ENDED.ordinal()) {
                int node = job.nodes[task];
                room.before(node);
                scratch.release(job.shape, node, job.masks[task]);
                room.after(node);
            }
        }
    }

    private void releaseStarting(StartingJob starting, FutureRoom room) {
        for (int task = 0; task < starting.job().spec.tasks(); task++) {
            int node = scratch.node(starting.first() + task);
            room.before(node);
            scratch.release(starting.job().shape, node, scratch.gpuMask(starting.first() + task));
            room.after(node);
        }
    }
}
