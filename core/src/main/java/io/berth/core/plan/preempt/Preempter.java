package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds running jobs whose room a pending job may take. During a pass the scratch shows the cluster as it will be when all
 * that stop have stopped; a job that fits there starts now only where its room is free already, else it waits for it.
 */
public final class Preempter implements VictimPicker {
    private final State state;
    private final Scratch scratch;
    private final JobMarks marks;
    private final RunningTasks running;
    private final KeyedOrder order;
    private final NodeTable nodes;
    private final HoldingJobs holding;
    private final VictimIndex index;
    /** What was released of each node that is not free yet. */
    private final TreeMap<Integer, NodeRow> released = new TreeMap<>();

    private final List<Job> victims = new ArrayList<>();
    /** The nodes on which it matters who gives back his room. */
    private final TreeSet<Integer> concerned = new TreeSet<>();
    /** How often a pass began or room was made; in between, room only becomes less. */
    private long releases;

    /** For jobs that are preempted by {@code order}; those that run are followed from now on by {@link #listener}. */
    public Preempter(State state, Scratch scratch, JobMarks marks, RunningTasks running, KeyedOrder order) {
        this.state = state;
        this.scratch = scratch;
        this.marks = marks;
        this.running = running;
        this.order = order;
        this.nodes = state.nodeTable();
        this.holding = new HoldingJobs(state, order);
        this.index = new VictimIndex(state, running, marks, order);
    }

    /** Must hear of all that hold room. */
    public RoomListener listener() {
        return holding;
    }

    /** A pass begins: what is being stopped counts as gone. */
    public void begin() {
        end();
        releases++;
        holding.lookAgain();
        holding.stopping().forEach(this::release);
        for (long id : state.stops().keySet()) {
            Job job = state.job(id);
            if (job != null && !job.waiting() && !marks.released(job)) {
                release(job);
            }
        }
    }

    /** When the next running job goes later in the order than it does now, though nothing happens. */
    public long weakensNanos() {
        return holding.weakensNanos();
    }

    /** The pass is over; the scratch is rolled back by its owner. */
    public void end() {
        marks.forgetReleased();
        released.clear();
    }

    /**
     * True where the room taken last, {@code tasks} steps of the scratch from {@code first} on, is free already.
     */
    public boolean free(Job job, int first) {
        for (int task = 0; task < job.spec().tasks() && !released.isEmpty(); task++) {
            int node = scratch.node(first + task);
            NodeRow pending = released.get(node);
            if (pending != null && !nodes.row(node).covers(pending, job.shape(), scratch.grant(first + task))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<Job> makeRoom(Job job, Placing placing) {
        victims.clear();
        concerned.clear();
        Job last = index.lastVictim(job, releases, concerned::add);
        if (last == null) {
            return List.of();
        }
        key(last);
        concerned.forEach(node -> gather(node, job, last));
        victims.sort(marks.byKey.reversed());
        dropRepeated();
        int checkpoint = scratch.checkpoint();
        victims.forEach(scratch::release);
        if (!placing.place(job)) {
            // There is room by count; a placement that a program brings may refuse it, and then nobody stops for
            // nothing.
            scratch.rollback(checkpoint);
            return List.of();
        }
        spare();
        victims.forEach(this::note);
        releases++;
        return victims;
    }

    /** Adds those on {@code node} that go after {@code last} in the order and may be preempted for {@code waiting}; and that one. */
    private void gather(int node, Job waiting, Job last) {
        for (int i = 0; i < running.tasksOn(node); i++) {
            Job job = running.jobOn(node, i);
            if (index.open(waiting, job)) {
                key(job);
                if (marks.byKey.compare(job, last) >= 0) {
                    victims.add(job);
                }
            }
        }
    }

    private void key(Job job) {
        marks.key(job, order.key(job, state.nowNanos()));
    }

    /** A job is on as many nodes as it likes. */
    private void dropRepeated() {
        int kept = 0;
        for (Job victim : victims) {
            if (kept == 0 || victims.get(kept - 1) != victim) {
                victims.set(kept++, victim);
            }
        }
        victims.subList(kept, victims.size()).clear();
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
            if (!nodes.row(job.node(task)).has(job.shape(), job.grant(task))) {
                return false;
            }
            scratch.take(job.shape(), job.node(task), job.grant(task));
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
                released.computeIfAbsent(node, nodes::emptyRow).give(job.shape(), job.grant(task));
            }
        }
    }
}
