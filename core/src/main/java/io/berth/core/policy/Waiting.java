package io.berth.core.policy;

import org.jspecify.annotations.Nullable;

/**
 * The jobs that a pass may still try, first come first, and the room that it has not given away yet. It follows from the state and
 * from what was chosen before in the pass, and holds until the choice is made.
 *
 * <p>Left out are those that were tried already, those that rest after a failed start, and those of which it follows that they
 * cannot start in this pass: once nothing but starts is asked of the jobs (backfill greedy; easy, when somebody is promised room), a
 * job that could not start rules out those of the same shape with as many tasks or more that would run as long.
 */
public interface Waiting {
    /** How many; at least 1. */
    int size();

    /** The one before which {@code i} came, from 0. */
    QueuedJob job(int i);

    /** The time of the pass. */
    long nowNanos();

    /** Thousandths of CPUs left on all usable nodes together; O(1). */
    long freeCpuMilli();

    /** Thousandths of CPUs of all usable nodes. */
    long totalCpuMilli();

    /** Thousandths of GPUs left on all usable nodes together; O(1). */
    long freeGpuMilli();

    /** Thousandths of GPUs of all usable nodes. */
    long totalGpuMilli();

    /** False where all that is left together is too little CPU or GPU for job {@code i}, which can then not start; O(1). */
    boolean mayFit(int i);

    /** Where they might go; null where only the jobs of a moment that has passed are known. */
    default @Nullable Places places() {
        return null;
    }

    /** A uniform draw from {@code [0, bound)}, counted by pass: it comes out the same in recovery, redecide and forks. */
    int below(int bound);
}
