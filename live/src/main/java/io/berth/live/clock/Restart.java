package io.berth.live.clock;

import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;

/**
 * How time goes on in a new process. Where the machine has not gone down meanwhile, by its clocks that only count up; where it
 * has, by the time of day as far as that can be, since nothing else is known then.
 *
 * @param nowNanos Berth's time now
 * @param sameClocks true where the clocks still go with it as they did
 * @param notice what somebody should know; empty for nothing
 */
record Restart(long nowNanos, boolean sameClocks, String notice) {
    /** The clocks are read one after another, and that of the uptime is rounded. */
    private static final long INEXACT_NANOS = 100 * Nanos.MILLISECOND;

    /** A machine that was off for longer than this more likely has a wrong clock. */
    private static final long LONGEST_OFF_NANOS = 30 * Nanos.DAY;

    static Restart of(TimeBefore before, long wallNanos, long monotonicNanos, Uptime uptime) {
        if (before.nowNanos() == 0) {
            return new Restart(Math.max(0, wallNanos), false, "");
        }
        BootTime boot = before.boot();
        if (!boot.boot().isEmpty() && boot.boot().equals(uptime.boot())) {
            long awake = monotonicNanos + boot.monotonicZeroNanos() - before.nowNanos();
            long whole = uptime.nanos() + boot.uptimeZeroNanos() - before.nowNanos();
            // A clock that stands still at times cannot be ahead of one that does not; what is, somebody tampers with.
            boolean sound = awake >= -INEXACT_NANOS && awake <= whole + INEXACT_NANOS;
            if (sound || whole >= -INEXACT_NANOS) {
                return new Restart(before.nowNanos() + Math.max(0, sound ? awake : whole), sound && awake >= 0, "");
            }
        }
        long shown = before.wall().wallNanos(before.nowNanos());
        long passed = wallNanos - shown;
        if (passed >= 0 && passed <= LONGEST_OFF_NANOS) {
            return new Restart(before.nowNanos() + passed, false, "");
        }
        return new Restart(
                before.nowNanos(),
                false,
                "the machine's clock shows " + (passed < 0 ? "a time before" : "a time long after")
                        + " the last that the journal knows (" + Nanos.format(StrictMath.abs(passed))
                        + "), so that the time in between counts as none; limits of jobs go on from where they were");
    }
}
