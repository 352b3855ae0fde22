package io.berth.live.driver;

/**
 * Berth's time made of the machine's clocks; it never goes back.
 *
 * <p>Real time follows the machine's clock forward. When that clock is set back, Berth's time goes on from where it was, ahead
 * of the machine's, until the machine's is set forward again. Scaled time only follows the monotonic clock.
 */
final class LiveTime {
    private final Clock clock;
    private final TimeOptions options;
    private final long startNanos;
    private final long startMonotonic;
    private long lastWall;
    private long lastMonotonic;
    /** How far Berth's time is ahead of the machine's clock. */
    private long ahead;

    private long jumped;
    private long nowNanos;

    /** Time that goes on from {@code notBefore}, where a system was before. */
    LiveTime(Clock clock, TimeOptions options, long notBefore) {
        this.clock = clock;
        this.options = options;
        this.lastWall = clock.wallNanos();
        this.lastMonotonic = clock.monotonicNanos();
        this.startMonotonic = lastMonotonic;
        long begin = options.startNanos() == TimeOptions.NOW ? lastWall : options.startNanos();
        this.startNanos = Math.max(notBefore, begin);
        this.nowNanos = startNanos;
        this.ahead = startNanos - lastWall;
    }

    /** Looks at the clocks and moves on. */
    long read() {
        long wall = clock.wallNanos();
        long monotonic = clock.monotonicNanos();
        long step = (wall - lastWall) - (monotonic - lastMonotonic);
        lastWall = wall;
        lastMonotonic = monotonic;
        if (Math.abs(step) >= options.jumpNanos()) {
            jumped += step;
            ahead -= step < 0 ? step : Math.min(step, ahead);
        }
        long read = options.followsMachine()
                ? wall + ahead
                : startNanos + (long) ((monotonic - startMonotonic) * options.scale());
        nowNanos = Math.max(nowNanos, read);
        return nowNanos;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** By how much the machine's clock jumped since the last call; 0 where it did not. */
    long takeJump() {
        long taken = jumped;
        jumped = 0;
        return taken;
    }

    /** How long the machine has to wait until Berth's time is {@code deadlineNanos}; 0 where that has passed. */
    long waitNanos(long deadlineNanos) {
        long left = deadlineNanos - nowNanos;
        return left <= 0 ? 0 : (long) Math.ceil(left / options.scale());
    }
}
