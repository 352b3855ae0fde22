package io.berth.core.plan.queue;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.Job;
import io.berth.core.state.QueueListener;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting jobs in the order of a policy; follows the state's comings and goings. */
public final class WaitingQueue implements QueueListener {
    /** Holds jobs whose keys change, which a set sorted by them could not find again. */
    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::id);

    private final State state;
    private final JobMarks marks;
    private final WaitingShapes shapes = new WaitingShapes();
    private final Pressing pressing = new Pressing();
    private JobBlocks jobs = new JobBlocks(BY_NUMBER);
    private TreeSet<Job> fresh = new TreeSet<>(BY_NUMBER);
    private @Nullable KeyedOrder order;
    /** By queue, where queues take turns; null elsewhere. */
    private @Nullable TreeMap<String, JobBlocks> byQueue;

    public WaitingQueue(State state, JobMarks marks) {
        this.state = state;
        this.marks = marks;
    }

    @Override
    public void waits(Job job) {
        marks.clear(job);
        if (order != null) {
            marks.key(job, order.key(job, state.nowNanos()));
        }
        jobs.add(job);
        fresh.add(job);
        shapes.add(job);
        pressing.waits(job);
        if (byQueue != null) {
            byQueue.computeIfAbsent(job.queue(), _ -> new JobBlocks(comparator()))
                    .add(job);
        }
    }

    @Override
    public void leaves(Job job) {
        jobs.remove(job);
        fresh.remove(job);
        shapes.remove(job);
        pressing.leaves(job);
        JobBlocks own = byQueue == null ? null : byQueue.get(job.queue());
        if (byQueue != null && own != null) {
            own.remove(job);
            if (own.isEmpty()) {
                byQueue.remove(job.queue());
            }
        }
    }

    /** All waiting jobs, first come first. */
    public Iterable<Job> all() {
        return inTurn(jobs);
    }

    /** Those of {@link #all} that {@link #shapes} does not rule out when their turn comes. */
    public Iterable<Job> mayStart() {
        return mayStart(jobs);
    }

    private Iterable<Job> mayStart(JobBlocks of) {
        if (!changes()) {
            return of.mayStart(shapes);
        }
        List<Job> sorted = inOrder(of);
        return () -> sorted.stream()
                .filter(job -> !shapes.rulesOut(job.gang().id(), job.longestNanos(state.nowNanos())))
                .iterator();
    }

    /**
     * Those of {@link #all}, or of {@link #mayStart}, as their queues take turns; only where they do.
     *
     * @param every false for those that may start
     */
    public Iterable<Job> inTurns(QueueBook book, boolean every) {
        TreeMap<String, Iterator<Job>> declared = new TreeMap<>();
        List<Job> outside = new ArrayList<>();
        for (var queue : Objects.requireNonNull(byQueue).entrySet()) {
            Iterable<Job> own = every ? inTurn(queue.getValue()) : mayStart(queue.getValue());
            if (book.later().tree().leaf(queue.getKey()) >= 0) {
                declared.put(queue.getKey(), own.iterator());
            } else {
                own.forEach(outside::add);
            }
        }
        return () -> new QueueTurns(book, state, declared, outside, () -> !every && shapes.rulesOutAll());
    }

    private Iterable<Job> inTurn(JobBlocks of) {
        return changes() ? inOrder(of) : of;
    }

    /** Those that came, or whose rest ended, since {@link #forgetFresh}. */
    public Iterable<Job> fresh() {
        return changes() ? inOrder(fresh) : fresh;
    }

    /** True where it tells no more than one job: whose turn it is among them is no question. */
    public boolean oneFresh() {
        return fresh.size() <= 1;
    }

    /** True where a job that {@link #fresh()} tells goes before {@code job}. */
    public boolean freshBefore(Job job) {
        for (Job other : fresh()) {
            return marks.byKey.compare(other, job) < 0;
        }
        return false;
    }

    /** True where {@code job} goes before {@code other}; both were told in this pass. */
    public boolean before(Job job, Job other) {
        return marks.byKey.compare(job, other) < 0;
    }

    /** True where nobody waits. */
    public boolean empty() {
        return jobs.isEmpty();
    }

    /** All fresh jobs were tried, but for those that rest until later than {@code now}. */
    public void forgetFresh(long now) {
        fresh.removeIf(job -> job.notBeforeNanos() <= now);
    }

    /** Which shapes wait. */
    public WaitingShapes shapes() {
        return shapes;
    }

    /** Who goes before all others. */
    public Pressing pressing() {
        return pressing;
    }

    /** Bounds how long jobs wait, from now on. */
    public void bound(WaitBound bound) {
        pressing.follow(bound, jobs);
    }

    /** The plan in the making disposes of the job. */
    public void dispose(Job job) {
        marks.dispose(job);
        if (!job.bestEffort()) {
            shapes.planned(job.gang().id());
        }
    }

    /** Sorts by another policy, all jobs in one order. */
    public void reorder(KeyedOrder newOrder) {
        reorder(newOrder, false);
    }

    /**
     * The same.
     *
     * @param turns true where queues take turns
     */
    public void reorder(KeyedOrder newOrder, boolean turns) {
        order = newOrder;
        Comparator<Job> comparator = comparator();
        TreeMap<String, JobBlocks> queues = turns ? new TreeMap<>() : null;
        JobBlocks sorted = new JobBlocks(comparator);
        fresh = new TreeSet<>(comparator);
        for (Job job : jobs) {
            marks.key(job, newOrder.key(job, state.nowNanos()));
            sorted.add(job);
            fresh.add(job);
            if (queues != null) {
                queues.computeIfAbsent(job.queue(), _ -> new JobBlocks(comparator))
                        .add(job);
            }
        }
        jobs = sorted;
        byQueue = queues;
    }

    private Comparator<Job> comparator() {
        return changes() ? BY_NUMBER : marks.byKey;
    }

    private boolean changes() {
        return order != null && order.changesWithTime();
    }

    private List<Job> inOrder(Iterable<Job> unsorted) {
        List<Job> sorted = new ArrayList<>();
        for (Job job : unsorted) {
            if (order != null) {
                marks.key(job, order.key(job, state.nowNanos()));
            }
            sorted.add(job);
        }
        sorted.sort(marks.byKey);
        return sorted;
    }
}
