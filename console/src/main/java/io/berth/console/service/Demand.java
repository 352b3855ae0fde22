package io.berth.console.service;

/**
 * What a gateway says comes for a service.
 *
 * @param arrived requests that came since the gateway began
 * @param running those that replicas do now, of each as many as it is to have
 * @param waiting those that wait there, or are at none yet
 * @param serviceSeconds how long a replica did one, its wait not counted, on average of the last; 0 where none was answered
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
    /** What one said last, and how long ago that was. */
    public record Told(Demand demand, long ageNanos) {}
}
