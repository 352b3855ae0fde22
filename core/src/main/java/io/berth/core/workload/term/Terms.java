package io.berth.core.workload.term;

import io.berth.core.time.Nanos;
import java.util.List;

/**
 * On which terms a job runs, beside what it needs.
 *
 * @param timeLimitNanos how long all its tasks may run together, in each of its lives; {@link Nanos#NEVER} for as long as it takes
 * @param retries how often it is started again after a task failed; {@link #ALWAYS} for as often as one ends, however it ended
 * @param after the jobs that must have ended before it may start
 * @param array the array it is one of; {@link JobArray#NONE} for a job by itself
 * @param interruption what happens when it is stopped before its work is done
 * @param keys what the world knows it by; {@link WorldKeys#NONE} where it has no names of its own
 * @param standing what it does while there is no room for it
 * @param ready how long its tasks may take until they run
 */
public record Terms(
        long timeLimitNanos,
        int retries,
        List<After> after,
        JobArray array,
        Interruption interruption,
        WorldKeys keys,
        Standing standing,
        Readiness ready) {
    /** A job by itself that runs once, now, for as long as it takes. */
    public static final Terms NONE = new Terms(Nanos.NEVER, 0, List.of(), JobArray.NONE, Interruption.HARMLESS);

    /** The most retries of a job. */
    public static final int MOST_RETRIES = 1000;

    /** Retries of a job whose tasks are to run until somebody ends it. */
    public static final int ALWAYS = Integer.MAX_VALUE;

    /** The most jobs that one may wait for. */
    public static final int MOST_AFTER = 1000;

    public Terms {
        after = List.copyOf(after);
        if (timeLimitNanos <= 0) {
            throw new IllegalArgumentException("The time limit (" + timeLimitNanos + ") of a job must be above 0.");
        }
        if (retries < 0 || retries > MOST_RETRIES && retries != ALWAYS) {
            throw new IllegalArgumentException(
                    "The retries (" + retries + ") of a job must be from 0 to " + MOST_RETRIES + ", or always.");
        }
        if (after.size() > MOST_AFTER) {
            throw new IllegalArgumentException(
                    "A job may wait for at most " + MOST_AFTER + " others, not for " + after.size() + ".");
        }
    }

    /** Terms of a job whose tasks may take as long as they need until they run. */
    public Terms(
            long timeLimitNanos,
            int retries,
            List<After> after,
            JobArray array,
            Interruption interruption,
            WorldKeys keys,
            Standing standing) {
        this(timeLimitNanos, retries, after, array, interruption, keys, standing, Readiness.NONE);
    }

    /** Terms of a job that the world has no names for, and that is turned away where no node could hold it. */
    public Terms(long timeLimitNanos, int retries, List<After> after, JobArray array, Interruption interruption) {
        this(timeLimitNanos, retries, after, array, interruption, WorldKeys.NONE, Standing.USUAL);
    }

    /** The same, which the world knows by {@code newKeys}. */
    public Terms withKeys(WorldKeys newKeys) {
        return new Terms(timeLimitNanos, retries, after, array, interruption, newKeys, standing, ready);
    }

    /** The same, stopped when it has run for {@code newTimeLimitNanos}. */
    public Terms withTimeLimit(long newTimeLimitNanos) {
        return new Terms(newTimeLimitNanos, retries, after, array, interruption, keys, standing, ready);
    }

    /** The same, started again up to {@code newRetries} times. */
    public Terms withRetries(int newRetries) {
        return new Terms(timeLimitNanos, newRetries, after, array, interruption, keys, standing, ready);
    }

    /** The same after {@code newAfter}. */
    public Terms withAfter(List<After> newAfter) {
        return new Terms(timeLimitNanos, retries, newAfter, array, interruption, keys, standing, ready);
    }

    /** True where its tasks are started again however they ended. */
    public boolean always() {
        return retries == ALWAYS;
    }

    /** The same for a run that is simulated as it was recorded: where it ends, it is over. */
    public Terms ending() {
        return always() ? withRetries(0) : this;
    }

    /** The same as one of {@code newArray}. */
    public Terms withArray(JobArray newArray) {
        return new Terms(timeLimitNanos, retries, after, newArray, interruption, keys, standing, ready);
    }

    /** The same, interrupted as {@code newInterruption} says. */
    public Terms withInterruption(Interruption newInterruption) {
        return new Terms(timeLimitNanos, retries, after, array, newInterruption, keys, standing, ready);
    }

    /** The same, whose tasks run as soon as {@code newReady} says. */
    public Terms withReady(Readiness newReady) {
        return new Terms(timeLimitNanos, retries, after, array, interruption, keys, standing, newReady);
    }

    /** The same, waiting for nodes that may join. */
    public Terms awaitingNodes() {
        return new Terms(timeLimitNanos, retries, after, array, interruption, keys, standing.awaitingNodes(), ready);
    }

    /** The same of a job that nobody is stopped for. */
    public Terms sparing() {
        return new Terms(timeLimitNanos, retries, after, array, interruption, keys, standing.sparing(), ready);
    }

    /** The same of a job of class {@code qos}; empty for none. */
    public Terms ofClass(String qos) {
        return new Terms(timeLimitNanos, retries, after, array, interruption, keys, standing.ofClass(qos), ready);
    }

    /** As of {@link Standing}. */
    public String qos() {
        return standing.qos();
    }

    /** As of {@link Standing}. */
    public boolean awaitsNodes() {
        return standing.awaitsNodes();
    }

    /** As of {@link Standing}. */
    public boolean preempts() {
        return standing.preempts();
    }
}
