package io.berth.sim.fault;

import java.util.TreeMap;

/**
 * The numbers that jobs of a scenario get in a run: a task that is found in between takes one too, so that all that follow have others than
 * the scenario says.
 */
final class JobNumbers {
    private final TreeMap<Long, Long> given = new TreeMap<>();
    private final TreeMap<Long, Long> written = new TreeMap<>();
    private long next = 1;

    /** The number of a job that the scenario does not know. */
    long fresh() {
        return next++;
    }

    /** The number of the scenario's job {@code number}, which comes now. */
    long give(long number) {
        given.put(number, next);
        written.put(next, number);
        return next++;
    }

    /** The number that it got; 0 where it has not come. */
    long of(long number) {
        return given.getOrDefault(number, 0L);
    }

    /** How the scenario calls the job of the run; 0 where it does not know it. */
    long written(long number) {
        return written.getOrDefault(number, 0L);
    }
}
