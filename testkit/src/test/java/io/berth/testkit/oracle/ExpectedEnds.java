package io.berth.testkit.oracle;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import java.util.TreeMap;

/**
 * When running jobs are expected to give their room back: once all their tasks run, what was left then later; before, what was
 * left when the start was decided later; when they are being stopped, at once. It remembers when what was decided.
 */
final class ExpectedEnds {
    private final TreeMap<Long, Long> decidedNanos = new TreeMap<>();

    /** Keeps in mind what was found to run; not all of its tasks may. */
    void happened(Event event, long nowNanos) {
        if (event instanceof Event.JobFound found) {
            decidedNanos.putIfAbsent(found.job(), nowNanos);
        }
    }

    /** Keeps in mind what {@code plan} starts and stops. */
    void follow(Plan plan, long nowNanos) {
        for (Decision decision : plan.decisions()) {
            switch (decision) {
                case Decision.Start start -> decidedNanos.put(start.job(), nowNanos);
                case Decision.Stop stop -> decidedNanos.put(stop.job(), nowNanos);
                case Decision.Grow _, Decision.Shrink _ -> {}
                case Decision.Reject _,
                        Decision.Promise _,
                        Decision.PlanWindow _,
                        Decision.Remember _,
                        Decision.GrantNode _,
                        Decision.Move _ -> {}
            }
        }
    }

    /** Of a job that does not wait; {@link Nanos#NEVER} where its run time is unknown. */
    long of(Job job) {
        long decided = decidedNanos.getOrDefault(job.id(), Nanos.NEVER);
        if (job.state() == JobState.STOPPING) {
            return decided;
        }
        long begin = job.startNanos() >= 0 ? job.startNanos() : decided;
        return Nanos.after(begin, job.leftNanos(begin));
    }
}
