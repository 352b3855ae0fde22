package io.berth.gateway.tenant;

/** The two clocks of quotas; for any thread. */
public interface Time {
    /** Those of this machine. */
    Time SYSTEM = new Time() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long millis() {
            return System.currentTimeMillis();
        }
    };

    /** Of a clock that only goes on, from any zero. */
    long nanos();

    /** Since 1970, of a clock that tells days. */
    long millis();
}
