package io.berth.app.solve;

/** When time is over: at the limit, or when somebody says so. */
final class Deadline {
    private final long begunNanos = System.nanoTime();
    private final long limitNanos;
    private volatile boolean over;

    /** @param limitNanos from now; {@link Long#MAX_VALUE} for none */
    Deadline(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** Time is over now. */
    void end() {
        over = true;
    }

    boolean late() {
        return over || elapsedNanos() >= limitNanos;
    }

    /** Since the begin. */
    long elapsedNanos() {
        return System.nanoTime() - begunNanos;
    }

    /** Until the limit; 0 when it is over. */
    long leftNanos() {
        return Math.max(0, limitNanos - elapsedNanos());
    }

    double elapsedSeconds() {
        return (double) elapsedNanos() / 1e9;
    }

    /** True where it would be late if it had begun so much earlier. */
    boolean lateBy(long nanos) {
        return limitNanos < Long.MAX_VALUE - nanos && elapsedNanos() >= limitNanos + nanos;
    }
}
