package io.berth.core.policy.window;

import java.util.List;

/**
 * How much some jobs of a window may get of it together.
 *
 * @param queue whose they are
 * @param milli thousandths of a GPU; a job that asks for more takes it all, so it starts if no other does
 * @param jobs their numbers
 */
public record WindowCap(String queue, long milli, List<Long> jobs) {
    public WindowCap {
        jobs = List.copyOf(jobs);
        if (milli < 0) {
            throw new IllegalArgumentException("The cap (" + milli + ") of (" + queue + ") must not be negative.");
        }
    }

    /** What a job that asks for {@code jobMilli} takes of it. */
    public long of(long jobMilli) {
        return StrictMath.min(jobMilli, milli);
    }
}
