package io.berth.gateway.demand;

import io.berth.core.scale.Measured;

/**
 * What a gateway has for the servers of one source.
 *
 * @param arrived requests that came since the gateway began, for whoever takes differences
 * @param running those that have a slot of one of these servers now
 * @param waiting those that have none yet
 * @param serviceSeconds how long one had its slot, on average of the last; 0 where none was answered
 * @param serviceVariation the variance of that over the square of its mean
 * @param arrivalVariation the same of the times between one and the next
 */
public record Demand(
        long arrived,
        long running,
        long waiting,
        double serviceSeconds,
        double serviceVariation,
        double arrivalVariation) {
    static Demand of(long arrived, long running, long waiting, Measured measured) {
        return new Demand(
                arrived,
                running,
                waiting,
                measured.serviceSeconds(),
                measured.serviceVariation(),
                measured.arrivalVariation());
    }
}
