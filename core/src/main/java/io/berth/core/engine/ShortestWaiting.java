package io.berth.core.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The waiting jobs by shape, those with the least left first. */
final class ShortestWaiting {
    /** What is left of a job does not change while it waits. */
    private static final Comparator<Job> BY_REMAINING =
            Comparator.<Job>comparingLong(job -> job.remainingNanos(0)).thenComparingLong(Job::id);

    private final List<TreeSet<Job>> byShape = new ArrayList<>();

    ShortestWaiting(Iterable<Job> waiting) {
        for (Job job : waiting) {
            add(job);
        }
    }

    void add(Job job) {
        while (byShape.size() <= job.shape.id()) {
            byShape.add(new TreeSet<>(BY_REMAINING));
        }
        byShape.get(job.shape.id()).add(job);
    }

    void remove(Job job) {
        byShape.get(job.shape.id()).remove(job);
    }

    /** True where all that wait of {@code shape} have more left than {@code nanos}. */
    boolean allLonger(int shape, long nanos) {
        return shape >= byShape.size()
                || byShape.get(shape).isEmpty()
                || byShape.get(shape).first().remainingNanos(0) > nanos;
    }
}
