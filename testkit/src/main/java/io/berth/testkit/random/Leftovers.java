package io.berth.testkit.random;

import static java.util.stream.Collectors.toSet;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.List;
import java.util.Set;

/** Who still waits when a day is over, though nothing more will happen. */
public final class Leftovers {
    private Leftovers() {}

    /** The jobs of {@code end} that wait for no good reason: no rule between tasks may keep them for ever, nor are they after one that it keeps. */
    public static List<Job> of(State end) {
        Set<Long> left = end.jobs().stream().map(Job::id).collect(toSet());
        return end.jobs().stream()
                .filter(job -> !ruled(job))
                .filter(job -> job.spec().terms().after().stream().noneMatch(after -> left.contains(after.job())))
                .toList();
    }

    private static boolean ruled(Job job) {
        return job.spec().groups().stream()
                .anyMatch(group -> !group.demand().peers().isEmpty());
    }
}
