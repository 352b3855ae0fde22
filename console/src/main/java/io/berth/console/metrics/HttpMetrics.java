package io.berth.console.metrics;

import io.berth.console.http.Exchanges;
import io.berth.console.http.message.Request;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** Counts requests. */
public final class HttpMetrics implements Exchanges {
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

    /** Puts what was counted into {@code text}. */
    public void write(MetricText text) {
        answered.forEach((key, count) -> text.put(
                Metric.HTTP_REQUESTS, (double) count.sum(), key.method(), key.route(), Integer.toString(key.status())));
        seconds.forEach((route, values) -> text.put(Metric.HTTP_SECONDS, values, route));
        text.put(Metric.HTTP_OPEN, (double) open.sum());
    }
}
