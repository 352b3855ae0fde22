package io.berth.core.state;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.state.part.JobSize;
import io.berth.core.state.part.JobState;
import io.berth.core.state.part.MeasuredRun;
import io.berth.core.state.part.Promise;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a job so far: all of it that changes. An image of the state shares it, so the job changes it only by {@link
 * Job#change()}, which leaves to the image what the image has.
 */
final class JobCourse {
    private static final int[] NO_NODES = {};
    private static final Grant[] NO_GRANTS = {};
    private static final byte[] NO_STATES = {};

    private JobSpec spec;
    /**
     * Of the spec. The other parts are seldom looked at where a job ends, and were touched long ago: not to touch them then is a tenth of
     * the time of a run of many short jobs.
     */
    String queue;

    Terms terms;

    /** The number of the demand of its first group. */
    int demand;

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

    /** At most {@link State#MAX_START_FAILURES}: two bytes less, and a waiting job is eight smaller. */
    short failures;
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

    /** What its progress told of; null where it told of nothing. */
    @Nullable
    MeasuredRun measured;

    @Nullable
    Reason stopping;

    int live;
    int running;
    /** How many tasks its start named; while it runs, how many work, where they may come and go. */
    int started;
    /** Null where its tasks do not come and go while it runs. */
    @Nullable
    JobSize size;
    /** How fast it is where it was placed, as {@code Pace} says; millionths, at most a thousand million. */
    int pace = (int) RunProfile.TOLD;

    /**
     * Whether tasks may hold something, and where the first is: most jobs have one, and an array for it would be read from memory that is
     * in no cache when the job ends. How many may follows from where the others are, which keeps a waiting job eight bytes smaller.
     */
    private boolean placed;

    private int firstNode = -1;
    private byte firstState;
    private Grant firstGrant = Grant.NONE;

    /** Where the tasks behind the first are. */
    private int[] nodes = NO_NODES;

    private Grant[] grants = NO_GRANTS;
    private byte[] states = NO_STATES;

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
        demand = of.demand;
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
        measured = of.measured;
        stopping = of.stopping;
        live = of.live;
        running = of.running;
        started = of.started;
        pace = of.pace;
        size = of.size == null ? null : of.size.copy();
        placed = of.placed;
        firstNode = of.firstNode;
        firstState = of.firstState;
        firstGrant = of.firstGrant;
        nodes = of.nodes.clone();
        grants = of.grants.clone();
        states = of.states.clone();
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

    /** {@code tasks} tasks may hold something from now on; none does. */
    void makePlaces(int tasks) {
        placed = tasks > 0;
        firstNode = -1;
        firstState = 0;
        firstGrant = Grant.NONE;
        nodes = NO_NODES;
        grants = NO_GRANTS;
        states = NO_STATES;
        if (tasks > 1) {
            nodes = new int[tasks - 1];
            grants = new Grant[tasks - 1];
            states = new byte[tasks - 1];
            Arrays.fill(nodes, -1);
            Arrays.fill(grants, Grant.NONE);
        }
    }

    /** Up to which number tasks may hold something. */
    int places() {
        return placed ? 1 + nodes.length : 0;
    }

    /** Task {@code task} is at {@code node}. */
    void place(int task, int node, Grant grant) {
        if (task == 0) {
            firstNode = node;
            firstGrant = grant;
        } else {
            nodes[task - 1] = node;
            grants[task - 1] = grant;
        }
    }

    /** The node of task {@code task}; -1 where it has none. */
    int node(int task) {
        return task == 0 ? firstNode : nodes[task - 1];
    }

    /** What task {@code task} holds of the devices there. */
    Grant grant(int task) {
        return task == 0 ? firstGrant : grants[task - 1];
    }

    /** The state of task {@code task}, a place among {@link JobState}. */
    byte state(int task) {
        return task == 0 ? firstState : states[task - 1];
    }

    /** Task {@code task} is in {@code state} from now on. */
    void state(int task, JobState state) {
        if (task == 0) {
            firstState = (byte) state.ordinal();
        } else {
            states[task - 1] = (byte) state.ordinal();
        }
    }

    /** The same once more, of which nothing is shared that changes. */
    JobCourse copy() {
        return new JobCourse(this);
    }
}
