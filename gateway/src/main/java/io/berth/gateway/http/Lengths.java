package io.berth.gateway.http;

import io.berth.core.dispatch.predict.LengthForecast;
import java.util.concurrent.locks.ReentrantLock;

/** How much work answers are: what they were lately says what they will be. A token is a millisecond of work. For any thread. */
final class Lengths {
    /** A token at the speed 1 in which work is counted; only ratios of speeds matter. */
    static final long TOKEN_NANOS = 1_000_000;

    private static final double FIRST_GUESS = 128;
    private static final int MOMENT_BITS = 20;
    private static final int MOST_IN_A_MOMENT = 4;

    private final LengthForecast forecast = new LengthForecast(FIRST_GUESS);
    private final ReentrantLock lock = new ReentrantLock();
    /** Of the clock, about a millisecond; and how many answers came in it. */
    private long moment;

    private int learnt;

    private boolean seldomEnough() {
        long now = System.nanoTime() >> MOMENT_BITS;
        learnt = now == moment ? learnt + 1 : 1;
        moment = now;
        return learnt <= MOST_IN_A_MOMENT;
    }

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
        // Where answers come so often that two do at once, or many within a moment, some of them say enough.
        if (lock.tryLock()) {
            try {
                if (seldomEnough()) {
                    forecast.answered(asked, (double) tokens);
                }
            } finally {
                lock.unlock();
            }
        }
        return tokens * TOKEN_NANOS;
    }
}
