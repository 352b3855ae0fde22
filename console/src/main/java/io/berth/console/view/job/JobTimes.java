package io.berth.console.view.job;

import io.berth.core.time.WallClock;
import org.jspecify.annotations.Nullable;

/** In Berth's time, nanoseconds, and what the machine's clock showed then; -1 for what has not happened. */
record JobTimes(long submitNanos, long startNanos, long endNanos, WallClock wall) {
    /** How long it waited until it was started or left; -1 while it waits. */
    long waitNanos() {
        long until = startNanos >= 0 ? startNanos : endNanos;
        return until < 0 ? -1 : until - submitNanos;
    }

    /** How long it ran; -1 until it has ended, or where it never ran. */
    long runNanos() {
        return startNanos < 0 || endNanos < 0 ? -1 : endNanos - startNanos;
    }

    /** By how much the clock was set since what it is at began; 0 where it has ended. */
    long movedNanos() {
        long since = startNanos >= 0 ? startNanos : submitNanos;
        return endNanos >= 0 ? 0 : wall.lastOffsetNanos() - wall.offsetNanos(since);
    }

    @Nullable
    String shown(long nanos) {
        return nanos < 0 ? null : JobEntry.time(wall.wallNanos(nanos));
    }

    /**
     * From when to when a job was here.
     *
     * @param submitNanos what the machine's clock showed, UTC nanoseconds
     * @param startNanos likewise; -1 where it never ran
     * @param endNanos likewise
     * @param waitNanos how long it waited, which the clock does not say where it was set meanwhile
     * @param runNanos how long it ran; -1 where it never did
     * @param evenEndNanos when it ended in Berth's time
     */
    record Stay(long submitNanos, long startNanos, long endNanos, long waitNanos, long runNanos, long evenEndNanos) {
        JobTimes times() {
            long start = startNanos < 0 ? -1 : evenEndNanos - runNanos;
            long submit = (startNanos < 0 ? evenEndNanos : start) - waitNanos;
            WallClock wall = WallClock.EVEN.set(submit, submitNanos - submit);
            wall = startNanos < 0 ? wall : wall.set(start, startNanos - start);
            return new JobTimes(submit, start, evenEndNanos, wall.set(evenEndNanos, endNanos - evenEndNanos));
        }
    }
}
