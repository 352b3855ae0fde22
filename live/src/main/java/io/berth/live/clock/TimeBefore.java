package io.berth.live.clock;

import io.berth.core.state.State;
import io.berth.core.time.BootTime;
import io.berth.core.time.WallClock;

/**
 * Where time was when a system was last heard of.
 *
 * @param nowNanos its last moment, Berth's time; 0 for a new one
 * @param wall what the machine's clock showed until then
 * @param boot how time went with the clocks that only count up
 */
public record TimeBefore(long nowNanos, WallClock wall, BootTime boot) {
    /** A system that begins. */
    public static final TimeBefore NONE = new TimeBefore(0, WallClock.EVEN, BootTime.NONE);

    /** That of a recovered state. */
    public static TimeBefore of(State state) {
        return new TimeBefore(state.nowNanos(), state.wall(), state.boot());
    }
}
