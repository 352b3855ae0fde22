package io.berth.sim.fault;

import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.RunProfile;
import io.berth.sim.safety.BrokenRule;
import io.berth.sim.safety.Rule;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.TimedJob;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sees that nobody waits for ever. From the last fault on no job waits longer than all jobs would take one after another, and the longest
 * pause after failures: under any strategy something starts where nothing runs, so whoever waits longer was forgotten.
 */
final class Patience {
    /** The longest pause between two starts of a job that failed. */
    private static final long REST_NANOS = 10 * Nanos.MINUTE;

    /** A task may be started late, and be told so. */
    private static final long EACH_NANOS = Nanos.MINUTE;

    private final long calmNanos;
    private final long boundNanos;
    private long longestNanos;

    Patience(FaultScenario scenario) {
        this.calmNanos = scenario.calmNanos();
        long sum = REST_NANOS;
        for (TimedJob job : scenario.jobs()) {
            sum += (job.next() - job.number()) * (EACH_NANOS + longest(job.spec()));
        }
        this.boundNanos = sum;
    }

    /** How long a job takes with the fewest tasks on the slowest devices. */
    private static long longest(JobSpec job) {
        long sum = ofPhase(job);
        for (JobSpec phase = job; phase.phases().more(); ) {
            phase = phase.nextPhase();
            sum += EACH_NANOS + ofPhase(phase);
        }
        return sum;
    }

    private static long ofPhase(JobSpec job) {
        if (job.workNanos() == Nanos.NEVER) {
            return 0;
        }
        double stretch = 1;
        for (TaskGroup group : job.groups()) {
            stretch = StrictMath.max(stretch, (double) group.max() / group.min());
        }
        double slowest = (double) RunProfile.TOLD
                / StrictMath.min(RunProfile.TOLD, job.profile().least());
        return (long) (job.workNanos() * stretch * slowest);
    }

    /** Within this a job must start, from the last fault or its submission on. */
    long boundNanos() {
        return boundNanos;
    }

    /** The longest wait that was seen since. */
    long longestNanos() {
        return longestNanos;
    }

    /** Looks at the starts of {@code frame}, which is applied. */
    void see(Frame frame, State state) {
        if (frame.plan() == null || frame.atNanos() < calmNanos) {
            return;
        }
        for (Decision decision : frame.plan().decisions()) {
            Job job = decision instanceof Decision.Start start ? state.job(start.job()) : null;
            if (job != null) {
                long since = StrictMath.max(calmNanos, job.submitNanos());
                longestNanos = StrictMath.max(longestNanos, frame.atNanos() - since);
            }
        }
        if (longestNanos > boundNanos) {
            throw new BrokenRule(
                    Rule.NOBODY_WAITS_FOR_EVER,
                    frame.atNanos(),
                    "a job waited " + Nanos.format(longestNanos) + ", more than " + Nanos.format(boundNanos));
        }
    }

    /** Nothing more will happen: nobody may be left. */
    void end(State state) {
        List<Job> left = state.jobs();
        if (!left.isEmpty()) {
            throw new BrokenRule(
                    Rule.NOBODY_WAITS_FOR_EVER,
                    state.nowNanos(),
                    left.size() + " jobs are left when nothing more happens: "
                            + left.stream()
                                    .limit(5)
                                    .map(job -> job.spec().name() + " " + job.state())
                                    .collect(Collectors.joining(", ")));
        }
    }
}
