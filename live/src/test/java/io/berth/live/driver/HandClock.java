package io.berth.live.driver;

/** Clocks that stand still until a test turns them. */
public final class HandClock implements Clock {
    private volatile long wallNanos = 1_000_000_000_000L;
    private volatile long monotonicNanos = 5;

    @Override
    public long wallNanos() {
        return wallNanos;
    }

    @Override
    public long monotonicNanos() {
        return monotonicNanos;
    }

    /** Time passes, on both clocks. */
    public void pass(long nanos) {
        wallNanos += nanos;
        monotonicNanos += nanos;
    }

    /** Somebody sets the machine's clock. */
    public void set(long byNanos) {
        wallNanos += byNanos;
    }
}
