package io.berth.sim.scenario;

import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import org.jspecify.annotations.Nullable;

/** What a journal tells of one job. */
final class RecordedJob {
    private static final long NEVER_SEEN = -1;

    private final long submitNanos;
    private final JobSpec spec;
    private long startNanos = NEVER_SEEN;
    private long endNanos = NEVER_SEEN;
    private boolean cancelled;
    private @Nullable Job last;

    RecordedJob(long submitNanos, JobSpec spec) {
        this.submitNanos = submitNanos;
        this.spec = spec;
    }

    /** A task of it ran from {@code at} on; of a job that starts again, the last start counts. */
    void started(long at, @Nullable Job job) {
        startNanos = at;
        if (job != null) {
            last = job;
        }
    }

    void cancelled() {
        cancelled = true;
    }

    /** It left; {@code rejected} where a decision turned it away. */
    JobOutcome left(long at, boolean rejected) {
        endNanos = at;
        if (rejected) {
            startNanos = NEVER_SEEN;
            return JobOutcome.REJECTED;
        }
        if (cancelled) {
            return JobOutcome.CANCELLED;
        }
        Reason why = last == null ? null : last.stopping();
        if (why == Reason.TIME_LIMIT) {
            return JobOutcome.TIMED_OUT;
        }
        if (last != null && last.outOfMemory() && (why == Reason.OUT_OF_MEMORY || why == Reason.TASK_FAILED)) {
            return JobOutcome.OUT_OF_MEMORY;
        }
        boolean ran = startNanos != NEVER_SEEN;
        boolean failed = last != null && (last.exitCode() != 0 || last.failures() >= State.MAX_START_FAILURES);
        return ran && !failed ? JobOutcome.FINISHED : JobOutcome.FAILED;
    }

    /**
     * The job as a workload has it: a job that ran takes as long as it took, also where it was cancelled or failed; one that
     * was cancelled while it waited has the patience it turned out to have; one that still lived keeps its own work.
     */
    Arrival arrival() {
        long work = spec.workNanos();
        long patience = spec.patienceNanos();
        if (endNanos != NEVER_SEEN && startNanos != NEVER_SEEN) {
            work = endNanos - startNanos;
        } else if (cancelled) {
            patience = StrictMath.min(patience, endNanos - submitNanos);
            work = work == Nanos.NEVER ? 0 : work;
        }
        return new Arrival(submitNanos, spec.withWork(work).withPatience(patience));
    }
}
