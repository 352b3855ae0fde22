package io.berth.optimize.exact;

import io.berth.optimize.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a problem before the exact search.
 *
 * @param agents an assignment; null where none is known
 * @param value its cost; {@link Long#MAX_VALUE} where none is known
 * @param bound no assignment costs less
 * @param pairs which pairs an assignment that costs less than {@code value} may hold
 */
public record WarmStart(int @Nullable [] agents, long value, long bound, Pairs pairs) {
    /** Tells pairs apart that can make a better assignment and those that cannot, as by their reduced costs. */
    @FunctionalInterface
    public interface Pairs {
        /** Whether {@code agent} may do {@code task} in a better assignment. */
        boolean open(int task, int agent);
    }

    /** Nothing known. */
    public static WarmStart cold(Problem problem) {
        return new WarmStart(null, Long.MAX_VALUE, Long.MIN_VALUE, problem::allows);
    }
}
