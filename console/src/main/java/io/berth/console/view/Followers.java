package io.berth.console.view;

import io.berth.console.view.job.JobEntry;
import io.berth.core.workload.term.After;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which jobs come after which: no frame names those that another's end lets into the queue. */
final class Followers {
    private final TreeMap<Long, Set<Long>> byJob = new TreeMap<>();

    /** Knows what {@code job} waits for. */
    void put(JobEntry job) {
        for (After after : job.unmet()) {
            byJob.computeIfAbsent(after.job(), _ -> new TreeSet<>()).add(job.id());
        }
    }

    /** The jobs that waited for {@code job}, which has ended. */
    Set<Long> ended(long job) {
        Set<Long> waited = byJob.remove(job);
        return waited == null ? Set.of() : waited;
    }
}
