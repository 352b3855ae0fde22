package io.berth.core.engine;

import io.berth.core.policy.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting jobs in the order of a policy; follows the state's comings and goings. */
final class WaitingQueue implements QueueListener {
    /** Smaller keys first, then by submission, then by number. */
    static final Comparator<Job> BY_KEY = (a, b) -> {
        int order = Long.compare(a.key, b.key);
        if (order == 0) {
            order = Long.compare(a.submitNanos, b.submitNanos);
        }
        return order != 0 ? order : Long.compare(a.id, b.id);
    };

    /** Holds jobs whose keys change, which a set sorted by them could not find again. */
    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::id);

    private final State state;
    private final List<Job> planned = new ArrayList<>();
    private final WaitingShapes shapes = new WaitingShapes();
    private JobBlocks jobs = new JobBlocks(BY_NUMBER);
    private TreeSet<Job> fresh = new TreeSet<>(BY_NUMBER);
    private @Nullable Order order;

    WaitingQueue(State state) {
        this.state = state;
    }

    @Override
    public void waits(Job job) {
        if (order != null) {
            job.key = order.key(job, state.nowNanos);
        }
        jobs.add(job);
        fresh.add(job);
        shapes.add(job);
    }

    @Override
    public void leaves(Job job) {
        jobs.remove(job);
        fresh.remove(job);
        shapes.remove(job);
    }

    /** All waiting jobs, first come first. */
    Iterable<Job> all() {
        return changes() ? inOrder(jobs) : jobs;
    }

    /** Those of {@link #all} that {@link #shapes} does not rule out when their turn comes. */
    Iterable<Job> mayStart() {
        if (!changes()) {
            return jobs.mayStart(shapes);
        }
        List<Job> sorted = inOrder(jobs);
        return () -> sorted.stream()
                .filter(job -> !shapes.rulesOut(job.shape.id(), job.remainingNanos(state.nowNanos)))
                .iterator();
    }

    /** Those that came, or whose rest ended, since {@link #forgetFresh}. */
    Iterable<Job> fresh() {
        return changes() ? inOrder(fresh) : fresh;
    }

    /** True where a job that {@link #fresh()} tells goes before {@code job}. */
    boolean freshBefore(Job job) {
        for (Job other : fresh()) {
            return BY_KEY.compare(other, job) < 0;
        }
        return false;
    }

    /** True where nobody waits. */
    boolean empty() {
        return jobs.isEmpty();
    }

    /** All fresh jobs were tried, but for those that rest until later than {@code now}. */
    void forgetFresh(long now) {
        fresh.removeIf(job -> job.notBeforeNanos <= now);
    }

    /** Which shapes wait. */
    WaitingShapes shapes() {
        return shapes;
    }

    /** Notes that the plan in the making disposes of the job. */
    void planned(Job job) {
        job.planned = true;
        planned.add(job);
        shapes.planned(job.shape.id());
    }

    void forgetPlanned() {
        for (Job job : planned) {
            job.planned = false;
        }
        planned.clear();
    }

    /** Sorts by another policy. */
    void reorder(Order newOrder) {
        order = newOrder;
        Comparator<Job> comparator = newOrder.changesWithTime() ? BY_NUMBER : BY_KEY;
        JobBlocks sorted = new JobBlocks(comparator);
        fresh = new TreeSet<>(comparator);
        for (Job job : jobs) {
            job.key = newOrder.key(job, state.nowNanos);
            sorted.add(job);
            fresh.add(job);
        }
        jobs = sorted;
    }

    private boolean changes() {
        return order != null && order.changesWithTime();
    }

    private List<Job> inOrder(Iterable<Job> unsorted) {
        List<Job> sorted = new ArrayList<>();
        for (Job job : unsorted) {
            if (order != null) {
                job.key = order.key(job, state.nowNanos);
            }
            sorted.add(job);
        }
        sorted.sort(BY_KEY);
        return sorted;
    }
}
