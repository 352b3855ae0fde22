package io.berth.gateway.http;

/** How much work answers are: what they were lately says what they will be. A token is a millisecond of work. For any thread. */
final class Lengths {
    /** A token at the speed 1 in which work is counted; only ratios of speeds matter. */
    static final long TOKEN_NANOS = 1_000_000;

    private static final double LATEST = 0.02;
    private static final double FIRST_GUESS = 128;

    private volatile double mean = FIRST_GUESS;
    private volatile boolean known;

    /**
     * The work of the answer to a request.
     *
     * @param most the tokens it may have at most; 0 where the client does not say
     */
    long expected(long most) {
        double tokens = most > 0 ? Math.min(mean, (double) most) : mean;
        return (long) (tokens * TOKEN_NANOS);
    }

    /**
     * An answer came; returns the work that it was.
     *
     * @param tokens 0 where that is not known
     * @param expected the work it was expected to be
     */
    long took(long tokens, long expected) {
        if (tokens <= 0) {
            return expected;
        }
        // Two that come at once may take no account of one another: a mean over many does not mind.
        mean = known ? mean + LATEST * (tokens - mean) : tokens;
        known = true;
        return tokens * TOKEN_NANOS;
    }
}
