package io.berth.live.driver;

import io.berth.live.clock.Clock;
import io.berth.live.clock.Uptime;

/** Clocks that stand still until a test turns them. */
public final class HandClock implements Clock {
    private volatile long wallNanos = 1_000_000_000_000L;
    private volatile long monotonicNanos = 5;
    private volatile Uptime uptime = Uptime.UNKNOWN;

    @Override
    public long wallNanos() {
        return wallNanos;
    }

    @Override
    public long monotonicNanos() {
        return monotonicNanos;
    }

    @Override
    public Uptime uptime() {
        return uptime;
    }

    /** Time passes, on all clocks. */
    public void pass(long nanos) {
        monotonicNanos += nanos;
        suspend(nanos);
    }

    /** Time passes while the machine is suspended. */
    public void suspend(long nanos) {
        wallNanos += nanos;
        uptime = uptime.boot().isEmpty() ? uptime : new Uptime(uptime.boot(), uptime.nanos() + nanos);
    }

    /** The monotonic clock goes on by itself, as where something fakes it. */
    public void runAhead(long nanos) {
        monotonicNanos += nanos;
    }

    /** Somebody sets the machine's clock. */
    public void set(long byNanos) {
        wallNanos += byNanos;
    }

    /** The machine goes up, with {@code boot} for its name; the clocks that count up are at {@code nanos}. */
    public void boot(String boot, long nanos) {
        uptime = new Uptime(boot, nanos);
        monotonicNanos = nanos;
    }
}
