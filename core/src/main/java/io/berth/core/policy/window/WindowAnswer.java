package io.berth.core.policy.window;

import java.util.List;

/**
 * A plan for the jobs of a window. Jobs that it does not start are left for later.
 *
 * @param planned false where the planner failed; then the strategy's other policies decide
 * @param starts in the order in which they are to be made
 * @param gapPpm how far the plan may be from the best, millionths of the proven bound
 * @param work how much was spent, in the planner's units
 */
public record WindowAnswer(boolean planned, List<WindowStart> starts, long gapPpm, long work) {
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
