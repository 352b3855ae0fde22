package io.berth.core.engine;

import io.berth.core.time.Nanos;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting jobs whose patience ends, the next to end first. */
final class Deadlines {
    private final TreeSet<Job> jobs =
            new TreeSet<>(Comparator.comparingLong(Job::deadlineNanos).thenComparingLong(Job::id));

    void add(Job job) {
        if (job.deadlineNanos() != Nanos.NEVER) {
            jobs.add(job);
        }
    }

    void remove(Job job) {
        if (job.deadlineNanos() != Nanos.NEVER) {
            jobs.remove(job);
        }
    }

    /** The jobs whose patience ends at {@code now} or ended before. */
    Iterable<Job> over(long now) {
        @Nullable Job first = jobs.isEmpty() ? null : jobs.first();
        if (first == null || first.deadlineNanos() > now) {
            return List.of();
        }
        return jobs.stream().takeWhile(job -> job.deadlineNanos() <= now).toList();
    }
}
