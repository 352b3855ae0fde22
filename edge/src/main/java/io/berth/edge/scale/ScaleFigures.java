package io.berth.edge.scale;

import io.berth.core.time.Nanos;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricText;
import java.util.List;

/**
 * What figures tell of a service whose replicas follow the requests.
 *
 * @param wanted how many there should be, as was decided last
 * @param perSecond requests that came for each second; 0 where nobody said
 * @param startNanos how long they take to start; 0 where that was not seen
 * @param ups how often there were to be more
 * @param downs how often there were to be fewer
 */
public record ScaleFigures(int wanted, double perSecond, long startNanos, long ups, long downs) {
    private static final Metric REPLICAS = Metric.gauge(
            "berth_service_replicas_wanted",
            "replicas",
            "How many replicas a service should have for the requests that come, as was decided last.",
            "service");
    private static final Metric ARRIVALS = Metric.gauge(
            "berth_service_requests_per_second",
            "requests per second",
            "Requests that gateways say came for a service whose replicas follow them, since it was decided before.",
            "service");
    private static final Metric STARTS = Metric.gauge(
            "berth_service_start_seconds",
            "seconds",
            "How long the replicas of a service take from when they have their room, on Kubernetes from when they are asked for, until they take"
                    + " requests, the longest of the last five; 0 before one did.",
            "service");
    private static final Metric CHANGES = Metric.counter(
            "berth_service_scalings_total",
            "decisions",
            "How often a service was to have more or fewer replicas for the requests that come.",
            "service",
            "direction");

    /** All that {@link #write} may put. */
    public static final List<Metric> METRICS = List.of(REPLICAS, ARRIVALS, STARTS, CHANGES);

    /** Puts them into {@code text}, as those of {@code service}. */
    public void write(MetricText text, String service) {
        text.put(REPLICAS, wanted, service);
        text.put(ARRIVALS, perSecond, service);
        text.put(STARTS, Nanos.toSeconds(startNanos), service);
        text.put(CHANGES, (double) ups, service, "up");
        text.put(CHANGES, (double) downs, service, "down");
    }
}
