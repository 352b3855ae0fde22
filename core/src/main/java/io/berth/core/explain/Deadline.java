package io.berth.core.explain;

import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/**
 * A deadline that a job which waits cannot make any more, as far as is known of its run time.
 *
 * @param dueNanos by when it should have ended, UTC nanoseconds
 * @param endNanos when it would end if all its tasks started now on the devices on which it is fastest; {@link Nanos#NEVER} where nobody knows
 *     how long it takes, and the deadline is over
 */
public record Deadline(long dueNanos, long endNanos) {
    /** That of {@code job} at {@code now}; null where it has none, or may make it. */
    public static @Nullable Deadline missed(Job job, long now) {
        long due = job.dueNanos();
        if (due == Nanos.NEVER || !job.waiting()) {
            return null;
        }
        long end = Nanos.after(now, job.shortestNanos(now));
        boolean over = end == Nanos.NEVER ? now >= due : end > due;
        return over ? new Deadline(due, end) : null;
    }
}
