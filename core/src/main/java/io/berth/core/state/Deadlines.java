package io.berth.core.state;

import io.berth.core.time.Nanos;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Jobs by a moment that each has and that must not change while the job is here, the next first. */
final class Deadlines {
    private final ToLongFunction<Job> moment;
    private final TreeSet<Job> jobs;

    /** @param moment of a job in UTC nanoseconds; one whose moment is {@link Nanos#NEVER} is not kept */
    Deadlines(ToLongFunction<Job> moment) {
        this.moment = moment;
        this.jobs = new TreeSet<>(Comparator.comparingLong(moment).thenComparingLong(Job::id));
    }

    void add(Job job) {
        if (moment.applyAsLong(job) != Nanos.NEVER) {
            jobs.add(job);
        }
    }

    void remove(Job job) {
        if (moment.applyAsLong(job) != Nanos.NEVER) {
            jobs.remove(job);
        }
    }

    /** The moment of the next; {@link Nanos#NEVER} where there is none. */
    long nextNanos() {
        return jobs.isEmpty() ? Nanos.NEVER : moment.applyAsLong(jobs.first());
    }

    /** The jobs whose moment is {@code now} or was before. */
    Iterable<Job> over(long now) {
        return nextNanos() > now
                ? List.of()
                : jobs.stream().takeWhile(job -> moment.applyAsLong(job) <= now).toList();
    }
}
