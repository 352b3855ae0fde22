package io.berth.core.engine;

import io.berth.core.time.Nanos;
import java.util.Comparator;
import java.util.TreeSet;

/** The jobs that hold room and whose end is expected, the next to end first. */
final class ExpectedEnds implements RoomListener {
    private final TreeSet<Job> jobs = new TreeSet<>(
            Comparator.<Job>comparingLong(job -> job.expectedEndNanos).thenComparingLong(Job::id));

    @Override
    public void holds(Job job) {
        if (job.expectedEndNanos != Nanos.NEVER) {
            jobs.add(job);
        }
    }

    @Override
    public void frees(Job job) {
        if (job.expectedEndNanos != Nanos.NEVER) {
            jobs.remove(job);
        }
    }

    Iterable<Job> all() {
        return jobs;
    }
}
