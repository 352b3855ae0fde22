package io.berth.core.state;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Terms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a job so far: all of it that changes. An image of the state shares it, so the job changes it only by {@link
 * Job#change()}, which leaves to the image what the image has.
 */
final class JobCourse {
    static final int[] NO_NODES = {};
    static final Grant[] NO_GRANTS = {};
    static final byte[] NO_TASKS = {};

    private JobSpec spec;
    /**
     * Of the spec. The other parts are seldom looked at where a job ends, and were touched long ago: not to touch them then is a tenth of
     * the time of a run of many short jobs.
     */
    String queue;

    Terms terms;

    /** When it is expected to give its room back; follows from the rest. */
    long expectedEndNanos;

    /** The room kept for it while it waits; null for none. */
    @Nullable
    Promise promise;

    /** Not in the queue: others must end first, or somebody holds it back. */
    boolean gated;

    /** Somebody holds it back. */
    boolean onHold;

    /** The jobs that still live and must have ended before it may enter the queue. */
    List<After> unmet = List.of();

    /** When it entered the queue for the first time, or was released last. */
    long readyNanos;

    long startNanos = -1;

    /** How long its tasks ran of which that was told; -1 where it was not. Of this start. */
    long toldNanos = -1;

    long notBeforeNanos;
    /** How long all its tasks ran in its earlier lives. */
    long ranNanos;
    /** The part of it that came to nothing. */
    long lostNanos;

    int failures;
    /** How many start decisions there were, the one it lives by among them; those of before this was counted are not. */
    int starts;

    long decision;
    /** When that decision was made; 0 where it waits, and where a program decided that did not write it down. */
    long decidedNanos;

    boolean cancelled;
    int exitCode;
    boolean outOfMemory;
    /** How often it was started again after a task failed. */
    int retried;

    /** The run time that its progress told of, all that it did included; {@link Nanos#NEVER} where it told of none. */
    long measuredNanos = Nanos.NEVER;

    @Nullable
    Reason stopping;

    int live;
    int running;
    /** How many tasks its start named. */
    int started;

    int[] nodes = NO_NODES;
    Grant[] grants = NO_GRANTS;
    byte[] tasks = NO_TASKS;

    JobCourse(JobSpec spec, long readyNanos) {
        this.spec = spec;
        this.queue = spec.queue();
        this.terms = spec.terms();
        this.readyNanos = readyNanos;
    }

    private JobCourse(JobCourse of) {
        spec = of.spec;
        queue = of.queue;
        terms = of.terms;
        readyNanos = of.readyNanos;
        expectedEndNanos = of.expectedEndNanos;
        promise = of.promise;
        gated = of.gated;
        onHold = of.onHold;
        unmet = of.unmet;
        startNanos = of.startNanos;
        toldNanos = of.toldNanos;
        notBeforeNanos = of.notBeforeNanos;
        ranNanos = of.ranNanos;
        lostNanos = of.lostNanos;
        failures = of.failures;
        starts = of.starts;
        decision = of.decision;
        decidedNanos = of.decidedNanos;
        cancelled = of.cancelled;
        exitCode = of.exitCode;
        outOfMemory = of.outOfMemory;
        retried = of.retried;
        measuredNanos = of.measuredNanos;
        stopping = of.stopping;
        live = of.live;
        running = of.running;
        started = of.started;
        nodes = of.nodes.clone();
        grants = of.grants.clone();
        tasks = of.tasks.clone();
    }

    /** What was submitted, with what was changed since. */
    JobSpec spec() {
        return spec;
    }

    /** It is {@code changed} from now on. */
    void specify(JobSpec changed) {
        spec = changed;
        queue = changed.queue();
        terms = changed.terms();
    }

    /** The same once more, of which nothing is shared that changes. */
    JobCourse copy() {
        return new JobCourse(this);
    }
}
