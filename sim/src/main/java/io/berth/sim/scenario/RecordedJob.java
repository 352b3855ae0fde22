package io.berth.sim.scenario;

import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.term.After;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a journal tells of one job. */
final class RecordedJob {
    private static final long NEVER_SEEN = -1;

    private final long submitNanos;
    private final JobSpec spec;
    private long startNanos = NEVER_SEEN;
    private long endNanos = NEVER_SEEN;
    /** What its lives before the last start left done. */
    private long keptNanos;

    private boolean cancelled;
    /** It left before its work was done. */
    private boolean stopped;

    private @Nullable Job last;

    /** How long each of its phases that are done would have run with all its tasks, in order. */
    private final List<Long> phases = new ArrayList<>();
    /** How much of its present phase was done when a task of it last ended. */
    private long doneNanos;

    RecordedJob(long submitNanos, JobSpec spec) {
        this.submitNanos = submitNanos;
        this.spec = spec;
    }

    /** A task of it ran from {@code at} on; of a job that starts again, the last start counts. */
    void started(long at, @Nullable Job job) {
        startNanos = at;
        if (job != null) {
            last = job;
            keptNanos = job.keptNanos();
        }
    }

    /** A task of {@code job} is about to end. */
    void ends(long at, Job job) {
        doneNanos = job.doneNanos(at);
    }

    /** It lives, and is in phase {@code phase}: where that is another one than it was, what was done is the work of that. */
    void isIn(int phase) {
        if (phase > phases.size()) {
            phases.add(doneNanos);
            startNanos = NEVER_SEEN;
            keptNanos = 0;
        }
    }

    void cancelled() {
        cancelled = true;
    }

    /** It left; {@code rejected} where a decision turned it away. */
    JobOutcome left(long at, boolean rejected) {
        endNanos = at;
        JobOutcome outcome = outcome(rejected);
        stopped = outcome == JobOutcome.CANCELLED || outcome == JobOutcome.TIMED_OUT;
        return outcome;
    }

    private JobOutcome outcome(boolean rejected) {
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
     * The job as a workload has it: one that ran takes as long as it took, with what earlier lives left done, also where it failed, and as
     * long as all its tasks would have needed where fewer of them ran; one
     * that was cancelled, ran for too long, or still lived, keeps its own work, since it was not over.
     *
     * @param numbers the places of jobs in the workload, by their numbers in the journal
     */
    Arrival arrival(Map<Long, Long> numbers) {
        boolean over = endNanos != NEVER_SEEN && startNanos != NEVER_SEEN && !stopped;
        long work = over ? keptNanos + worked(endNanos - startNanos) : Nanos.NEVER;
        JobSpec whole = spec.phases().any() ? inPhases(work) : over ? spec.withWork(work) : spec;
        return new Arrival(submitNanos, renumbered(whole, numbers));
    }

    /** As {@link #spec}, each phase with the work that was seen of it, the last one that it began with {@code work} where that is known. */
    private JobSpec inPhases(long work) {
        List<Phase> seen = new ArrayList<>(spec.phases().all());
        for (int phase = 0; phase < phases.size(); phase++) {
            seen.set(phase, seen.get(phase).withWork(phases.get(phase)));
        }
        int last = phases.size();
        if (work != Nanos.NEVER) {
            seen.set(last, seen.get(last).withWork(work));
        }
        return spec.withPhases(new Phases(seen, 0));
    }

    private long worked(long ranNanos) {
        return last == null || last.startedTasks() == 0 ? ranNanos : last.worked(ranNanos);
    }

    private static JobSpec renumbered(JobSpec spec, Map<Long, Long> numbers) {
        if (spec.terms().after().isEmpty()) {
            return spec;
        }
        List<After> after = spec.terms().after().stream()
                .map(one -> new After(numbers.getOrDefault(one.job(), one.job()), one.when()))
                .toList();
        return spec.withTerms(spec.terms().withAfter(after));
    }
}
