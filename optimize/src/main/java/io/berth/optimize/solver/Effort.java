package io.berth.optimize.solver;

import java.util.function.BooleanSupplier;

/**
 * What may be spent on a problem. With the same seed and work, and as long as nobody calls it late, the answer is the same on any
 * number of threads.
 *
 * @param seed of all chance
 * @param threads how many may work at the same time, from 1
 * @param work how many units of work at most: looks at a task on an agent, or steps of about that price
 * @param gap when to stop: the largest difference of value and bound, as a part of the value; 0 for a proof
 * @param late whether time is over; asked some hundred times a second, on any thread
 */
public record Effort(long seed, int threads, long work, double gap, BooleanSupplier late) {
    /** Without end, until there is a proof. */
    public static Effort untilProved(long seed) {
        return new Effort(seed, 1, Long.MAX_VALUE, 0, () -> false);
    }

    /** The same on {@code newThreads} threads. */
    public Effort on(int newThreads) {
        return new Effort(seed, newThreads, work, gap, late);
    }

    /** The same with no more than {@code newWork} units. */
    public Effort within(long newWork) {
        return new Effort(seed, threads, newWork, gap, late);
    }

    /** Whether a value is as near to its bound as was asked for. */
    public boolean satisfied(long value, long bound) {
        return value - bound <= gap * Math.abs((double) value);
    }
}
