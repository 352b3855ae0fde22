package io.berth.core.dispatch.health;

import io.berth.core.time.Nanos;

/**
 * When a server gets no requests although it may be there.
 *
 * @param failures in a row until then, of requests as of questions whether it is there
 */
public record HealthRules(int failures, Outliers outliers) {
    /** As they are where nobody says otherwise. */
    public static final HealthRules USUAL = new HealthRules(
            3,
            new Outliers(
                    new Outliers.Rate(0.5, 10 * Nanos.SECOND, 20),
                    5 * Nanos.SECOND,
                    300 * Nanos.SECOND,
                    0.5,
                    10 * Nanos.SECOND));

    /**
     * Which servers get no requests although they are there.
     *
     * @param ejectionNanos how long the first time
     * @param longestNanos how long at most
     * @param mostShare of all servers that may be ejected at a time
     * @param slowStartNanos in what time a server comes to its full share
     */
    public record Outliers(Rate rate, long ejectionNanos, long longestNanos, double mostShare, long slowStartNanos) {
        /**
         * Of requests that failed.
         *
         * @param share at which a server is ejected
         * @param requests that it is a share of, at least
         */
        public record Rate(double share, long windowNanos, int requests) {}

        /**
         * Whether one more may be ejected.
         *
         * @param all servers of the fleet, without those that leave
         * @param ejected how many of them are
         * @param others how many take requests beside the one in question: the last one is never ejected
         */
        public boolean mayEject(int all, int ejected, int others) {
            double most = StrictMath.max(1, StrictMath.floor(mostShare * all));
            return mostShare != 0 && ejected + 1 <= most && others > 0;
        }
    }
}
