package io.berth.console.explanation;

import io.berth.console.view.job.JobEntry;
import io.berth.core.explain.Deadline;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * A deadline that a job which waits cannot make, though it started now.
 *
 * @param dueTime by when it should have ended: UTC, ISO 8601
 * @param endTime when it would end at the soonest; null where nobody knows how long it takes
 * @param text all that in words
 */
public record DeadlineMissed(String dueTime, @Nullable String endTime, String text) {
    static @Nullable DeadlineMissed of(@Nullable Deadline missed, WallClock wall) {
        if (missed == null) {
            return null;
        }
        String due = JobEntry.time(wall.wallNanos(missed.dueNanos()));
        if (missed.endNanos() == Nanos.NEVER) {
            return new DeadlineMissed(due, null, "cannot make its deadline, which was " + due);
        }
        String end = JobEntry.time(wall.wallNanos(missed.endNanos()));
        return new DeadlineMissed(
                due,
                end,
                "cannot make its deadline of " + due + ": started now, it ends at " + end + " at the soonest");
    }
}
