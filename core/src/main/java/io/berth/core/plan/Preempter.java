package io.berth.core.plan;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.Order;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds running jobs whose room a waiting job may take. During a pass the scratch shows the cluster as it will be when all
 * that stop have stopped; a job that fits there starts now only where its room is free already, else it waits for it.
 */
final class Preempter {
    private final State state;
    private final JobMarks marks;
    private final NodeTable nodes;
    private final Scratch scratch;
    /** What was released of each node that is not free yet. */
    private final TreeMap<Integer, NodeRow> released = new TreeMap<>();

    private final List<Job> victims = new ArrayList<>();
    private List<Job> candidates = List.of();
    private Order order = new Fcfs();

    /** Takes room for all tasks of a job in the scratch, or for none. */
    interface Placing {
        boolean place(Job job);
    }

    Preempter(State state, Scratch scratch, JobMarks marks) {
        this.state = state;
        this.marks = marks;
        this.nodes = state.nodeTable();
        this.scratch = scratch;
    }

    /** A pass begins: what is being stopped counts as gone; the last of {@code newOrder} is the first to be preempted. */
    void begin(Order newOrder) {
        order = newOrder;
        end();
        candidates = new ArrayList<>();
        for (Job job : state.jobTable().sorted()) {
            if (job.waiting()) {
                continue;
            }
            marks.key(job, order.key(job, state.nowNanos()));
            if (state.stops(job)) {
                release(job);
            } else {
                candidates.add(job);
            }
        }
        candidates.sort(marks.byKey.reversed());
    }

    /** When the next running job goes later in {@code current} than it does now, though nothing happens. */
    long weakensNanos(Order current) {
        long next = Nanos.NEVER;
        for (Job job : state.jobTable().sorted()) {
            if (!job.waiting() && job.stopping() == null) {
                next = StrictMath.min(next, current.weakensNanos(job, state.nowNanos()));
            }
        }
        return next;
    }

    /** The pass is over; the scratch is rolled back by its owner. */
    void end() {
        marks.forgetReleased();
        released.clear();
        candidates = List.of();
    }

    /**
     * True where the room taken last, {@code tasks} steps of the scratch from {@code first} on, is free already.
     */
    boolean free(Job job, int first) {
        for (int task = 0; task < job.spec().tasks() && !released.isEmpty(); task++) {
            int node = scratch.node(first + task);
            NodeRow pending = released.get(node);
            if (pending != null && !nodes.row(node).covers(pending, job.shape(), scratch.gpuMask(first + task))) {
                return false;
            }
        }
        return true;
    }

    /** Preempts for {@code job}, which does not fit: the victims; none where that does not help. */
    List<Job> makeRoom(Job job, Placing placing) {
        int checkpoint = scratch.checkpoint();
        victims.clear();
        @Nullable Job enough = null;
        for (Job candidate : candidates) {
            if (marks.released(candidate) || !order.preempts(job, candidate, state.nowNanos())) {
                continue;
            }
            victims.add(candidate);
            scratch.release(candidate);
            if (placing.place(job)) {
                enough = candidate;
                break;
            }
        }
        if (enough == null) {
            scratch.rollback(checkpoint);
            return List.of();
        }
        spare();
        victims.forEach(this::note);
        return victims;
    }

    /** Those that go first in the order keep their room where nobody needs it. */
    private void spare() {
        for (int i = victims.size() - 1; i >= 0; i--) {
            Job victim = victims.get(i);
            int checkpoint = scratch.checkpoint();
            if (takesBack(victim)) {
                victims.remove(i);
            } else {
                scratch.rollback(checkpoint);
            }
        }
    }

    private boolean takesBack(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (!job.holds(task)) {
                continue;
            }
            if (!nodes.row(job.node(task)).has(job.shape(), job.gpuMask(task))) {
                return false;
            }
            scratch.take(job.shape(), job.node(task), job.gpuMask(task));
        }
        return true;
    }

    private void release(Job job) {
        scratch.release(job);
        note(job);
    }

    private void note(Job job) {
        marks.release(job);
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                int node = job.node(task);
                released.computeIfAbsent(node, nodes::emptyRow).give(job.shape(), job.gpuMask(task));
            }
        }
    }
}
