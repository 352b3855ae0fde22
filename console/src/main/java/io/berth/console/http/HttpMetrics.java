package io.berth.console.http;

import io.berth.console.http.message.Request;
import io.berth.edge.metric.Histogram;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** Counts requests. */
public final class HttpMetrics implements Exchanges, MetricSource {
    private static final Metric REQUESTS = Metric.counter(
            "berth_http_requests_total",
            "requests",
            "Requests answered; the status 0 is of senders that went away first.",
            "method",
            "route",
            "status");
    private static final Metric SECONDS = Metric.histogram(
            "berth_http_request_seconds",
            "seconds",
            "From a request's head to the end of its answer, streams of events left out.",
            "route");
    private static final Metric OPEN =
            Metric.gauge("berth_http_requests_open", "requests", "Requests that are being answered.");

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final Function<Request, String> routes;
    private final Set<String> streams;
    private final LongAdder open = new LongAdder();
    private final ConcurrentMap<Answered, LongAdder> answered = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Histogram> seconds = new ConcurrentHashMap<>();

    private record Answered(String method, String route, int status) {}

    /**
     * @param routes the route of a request, one of few
     * @param streams routes whose answers go on for as long as their readers like
     */
    public HttpMetrics(Function<Request, String> routes, Set<String> streams) {
        this.routes = routes;
        this.streams = Set.copyOf(streams);
    }

    @Override
    public void begun() {
        open.increment();
    }

    @Override
    public void ended(Request request, int status, Duration took) {
        open.decrement();
        String route = routes.apply(request);
        String method = METHODS.contains(request.method()) ? request.method() : "other";
        answered.computeIfAbsent(new Answered(method, route, status), _ -> new LongAdder())
                .increment();
        if (!streams.contains(route)) {
            seconds.computeIfAbsent(route, _ -> Histogram.ofSeconds(0.001, 0.005, 0.02, 0.1, 0.2, 1, 5))
                    .add(took.toNanos() / 1e9);
        }
    }

    @Override
    public List<Metric> metrics() {
        return List.of(REQUESTS, SECONDS, OPEN);
    }

    @Override
    public void write(MetricText text) {
        answered.forEach((key, count) ->
                text.put(REQUESTS, (double) count.sum(), key.method(), key.route(), Integer.toString(key.status())));
        seconds.forEach((route, values) -> text.put(SECONDS, values, route));
        text.put(OPEN, (double) open.sum());
    }
}
