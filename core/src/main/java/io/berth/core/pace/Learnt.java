package io.berth.core.pace;

/**
 * How fast jobs are on a model of devices, and how that is known.
 *
 * @param millionths of the speed that their timing is told for
 * @param from where it comes from
 * @param count of how many jobs it was learnt; 0 where it was not
 * @param spread how much they differ: the standard deviation of the logarithm of their speeds, about their relative error
 */
public record Learnt(long millionths, From from, long count, double spread) {
    /** What is known best goes first. */
    public enum From {
        /** The job says it. */
        TOLD,
        /** The job itself ran there, and told of its progress. */
        MEASURED,
        /** Jobs like it ran there. */
        ALIKE,
        /** Jobs like it ran on another model, and other jobs on both. */
        OTHERS,
        /** Jobs like it ran on another model; what the makers say of both. */
        CHIP,
        /** Nothing is known: as fast as is told for. */
        NOTHING
    }
}
