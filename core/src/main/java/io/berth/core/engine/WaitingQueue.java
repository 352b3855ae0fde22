package io.berth.core.engine;

import io.berth.core.policy.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting jobs in the order of a policy; follows the state's comings and goings. */
final class WaitingQueue implements QueueListener {
    private static final Comparator<Job> BY_KEY = (a, b) -> {
        int order = Long.compare(a.key, b.key);
        if (order == 0) {
            order = Long.compare(a.submitNanos, b.submitNanos);
        }
        return order != 0 ? order : Long.compare(a.id, b.id);
    };

    private final TreeSet<Job> jobs = new TreeSet<>(BY_KEY);
    private final TreeSet<Job> fresh = new TreeSet<>(BY_KEY);
    private final List<Job> planned = new ArrayList<>();
    private @Nullable Order order;

    @Override
    public void waits(Job job) {
        if (order != null) {
            job.key = order.key(job);
        }
        jobs.add(job);
        fresh.add(job);
    }

    @Override
    public void leaves(Job job) {
        jobs.remove(job);
        fresh.remove(job);
    }

    /** All waiting jobs, first come first. */
    Iterable<Job> all() {
        return jobs;
    }

    /** Those that came, or whose rest ended, since {@link #forgetFresh}. */
    Iterable<Job> fresh() {
        return fresh;
    }

    /** All fresh jobs were tried, but for those that rest until later than {@code now}. */
    void forgetFresh(long now) {
        fresh.removeIf(job -> job.notBeforeNanos <= now);
    }

    /** Notes that the plan in the making disposes of the job. */
    void planned(Job job) {
        planned.add(job);
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
        List<Job> all = new ArrayList<>(jobs);
        jobs.clear();
        fresh.clear();
        for (Job job : all) {
            job.key = newOrder.key(job);
        }
        jobs.addAll(all);
        fresh.addAll(all);
    }
}
