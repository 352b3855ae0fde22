package io.berth.gateway.record;

import io.berth.edge.metric.Histogram;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How long requests took, how many there were, and how well that was predicted. What is told of a server is told for some minutes after it
 * has left. For any thread.
 */
public final class JourneyFigures implements MetricSource, JourneyListener {
    private static final Metric FIRST = Metric.histogram(
            "berth_gateway_time_to_first_byte_seconds",
            "s",
            "From the arrival of a request to the first byte of the body of its answer.",
            "server",
            "model");
    private static final Metric TOTAL = Metric.histogram(
            "berth_gateway_request_seconds",
            "s",
            "From the arrival of a request to the end of its answer, of those that were answered.",
            "server",
            "model");
    private static final Metric TOKENS = Metric.histogram(
            "berth_gateway_output_tokens", "tokens", "Tokens of an answer, where they are known.", "server", "model");
    private static final Metric OUTCOMES = Metric.counter(
            "berth_gateway_requests_total",
            "requests",
            "Requests that have ended, by how, and more of that where there is more.",
            "outcome",
            "reason");
    private static final Metric RATIO = Metric.histogram(
            "berth_gateway_predicted_ratio",
            "1",
            "The time at its server that a request was predicted to take, over what it took; of one request in sixteen, and those"
                    + " that somebody asks of.",
            "server");
    private static final Metric DROPPED = Metric.counter(
            "berth_gateway_dropped_total",
            "lines or spans",
            "What was not written to the access log and the record, or not sent as spans, as it came too fast or nobody took it.");

    private static final double[] SECONDS = {
        0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600
    };
    private static final double[] LENGTHS = {1, 4, 16, 64, 128, 256, 512, 1024, 2048, 4096, 16384, 65536};
    private static final double[] RATIOS = {0.1, 0.25, 0.5, 0.67, 0.8, 0.9, 1.1, 1.25, 1.5, 2, 4, 10};
    /** Names of models come from clients: no more of them are told apart. */
    private static final int MOST_MODELS = 100;

    private static final String OTHER = "other";
    /** So long after a server has left, whoever reads the figures has read its last ones. */
    static final long DEPARTED_NANOS = TimeUnit.MINUTES.toNanos(5);
    /** Of no more servers that have left. */
    static final int MOST_DEPARTED = 100;

    private final Map<Of, Times> times = new ConcurrentHashMap<>();
    private final Map<String, String> models = new ConcurrentHashMap<>();
    private final Map<String, Histogram> ratios = new ConcurrentHashMap<>();
    private final Map<How, LongAdder> outcomes = new ConcurrentHashMap<>();
    /** When it was seen that a server had left, of those that are told; in the order of that. */
    private final Map<String, Long> departed = new LinkedHashMap<>();

    private final LongSupplier dropped;

    private record Of(String server, String model) {}

    private record How(Journey.End end, String reason) {}

    private record Times(Histogram first, Histogram total, Histogram tokens) {
        static Times none() {
            return new Times(Histogram.ofSeconds(SECONDS), Histogram.ofSeconds(SECONDS), Histogram.ofSeconds(LENGTHS));
        }
    }

    /** @param dropped what others have not written or sent */
    public JourneyFigures(LongSupplier dropped) {
        this.dropped = dropped;
    }

    @Override
    public void ended(Journey journey) {
        Journey.Ended ended = journey.ended();
        outcomes.computeIfAbsent(new How(ended.end(), ended.reason()), _ -> new LongAdder())
                .increment();
        if (ended.end() != Journey.End.ANSWERED) {
            return;
        }
        String server = journey.place().name();
        Journey.Times when = journey.times();
        Times of = times.computeIfAbsent(new Of(server, model(journey.asked().want())), _ -> Times.none());
        of.total.add(when.seconds());
        if (when.firstNanos() != Journey.NEVER) {
            of.first.add(when.since(when.firstNanos()));
        }
        if (ended.outputTokens() > 0) {
            of.tokens.add((double) ended.outputTokens());
        }
        Decision decision = journey.decision();
        if (decision != null
                && ended.status() < 300
                && !Double.isNaN(decision.chosen().expectedNanos())) {
            ratios.computeIfAbsent(server, _ -> Histogram.ofSeconds(RATIOS))
                    .add(decision.chosen().expectedNanos() / 1e9 / when.atServer());
        }
    }

    /** Only {@code present} servers are there: what is told of others is dropped in time. Somebody says so now and then. */
    public synchronized void present(Set<String> present, long nowNanos) {
        Set<String> told = new TreeSet<>(ratios.keySet());
        times.keySet().forEach(of -> told.add(of.server));
        departed.keySet().removeIf(server -> present.contains(server) || !told.contains(server));
        for (String server : told) {
            if (!present.contains(server)) {
                departed.putIfAbsent(server, nowNanos);
            }
        }
        Iterator<Map.Entry<String, Long>> longest = departed.entrySet().iterator();
        while (longest.hasNext()) {
            Map.Entry<String, Long> first = longest.next();
            if (nowNanos - first.getValue() < DEPARTED_NANOS && departed.size() <= MOST_DEPARTED) {
                return;
            }
            times.keySet().removeIf(of -> of.server.equals(first.getKey()));
            ratios.remove(first.getKey());
            longest.remove();
        }
    }

    @Override
    public List<Metric> metrics() {
        return List.of(FIRST, TOTAL, TOKENS, OUTCOMES, RATIO, DROPPED);
    }

    @Override
    public void write(MetricText text) {
        times.forEach((of, values) -> {
            text.put(FIRST, values.first, of.server, of.model);
            text.put(TOTAL, values.total, of.server, of.model);
            text.put(TOKENS, values.tokens, of.server, of.model);
        });
        outcomes.forEach((how, count) -> text.put(OUTCOMES, (double) count.sum(), how.end.word(), how.reason));
        ratios.forEach((server, values) -> text.put(RATIO, values, server));
        text.put(DROPPED, (double) dropped.getAsLong());
    }

    private String model(Journey.Want want) {
        String name = want.model();
        if (name == null) {
            return "";
        }
        String known = models.get(name);
        if (known == null && models.size() < MOST_MODELS) {
            models.put(name, name);
            return name;
        }
        return known == null ? OTHER : known;
    }
}
