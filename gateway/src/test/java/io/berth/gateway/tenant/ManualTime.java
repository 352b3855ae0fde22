package io.berth.gateway.tenant;

import io.berth.core.time.Nanos;
import java.time.Instant;

/** Time that goes on when a test says so. */
final class ManualTime implements Time {
    private static final long MILLI = 1_000_000;

    private long millis;
    private long nanos;

    /** @param instant such as {@code 2026-11-28T10:00:00Z} */
    static ManualTime at(String instant) {
        ManualTime time = new ManualTime();
        time.millis = Instant.parse(instant).toEpochMilli();
        return time;
    }

    void pass(long more) {
        nanos += more;
        millis += more / MILLI;
    }

    void seconds(long more) {
        pass(more * Nanos.SECOND);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long millis() {
        return millis;
    }
}
