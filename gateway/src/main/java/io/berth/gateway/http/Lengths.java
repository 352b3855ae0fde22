package io.berth.gateway.http;

import io.berth.core.dispatch.predict.LengthForecast;
import java.util.concurrent.locks.ReentrantLock;

/** How much work answers are: what they were lately says what they will be. A token is a millisecond of work. For any thread. */
final class Lengths {
    /** A token at the speed 1 in which work is counted; only ratios of speeds matter. */
    static final long TOKEN_NANOS = 1_000_000;

    private static final double FIRST_GUESS = 128;

    private final LengthForecast forecast = new LengthForecast(FIRST_GUESS);
    private final ReentrantLock lock = new ReentrantLock();

    /** The work that the answer to a request is expected to be. */
    long expected(LengthForecast.Asked asked) {
        lock.lock();
        try {
            return (long) (forecast.expect(asked).mean() * TOKEN_NANOS);
        } finally {
            lock.unlock();
        }
    }

    /**
     * An answer came; returns the work that it was.
     *
     * @param tokens 0 where that is not known
     * @param expected the work it was expected to be
     */
    long took(LengthForecast.Asked asked, long tokens, long expected) {
        if (tokens <= 0) {
            return expected;
        }
        // Where answers come so often that two do at once, one of them says enough.
        if (lock.tryLock()) {
            try {
                forecast.answered(asked, (double) tokens);
            } finally {
                lock.unlock();
            }
        }
        return tokens * TOKEN_NANOS;
    }
}
