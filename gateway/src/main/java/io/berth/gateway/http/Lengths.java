package io.berth.gateway.http;

import io.berth.core.dispatch.predict.LengthForecast;

/** How much work answers are: what they were lately says what they will be. A token is a millisecond of work. For any thread. */
final class Lengths {
    /** A token at the speed 1 in which work is counted; only ratios of speeds matter. */
    static final long TOKEN_NANOS = 1_000_000;

    private static final double FIRST_GUESS = 128;

    private final LengthForecast forecast = new LengthForecast(FIRST_GUESS);

    /** The work that the answer to a request is expected to be. */
    synchronized long expected(LengthForecast.Asked asked) {
        return (long) (forecast.expect(asked).mean() * TOKEN_NANOS);
    }

    /**
     * An answer came; returns the work that it was.
     *
     * @param tokens 0 where that is not known
     * @param expected the work it was expected to be
     */
    synchronized long took(LengthForecast.Asked asked, long tokens, long expected) {
        if (tokens <= 0) {
            return expected;
        }
        forecast.answered(asked, (double) tokens);
        return tokens * TOKEN_NANOS;
    }
}
