package io.berth.optimize.solver;

import org.jspecify.annotations.Nullable;

/**
 * What came of solving.
 *
 * @param status what is known
 * @param agents the agent of each task in the best assignment that was found; null where none was
 * @param value the sum of its costs; {@link Long#MAX_VALUE} without one
 * @param bound no assignment costs less; {@link Long#MIN_VALUE} where nothing is known, {@link Long#MAX_VALUE} where there is none
 * @param work units of work that were spent
 */
public record Answer(Status status, int @Nullable [] agents, long value, long bound, long work) {
    /** What is known of a problem. */
    public enum Status {
        /** The assignment is proved to be one of the best. */
        OPTIMAL,
        /** There is an assignment, and a bound. */
        FEASIBLE,
        /** It is proved that there is no assignment. */
        INFEASIBLE,
        /** No assignment was found, and none is excluded. */
        UNKNOWN
    }

    /** Where {@code agents} is the best that is known. */
    public static Answer of(int @Nullable [] agents, long value, long bound, long work) {
        if (agents == null) {
            Status status = bound == Long.MAX_VALUE ? Status.INFEASIBLE : Status.UNKNOWN;
            return new Answer(status, null, Long.MAX_VALUE, bound, work);
        }
        return new Answer(
                value <= bound ? Status.OPTIMAL : Status.FEASIBLE, agents, value, Math.min(bound, value), work);
    }

    /** That nothing fulfils the problem. */
    public static Answer infeasible(long work) {
        return new Answer(Status.INFEASIBLE, null, Long.MAX_VALUE, Long.MAX_VALUE, work);
    }
}
