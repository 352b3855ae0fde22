package io.berth.live.clock;

import io.berth.core.event.Event;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * Berth's time, which goes as evenly as the machine's monotonic clock: no step of the machine's other clock, by which people and
 * time servers set the time of day, makes it longer or shorter. By how much that clock is ahead is an event whenever it changes,
 * so that what is shown is what it shows. While the machine is suspended time stands still; while Berth is away it goes on.
 *
 * <p>Scaled time has nothing to show, and only tells of jumps. {@link #evenNanos} may be called from any thread, the rest is for
 * one.
 */
public final class LiveTime {
    /** Of two looks at a clock around one at another so far apart at most, else the thread was interrupted in between. */
    private static final long CLOSE_LOOK_NANOS = 5 * Nanos.MILLISECOND;

    private static final int LOOKS = 3;

    /** A clock that is pulled about is not to fill the journal: changes below a second are told of once in this time. */
    private static final long SMALL_CHANGES_APART_NANOS = Nanos.MINUTE;

    /** Whoever reads the time does so each second. */
    private static final long STALL_NANOS = 3 * Nanos.SECOND;

    private final Clock clock;
    private final TimeOptions options;
    private final long startNanos;
    private final long startMonotonic;
    private final String notice;
    private final String boot;
    private boolean newBoot;
    private WallClock wall;
    private long toldNanos;
    private long lastWall;
    private long lastMonotonic;
    private long nowNanos;
    private boolean stalled;

    /** Both clocks at one moment; {@code close} where it was one. */
    private record Look(long monotonic, long wall, boolean close) {}

    /** Time that goes on from {@code before}, where a system was before. */
    public LiveTime(Clock clock, TimeOptions options, TimeBefore before) {
        this.clock = clock;
        this.options = options;
        Look look = look();
        lastWall = look.wall;
        lastMonotonic = look.monotonic;
        startMonotonic = look.monotonic;
        wall = before.wall();
        if (options.followsMachine()) {
            Uptime uptime = clock.uptime();
            Restart restart = Restart.of(before, look.wall, look.monotonic, uptime);
            startNanos = restart.nowNanos();
            notice = restart.notice();
            boot = uptime.boot();
            newBoot = !boot.isEmpty() && !restart.sameClocks();
        } else {
            long begin = options.startNanos() == TimeOptions.NOW ? look.wall : options.startNanos();
            startNanos = Math.max(before.nowNanos(), begin);
            notice = "";
            boot = "";
        }
        nowNanos = startNanos;
        toldNanos = startNanos - SMALL_CHANGES_APART_NANOS;
    }

    /** Looks at the clock and moves on. */
    public long read() {
        long last = nowNanos;
        nowNanos = Math.max(last, evenNanos());
        stalled = options.followsMachine() && nowNanos - last >= STALL_NANOS;
        return nowNanos;
    }

    /** True where {@link #read} came so late that its thread was kept from it: by a stop of this process, or a machine that is overloaded. */
    public boolean stalled() {
        return stalled;
    }

    /** The time now; unlike {@link #nowNanos()} it does not wait for {@link #read}. */
    public long evenNanos() {
        long passed = Math.max(0, clock.monotonicNanos() - startMonotonic);
        return startNanos + (options.scale() == 1 ? passed : (long) (passed * options.scale()));
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** What somebody should know of how time goes on; empty for nothing. */
    public String notice() {
        return notice;
    }

    /** What the machine's clock did since the last call, as of {@link #nowNanos()}; null where that is nothing to tell. */
    public Event.@Nullable OperatorEvent change() {
        return options.followsMachine() ? set() : jump();
    }

    /** How long the machine has to wait until Berth's time is {@code deadlineNanos}; 0 where that has passed. */
    public long waitNanos(long deadlineNanos) {
        long left = deadlineNanos - nowNanos;
        return left <= 0 ? 0 : (long) Math.ceil(left / options.scale());
    }

    private Event.@Nullable ClockSet set() {
        Look look = look();
        long told = wall.lastOffsetNanos();
        long offset = look.wall - (startNanos + look.monotonic - startMonotonic);
        long off = StrictMath.abs(offset - told);
        boolean changed = look.close
                && off >= options.jumpNanos()
                && (off >= Nanos.SECOND || nowNanos - toldNanos >= SMALL_CHANGES_APART_NANOS);
        if (!changed && !newBoot) {
            return null;
        }
        newBoot = false;
        toldNanos = nowNanos;
        long tells = changed ? offset : told;
        wall = wall.set(nowNanos, tells);
        Uptime uptime = clock.uptime();
        BootTime zeros = boot.isEmpty() || !boot.equals(uptime.boot())
                ? BootTime.NONE
                : new BootTime(boot, startNanos - startMonotonic, nowNanos - uptime.nanos());
        return new Event.ClockSet(tells, zeros);
    }

    private Event.@Nullable ClockJumped jump() {
        Look look = look();
        long step = (look.wall - lastWall) - (look.monotonic - lastMonotonic);
        lastWall = look.wall;
        lastMonotonic = look.monotonic;
        return StrictMath.abs(step) >= options.jumpNanos() ? new Event.ClockJumped(step) : null;
    }

    private Look look() {
        Look best = new Look(0, 0, false);
        long apart = Long.MAX_VALUE;
        for (int i = 0; i < LOOKS && apart > CLOSE_LOOK_NANOS; i++) {
            long before = clock.monotonicNanos();
            long shown = clock.wallNanos();
            long after = clock.monotonicNanos();
            if (i == 0 || after - before < apart) {
                apart = after - before;
                best = new Look(before, shown, apart <= CLOSE_LOOK_NANOS);
            }
        }
        return best;
    }
}
