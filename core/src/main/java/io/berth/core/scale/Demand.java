package io.berth.core.scale;

/**
 * What comes for servers, as a gateway tells whoever starts and stops them.
 *
 * @param arrived requests that came since the gateway began, for whoever takes differences
 * @param running those that have a slot of one of these servers now, of each as many as it is to have
 * @param waiting those that have none yet, at a server or at none
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
    /** The same with what {@code measured} says of requests that were answered. */
    public static Demand of(long arrived, long running, long waiting, Measured measured) {
        return new Demand(
                arrived,
                running,
                waiting,
                measured.serviceSeconds(),
                measured.serviceVariation(),
                measured.arrivalVariation());
    }
}
