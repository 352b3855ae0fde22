package io.berth.core.policy.window;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan for the jobs of a window. Jobs that it does not start are left for later.
 *
 * @param planned false where the planner failed; then the strategy's other policies decide
 * @param starts in the order in which they are to be made
 * @param gapPpm how far the plan may be from the best, millionths of the proven bound
 * @param work how much was spent, in the planner's units
 * @param worth what the gap is made of; null where the planner does not tell it, as none did before Berth wrote it down
 */
public record WindowAnswer(
        boolean planned,
        List<WindowStart> starts,
        long gapPpm,
        long work,
        @Nullable Worth worth) {
    /**
     * What a plan is worth, by the objective of its planner.
     *
     * @param value of this plan
     * @param bound no plan is worth more
     */
    public record Worth(long value, long bound) {
        public Worth {
            if (value > bound) {
                throw new IllegalArgumentException(
                        "The value (" + value + ") must not be above the bound (" + bound + ").");
            }
        }
    }

    /** An answer that does not tell what the plan is worth. */
    public WindowAnswer(boolean planned, List<WindowStart> starts, long gapPpm, long work) {
        this(planned, starts, gapPpm, work, null);
    }

    public WindowAnswer {
        starts = List.copyOf(starts);
        if (gapPpm < 0 || work < 0) {
            throw new IllegalArgumentException(
                    "The gapPpm (" + gapPpm + ") and the work (" + work + ") must not be negative.");
        }
    }

    /** The planner failed after so much work. */
    public static WindowAnswer failed(long work) {
        return new WindowAnswer(false, List.of(), 0, work);
    }
}
