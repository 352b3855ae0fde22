package io.berth.core.plan.preempt;

import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which running jobs make room together: those of one {@link io.berth.core.workload.term.Interruption#unit}, and any other by itself. Lists
 * are of jobs that may be stopped, whom one would stop first goes first; in those that come from here, jobs of one unit stand side by side.
 */
public final class Units {
    private final HoldingJobs holding;

    Units(HoldingJobs holding) {
        this.holding = holding;
    }

    /** True where each job that runs is stopped by itself. */
    boolean none() {
        return !holding.units();
    }

    /** {@code job}, and all that are stopped with it. */
    Set<Job> of(Job job) {
        return unit(job).isEmpty() ? Collections.singleton(job) : holding.unit(unit(job));
    }

    /**
     * {@code jobs} by units, each where the one of its jobs stands that would be stopped last; units are left out of which others must not be
     * stopped.
     */
    List<Job> whole(List<Job> jobs) {
        if (none()) {
            return jobs;
        }
        Map<String, List<Job>> units = new LinkedHashMap<>();
        for (Job job : jobs) {
            if (!unit(job).isEmpty()) {
                units.computeIfAbsent(unit(job), _ -> new ArrayList<>()).add(job);
            }
        }
        List<Job> whole = new ArrayList<>();
        for (Job job : jobs) {
            List<Job> together = units.get(unit(job));
            if (together == null) {
                whole.add(job);
            } else if (together.getLast() == job && together.containsAll(of(job))) {
                whole.addAll(together);
            }
        }
        return whole;
    }

    /** {@code jobs} and all that are stopped with them. */
    Set<Job> all(List<Job> jobs) {
        Set<Job> all = new LinkedHashSet<>(jobs);
        jobs.forEach(job -> all.addAll(of(job)));
        return all;
    }

    /** How many of {@code jobs} the first units are together: of one, of two, up to all. */
    int[] ends(List<Job> jobs) {
        return IntStream.rangeClosed(1, jobs.size())
                .filter(end -> end == jobs.size() || begin(jobs, end + 1) == end)
                .toArray();
    }

    /** The place of the first job of the unit that is the last of the first {@code end} of {@code jobs}. */
    int begin(List<Job> jobs, int end) {
        int begin = end - 1;
        String unit = unit(jobs.get(begin));
        while (!unit.isEmpty() && begin > 0 && unit(jobs.get(begin - 1)).equals(unit)) {
            begin--;
        }
        return begin;
    }

    private static String unit(Job job) {
        return job.spec().terms().interruption().unit();
    }
}
