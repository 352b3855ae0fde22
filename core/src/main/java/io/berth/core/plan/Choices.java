package io.berth.core.plan;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.plan.room.ClusterRoom;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Order;
import io.berth.core.policy.Places;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Backfill;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of a pass in the order in which a {@link Chooser} picks them, each picked when its turn comes.
 *
 * <p>What it shows follows from the state and the choices alone, never from what the planner remembers of earlier passes: a plan
 * must be the same where nothing is remembered.
 */
public final class Choices implements Waiting, Places, Iterator<Job> {
    /** First come first. */
    private static final Comparator<Job> BY_ARRIVAL =
            Comparator.comparingLong(Job::submitNanos).thenComparingLong(Job::id);

    /** The stream of {@link #below}, which no job has as its number. */
    private static final long STREAM = 0;

    private final State state;
    private final Reservation reservation;
    private final JobMarks marks;
    private final Draft draft;
    private final ClusterRoom room;
    private @Nullable Job[] jobs = new @Nullable Job[16];
    private int size;
    private Chooser chooser = _ -> Chooser.NONE;
    private Backfill backfill = Backfill.NONE;
    private long draws;
    /** The one before, until it was looked at what came of it; null where there is none. */
    private @Nullable Job last;
    /** The one that was picked and not handed over yet. */
    private @Nullable Job next;
    /** Nobody is asked any more. */
    private boolean declined;
    /** Told of each choice; null for nobody. */
    private @Nullable Watcher watcher;

    /** Hears what was chosen, while the chooser still knows why. */
    public interface Watcher {
        /** Of {@code waiting}, {@code chooser} chose number {@code choice}. */
        void chose(Chooser chooser, Waiting waiting, int choice);
    }

    Choices(State state, Reservation reservation, JobMarks marks, Draft draft) {
        this.state = state;
        this.reservation = reservation;
        this.marks = marks;
        this.draft = draft;
        this.room = new ClusterRoom(state.nodeTable());
    }

    /** Tells {@code newWatcher} of each choice from now on. */
    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** A pass begins. */
    void begin() {
        clear();
        draws = 0;
    }

    /**
     * {@code byKey}; or, where {@code order} chooses, all pending jobs as they are chosen, but those that rest and those of which
     * something was decided; for one walk.
     */
    Iterable<Job> inTurn(Order order, Backfill newBackfill, WaitingQueue queue, Iterable<Job> byKey) {
        if (!(order instanceof Chooser choosing)) {
            return byKey;
        }
        chooser = choosing;
        backfill = newBackfill;
        return () -> {
            gather(queue.all());
            return this;
        };
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            settle();
            pick();
        }
        return next != null;
    }

    @Override
    public Job next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Job picked = Objects.requireNonNull(next);
        next = null;
        last = picked;
        return picked;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public QueuedJob job(int i) {
        return at(Objects.checkIndex(i, size));
    }

    @Override
    public long nowNanos() {
        return state.nowNanos();
    }

    @Override
    public long freeCpuMilli() {
        return room.freeCpuMilli();
    }

    @Override
    public long totalCpuMilli() {
        return room.totalCpuMilli();
    }

    @Override
    public long freeGpuMilli() {
        return room.freeGpuMilli();
    }

    @Override
    public long totalGpuMilli() {
        return room.totalGpuMilli();
    }

    @Override
    public boolean mayFit(int i) {
        Job job = at(Objects.checkIndex(i, size));
        return room.covers(job.spec());
    }

    @Override
    public Places places() {
        return this;
    }

    @Override
    public Nodes nodes() {
        return state.nodes();
    }

    @Override
    public Shape firstShape(int i) {
        Job job = at(Objects.checkIndex(i, size));
        return job.gang().shape(job.gang().inTurn(0));
    }

    @Override
    public int below(int bound) {
        long bits = Chance.at(state.seed(), STREAM, state.passes() + 1, draws++);
        return (int) Math.multiplyHigh(bits & Long.MAX_VALUE, (long) bound << 1);
    }

    /** The one that was picked last does not start for its queue: of others nothing follows from that. */
    void boundByQueue() {
        last = null;
    }

    private void gather(Iterable<Job> waiting) {
        last = null;
        next = null;
        declined = false;
        clear();
        boolean sorted = true;
        for (Job job : waiting) {
            if (marks.disposed(job) || marks.presses(job) || job.notBeforeNanos() > state.nowNanos()) {
                continue;
            }
            if (size == jobs.length) {
                jobs = Arrays.copyOf(jobs, size * 2);
            }
            sorted &= size == 0 || BY_ARRIVAL.compare(at(size - 1), job) < 0;
            jobs[size++] = job;
        }
        if (!sorted) {
            Arrays.sort(jobs, 0, size, BY_ARRIVAL);
        }
    }

    private void clear() {
        Arrays.fill(jobs, 0, size, null);
        size = 0;
    }

    private void pick() {
        if (size == 0) {
            return;
        }
        int choice = declined ? Chooser.NONE : ask();
        declined |= choice == Chooser.NONE;
        if (!declined || backfill == Backfill.CONSERVATIVE) {
            next = take(StrictMath.max(0, choice));
        }
    }

    private int ask() {
        // What is withheld for a promise depends on which jobs were looked at closely, and that on what is remembered.
        reservation.relax();
        room.catchUp();
        int choice = chooser.choose(this);
        if (choice < Chooser.NONE || choice >= size) {
            throw new IllegalStateException(
                    "The order chose (" + choice + ") of " + size + " pending jobs, numbered from 0.");
        }
        if (watcher != null && choice != Chooser.NONE) {
            watcher.chose(chooser, this, choice);
        }
        return choice;
    }

    private Job take(int i) {
        Job job = at(i);
        System.arraycopy(jobs, i + 1, jobs, i, --size - i);
        jobs[size] = null;
        return job;
    }

    private Job at(int i) {
        return Objects.requireNonNull(jobs[i]);
    }

    /** Leaves out those of which it follows from the last try that they cannot start. */
    private void settle() {
        Job failed = last;
        last = null;
        boolean behind = backfill == Backfill.GREEDY || backfill == Backfill.EASY && reservation.holder() != null;
        if (failed == null || marks.disposed(failed) || !behind) {
            return;
        }
        boolean onlyLong = failed != reservation.holder() && outlasts(failed);
        int kept = 0;
        for (int i = 0; i < size; i++) {
            Job job = at(i);
            boolean ruledOut = job.gang() == failed.gang()
                    && job.leastTasks() >= failed.leastTasks()
                    && (!onlyLong || outlasts(job));
            if (ruledOut) {
                ruleOut(job);
            } else {
                jobs[kept++] = job;
            }
        }
        Arrays.fill(jobs, kept, size, null);
        size = kept;
    }

    private void ruleOut(Job job) {
        if (!draft.traced()) {
            return;
        }
        reservation.relax();
        draft.comesTo(job);
        draft.noRoom(job, reservation.holder() != null);
    }

    /** True where the job would still run when somebody else is promised room. */
    private boolean outlasts(Job job) {
        return !reservation.goneBy(Nanos.after(state.nowNanos(), job.longestNanos(state.nowNanos())));
    }
}
