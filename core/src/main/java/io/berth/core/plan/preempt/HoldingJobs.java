package io.berth.core.plan.preempt;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import io.berth.core.strategy.Sparing;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
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

    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::id);
    private static final TreeSet<Job> NONE = new TreeSet<>(BY_NUMBER);

    private final State state;
    private final KeyedOrder order;
    private final Sparing preempts;
    private final Sparing reclaims;
    /** By row: when the job weakens, as it was told when it was last asked. */
    private long[] weakens = new long[64];

    private final TreeSet<Job> stopping = new TreeSet<>(BY_NUMBER);
    /** Those that weaken by themselves and all of whose tasks run, the next first. */
    private final TreeSet<Job> weakening = new TreeSet<>(
            Comparator.<Job>comparingLong(job -> weakens[job.row()]).thenComparingLong(Job::id));
    /** Those that will weaken once they run. */
    private final TreeSet<Job> starting = new TreeSet<>(BY_NUMBER);

    /** Those that are stopped together, by what they name and then by number; none that was told to stop. */
    private final TreeMap<String, TreeSet<Job>> units = new TreeMap<>();

    HoldingJobs(State state, Preempter.Pickers pickers) {
        this.state = state;
        this.order = pickers.preempting().order();
        this.preempts = pickers.preempting().sparing();
        this.reclaims = pickers.reclaiming();
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

    /** True where some are stopped together. */
    boolean units() {
        return !units.isEmpty();
    }

    /** Those of {@code unit} that nobody told to stop. */
    Set<Job> unit(String unit) {
        return units.getOrDefault(unit, NONE);
    }

    /** When the next job goes later in the order than it does now, though nothing happens. */
    long weakensNanos() {
        lookAgain();
        long next =
                weakening.isEmpty() ? Nanos.NEVER : weakens[weakening.first().row()];
        for (Job job : starting) {
            next = StrictMath.min(next, weakensNanos(job));
        }
        return next;
    }

    /** When {@code job} may be stopped that may not now, or by more than now. */
    private long weakensNanos(Job job) {
        long now = state.nowNanos();
        long spared = StrictMath.min(
                preempts.sparedUntilNanos(job.startNanos(), now), reclaims.sparedUntilNanos(job.startNanos(), now));
        return StrictMath.min(spared, order.weakensNanos(job, now));
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
        String unit = job.spec().terms().interruption().unit();
        if (!unit.isEmpty()) {
            units.computeIfAbsent(unit, _ -> new TreeSet<>(BY_NUMBER)).add(job);
        }
        long nanos = weakensNanos(job);
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
        leaveUnit(job);
        if (job.row() < weakens.length) {
            weakening.remove(job);
        }
    }

    private void leaveUnit(Job job) {
        String unit = job.spec().terms().interruption().unit();
        TreeSet<Job> others = unit.isEmpty() ? null : units.get(unit);
        if (others != null && others.remove(job) && others.isEmpty()) {
            units.remove(unit);
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
