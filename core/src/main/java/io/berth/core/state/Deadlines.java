package io.berth.core.state;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
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
        this.jobs = new TreeSet<>(this::compare);
    }

    private int compare(Job one, Job other) {
        int order = Long.compare(moment.applyAsLong(one), moment.applyAsLong(other));
        return order != 0 ? order : Long.compare(one.id(), other.id());
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
        if (nextNanos() > now) {
            return List.of();
        }
        List<Job> over = new ArrayList<>();
        for (Job job : jobs) {
            if (moment.applyAsLong(job) > now) {
                break;
            }
            over.add(job);
        }
        return over;
    }
}
