package io.berth.core.plan.preempt;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The jobs that hold room, as far as a pass must know of them without looking at all: which are being stopped, and which weaken when
 * (see {@link KeyedOrder#weakensNanos}).
 */
final class HoldingJobs implements RoomListener {
    /**
     * So long before a job weakens it is looked at in each pass: an order may reckon in doubles, and its key may change some
     * nanoseconds sooner than it says.
     */
    private static final long EARLY_NANOS = Nanos.SECOND / 1000;

    private final State state;
    private final KeyedOrder order;
    /** By row: when the job weakens, as it was told when it was last asked. */
    private long[] weakens = new long[64];

    private final TreeSet<Job> stopping = new TreeSet<>(Comparator.comparingLong(Job::id));
    /** Those that weaken by themselves and all of whose tasks run, the next first. */
    private final TreeSet<Job> weakening = new TreeSet<>(
            Comparator.<Job>comparingLong(job -> weakens[job.row()]).thenComparingLong(Job::id));
    /** Those that will weaken once they run. */
    private final TreeSet<Job> starting = new TreeSet<>(Comparator.comparingLong(Job::id));

    HoldingJobs(State state, KeyedOrder order) {
        this.state = state;
        this.order = order;
        for (Job job : state.jobTable().sorted()) {
            if (!job.waiting()) {
                holds(job);
            }
        }
    }

    /** Those that were told to stop and still hold room, by number. */
    Iterable<Job> stopping() {
        return stopping;
    }

    /** When the next job goes later in the order than it does now, though nothing happens. */
    long weakensNanos() {
        lookAgain();
        long next =
                weakening.isEmpty() ? Nanos.NEVER : weakens[weakening.first().row()];
        for (Job job : starting) {
            next = StrictMath.min(next, order.weakensNanos(job, state.nowNanos()));
        }
        return next;
    }

    /** Looks again at those that weakened since, or are about to; whoever keeps something of their nodes hears of it. */
    void lookAgain() {
        List<Job> due = new ArrayList<>();
        while (!weakening.isEmpty() && weakens[weakening.first().row()] - EARLY_NANOS <= state.nowNanos()) {
            due.add(weakening.removeFirst());
        }
        due.forEach(this::changes);
    }

    @Override
    public void holds(Job job) {
        if (job.stopping() != null) {
            stopping.add(job);
            return;
        }
        long nanos = order.weakensNanos(job, state.nowNanos());
        if (nanos == Nanos.NEVER) {
            return;
        }
        if (job.startNanos() < 0) {
            starting.add(job);
            return;
        }
        if (job.row() >= weakens.length) {
            weakens = Arrays.copyOf(weakens, StrictMath.max(job.row() + 1, weakens.length * 2));
        }
        weakens[job.row()] = nanos;
        weakening.add(job);
    }

    @Override
    public void frees(Job job) {
        stopping.remove(job);
        starting.remove(job);
        if (job.row() < weakens.length) {
            weakening.remove(job);
        }
    }

    @Override
    public void changes(Job job) {
        frees(job);
        holds(job);
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) >= 0) {
                state.nodeTable().touch(job.node(task));
            }
        }
    }
}
