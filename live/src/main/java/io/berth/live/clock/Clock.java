package io.berth.live.clock;

import java.time.Instant;

/** The machine's clocks. Tests turn them by hand. */
public interface Clock {
    /** The clocks of this machine. */
    Clock SYSTEM = new Clock() {
        @Override
        public long wallNanos() {
            Instant now = Instant.now();
            return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        }

        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public Uptime uptime() {
            return Uptime.ofSystem();
        }
    };

    /** UTC nanoseconds since 1970, as the machine believes; it may be set forward and back. */
    long wallNanos();

    /** Nanoseconds from some moment on; only differences mean something, and they are never negative. */
    long monotonicNanos();

    /** How long the machine has been up; {@link Uptime#UNKNOWN} where {@link #monotonicNanos} means nothing to another process. */
    default Uptime uptime() {
        return Uptime.UNKNOWN;
    }
}
