package io.berth.gateway.setting;

import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.Fields;

/**
 * How it is seen whether servers are there, and how they do.
 *
 * @param failures in a row until a server gets no more requests
 * @param metricsNanos how often a server is asked how many requests it has; 0 for never
 */
public record Health(Probe probe, int failures, long metricsNanos, Outliers outliers, Ages ages) {
    /** As it is where nobody says otherwise. */
    public static final Health USUAL = new Health(
            new Probe("/health", 2 * Nanos.SECOND, 2 * Nanos.SECOND, 2 * Nanos.SECOND),
            3,
            Nanos.SECOND / 2,
            new Outliers(
                    new Outliers.Rate(0.5, 10 * Nanos.SECOND, 20),
                    5 * Nanos.SECOND,
                    300 * Nanos.SECOND,
                    0.5,
                    10 * Nanos.SECOND),
            new Ages(2 * Nanos.SECOND, 10 * Nanos.SECOND));

    /**
     * What is asked.
     *
     * @param timeoutNanos what a server has to answer in
     * @param silenceNanos how long a request hears nothing of a server that is lost until it is given up there
     */
    public record Probe(String path, long intervalNanos, long timeoutNanos, long silenceNanos) {}

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
    }

    /**
     * How old what a server says of itself may be.
     *
     * @param staleNanos from when on less and less of it counts
     * @param blindNanos from when on nothing of it does
     */
    public record Ages(long staleNanos, long blindNanos) {
        /** How much of a report counts that is so old: 1 for all, 0 for nothing. */
        public double share(long ageNanos) {
            if (ageNanos <= staleNanos) {
                return 1;
            }
            return ageNanos >= blindNanos
                    ? 0
                    : (double) (blindNanos - ageNanos) / (double) Math.max(1, blindNanos - staleNanos);
        }
    }

    static Health read(Fields health) {
        long stale = health.nanos("stale");
        long blind = health.nanos("blind");
        if (blind < stale) {
            throw InputException.at(health.value("blind"), "must be as long as stale, or longer");
        }
        return new Health(
                new Probe(
                        path(health),
                        GatewaySettings.positive(health, "interval"),
                        GatewaySettings.positive(health, "timeout"),
                        health.nanos("silence")),
                health.integer("failures"),
                health.nanos("metrics"),
                new Outliers(
                        new Outliers.Rate(
                                health.number("error_rate"),
                                GatewaySettings.positive(health, "error_window"),
                                health.integer("error_requests")),
                        GatewaySettings.positive(health, "ejection"),
                        GatewaySettings.positive(health, "longest_ejection"),
                        health.number("most_ejected"),
                        health.nanos("slow_start")),
                new Ages(stale, blind));
    }

    private static String path(Fields health) {
        String path = health.text("path");
        if (!path.startsWith("/")) {
            throw InputException.at(health.value("path"), "must begin with a /, but is \"" + path + "\"");
        }
        return path;
    }
}
