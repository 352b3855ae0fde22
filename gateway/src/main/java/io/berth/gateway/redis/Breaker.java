package io.berth.gateway.redis;

import java.util.concurrent.TimeUnit;

/**
 * Whether something is worth asking: not for a while where it failed several times in a row, and then once, to see. The while is twice as
 * long each time, up to ten seconds. It has no clock; for any thread.
 */
final class Breaker {
    private static final int FAILURES = 5;
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private int failures;
    private long whileNanos = FIRST_NANOS;
    private long untilNanos;
    /** Whether one asks, to see. */
    private boolean tried;

    /** Whether it may be asked; where it failed before, one alone may, and says what came of it. */
    synchronized boolean lets(long nowNanos) {
        if (failures < FAILURES) {
            return true;
        }
        if (nowNanos - untilNanos < 0) {
            return false;
        }
        untilNanos = nowNanos + whileNanos;
        tried = true;
        return true;
    }

    /** What {@link #lets} would say; nobody is let by it. */
    synchronized boolean open(long nowNanos) {
        return failures < FAILURES || nowNanos - untilNanos >= 0;
    }

    /** It answered. */
    synchronized void answered() {
        failures = 0;
        tried = false;
        whileNanos = FIRST_NANOS;
    }

    /** It did not. */
    synchronized void failed(long nowNanos) {
        failures++;
        if (failures == FAILURES) {
            untilNanos = nowNanos + whileNanos;
        } else if (tried) {
            // Not where several that were asked before fail: they say nothing new.
            tried = false;
            whileNanos = Math.min(LONGEST_NANOS, 2 * whileNanos);
            untilNanos = nowNanos + whileNanos;
        }
    }
}
