package io.berth.app.solve.run;

/** When time is over: at the limit, or when somebody says so. */
public final class Deadline {
    private final long begunNanos = System.nanoTime();
    private final long limitNanos;
    private volatile boolean over;
    private volatile long overNanos;

    /** @param limitNanos from now; {@link Long#MAX_VALUE} for none */
    Deadline(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** Time is over now. */
    public void end() {
        overNanos = Math.min(limitNanos, elapsedNanos());
        over = true;
    }

    boolean late() {
        return over || elapsedNanos() >= limitNanos;
    }

    /** Since the begin. */
    public long elapsedNanos() {
        return System.nanoTime() - begunNanos;
    }

    /** Until the limit; 0 when time is over. */
    long leftNanos() {
        return over ? 0 : Math.max(0, limitNanos - elapsedNanos());
    }

    /** Until so much after time was over; 0 when that is past, too. */
    long leftNanos(long graceNanos) {
        long end = over ? overNanos : limitNanos;
        return end > Long.MAX_VALUE - graceNanos ? Long.MAX_VALUE : Math.max(0, end + graceNanos - elapsedNanos());
    }

    double elapsedSeconds() {
        return (double) elapsedNanos() / 1e9;
    }
}
