package io.berth.gateway.setting;

import io.berth.core.dispatch.health.Ages;
import io.berth.core.dispatch.health.HealthRules;
import io.berth.core.dispatch.health.HealthRules.Outliers;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.Fields;

/**
 * How it is seen whether servers are there, and how they do.
 *
 * @param rules when a server gets no more requests
 * @param metricsNanos how often a server is asked how many requests it has; 0 for never
 */
public record Health(Probe probe, HealthRules rules, long metricsNanos, Ages ages) {
    /** As it is where nobody says otherwise. */
    public static final Health USUAL = new Health(
            new Probe("/health", 2 * Nanos.SECOND, 2 * Nanos.SECOND, 2 * Nanos.SECOND),
            HealthRules.USUAL,
            Nanos.SECOND / 2,
            Ages.USUAL);

    /**
     * What is asked.
     *
     * @param timeoutNanos what a server has to answer in
     * @param silenceNanos how long a request hears nothing of a server that is lost until it is given up there
     */
    public record Probe(String path, long intervalNanos, long timeoutNanos, long silenceNanos) {}

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
                new HealthRules(
                        health.integer("failures"),
                        new Outliers(
                                new Outliers.Rate(
                                        health.number("error_rate"),
                                        GatewaySettings.positive(health, "error_window"),
                                        health.integer("error_requests")),
                                GatewaySettings.positive(health, "ejection"),
                                GatewaySettings.positive(health, "longest_ejection"),
                                health.number("most_ejected"),
                                health.nanos("slow_start"))),
                health.nanos("metrics"),
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
