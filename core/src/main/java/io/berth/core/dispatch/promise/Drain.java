package io.berth.core.dispatch.promise;

/**
 * How soon room comes: the mean time from one request that ends to the next, over the last hundred or so. A time in which nothing was
 * there to end counts for nothing.
 */
final class Drain {
    private static final double LATEST = 0.02;
    /** So much longer than usual between two ends, and nobody was there. */
    private static final double PAUSE = 20;
    /** So many ends say more than what was guessed. */
    private static final int FEW = 8;

    private long lastNanos;
    private int ends;
    private double apart;

    /** A request has ended. */
    void ended(long nowNanos) {
        double since = nowNanos - lastNanos;
        lastNanos = nowNanos;
        ends++;
        if (ends == 1) {
            return;
        }
        boolean paused = ends > FEW && since > PAUSE * apart;
        double share = StrictMath.max(LATEST, 1.0 / (ends - 1));
        apart += paused ? 0 : share * (since - apart);
    }

    /**
     * Nanoseconds from one end to the next, 1 at least.
     *
     * @param guess what they are taken for before enough have ended
     */
    double apartNanos(double guess) {
        return StrictMath.max(1, ends > FEW ? apart : guess);
    }
}
