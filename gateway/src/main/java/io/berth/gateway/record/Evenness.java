package io.berth.gateway.record;

import io.berth.core.metric.Imbalance;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The five figures of imbalance that the simulator reports of a fleet, of what is measured here: over the last minutes, the older the
 * less. A server's utilisation is the requests that it runs, as it says itself, over its slots, that were told or are as many as it was
 * seen to run. Of a server that says nothing, requests that it has count as running. For any thread.
 */
public final class Evenness implements MetricSource, JourneyListener {
    private static final Metric VARIANCE = Metric.gauge(
            "berth_gateway_utilization_variance",
            "1",
            "Variance of the utilisation over servers, a mean of the last minutes; node_utilization_variance of simulations.");
    private static final Metric COMPLETION = Metric.gauge(
            "berth_gateway_completion_time_variance",
            "s2",
            "Variance of the time from arrival to answer in the last minutes; task_completion_time_variance of simulations.");
    private static final Metric IDLE = Metric.gauge(
            "berth_gateway_idle_rate",
            "1",
            "Slots without a request over all slots, a mean of the last minutes; resource_idle_rate of simulations.");
    private static final Metric QUEUEING = Metric.gauge(
            "berth_gateway_queueing_seconds",
            "s",
            "How long requests waited, here and at their servers, a mean of the last minutes: by Little's law, those that"
                    + " wait over those that are answered in a second; queueing_time_mean_s of simulations.");
    private static final Metric REJECTION = Metric.gauge(
            "berth_gateway_rejection_rate",
            "1",
            "Requests that were not let in over all, in the last minutes; request_rejection_rate of simulations.");

    private static final long MINUTES = TimeUnit.MINUTES.toNanos(5);

    private final Supplier<Look> look;
    private final Imbalance use = new Imbalance();
    private final Fading variance = new Fading(MINUTES);
    private final Fading idle = new Fading(MINUTES);
    private final Fading waiting = new Fading(MINUTES);
    private final Fading times = new Fading(MINUTES);
    private final Fading rejected = new Fading(MINUTES);
    private int[] slots = {};
    private long sampledNanos = System.nanoTime();

    /**
     * What is seen of a server at a moment.
     *
     * @param slots that were told; 0 where they were not
     * @param sent requests there that this gateway sent; -1 where the server gets none
     * @param running those that run, as it says; -1 where it does not
     * @param waiting those that wait there, likewise
     */
    public record Seen(int server, int slots, int sent, int running, int waiting) {}

    /**
     * What is seen at a moment.
     *
     * @param held requests that wait here
     */
    public record Look(List<Seen> servers, long held) {}

    /** @param look looks at the servers */
    public Evenness(Supplier<Look> look) {
        this.look = look;
    }

    /** Looks at the servers; somebody calls it each second. */
    public void sample() {
        long now = System.nanoTime();
        Look looked = look.get();
        synchronized (this) {
            double seconds = Math.max(0, now - sampledNanos) / 1e9;
            sampledNanos = now;
            long queued = Math.max(0, looked.held);
            for (Seen server : looked.servers) {
                queued += show(server);
            }
            if (use.total() > 0) {
                variance.add(use.variance(), seconds, now);
                idle.add(1 - use.allocatedShare(), seconds, now);
            }
            waiting.add((double) queued, seconds, now);
        }
    }

    @Override
    public void ended(Journey journey) {
        Journey.End end = journey.ended().end();
        if (end == Journey.End.INVALID) {
            return;
        }
        long now = journey.times().endedNanos();
        synchronized (this) {
            rejected.add(end == Journey.End.REJECTED ? 1 : 0, 1, now);
            if (end == Journey.End.ANSWERED) {
                times.add(journey.times().seconds(), 1, now);
            }
        }
    }

    /** The five, by their names in simulations without what the gateway's metrics have before them; NaN for what is not known yet. */
    public synchronized Map<String, Double> figures() {
        long now = System.nanoTime();
        double seconds = waiting.weight(now);
        double answered = times.weight(now);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("utilization_variance", variance.mean());
        figures.put("completion_time_variance", times.variance());
        figures.put("idle_rate", idle.mean());
        figures.put("queueing_seconds", answered == 0 ? Double.NaN : waiting.mean() * seconds / answered);
        figures.put("rejection_rate", rejected.mean());
        return figures;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(VARIANCE, COMPLETION, IDLE, QUEUEING, REJECTION);
    }

    @Override
    public void write(MetricText text) {
        for (Map.Entry<String, Double> figure : figures().entrySet()) {
            Metric metric = switch (figure.getKey()) {
                case "utilization_variance" -> VARIANCE;
                case "completion_time_variance" -> COMPLETION;
                case "idle_rate" -> IDLE;
                case "queueing_seconds" -> QUEUEING;
                default -> REJECTION;
            };
            put(text, metric, figure.getValue());
        }
    }

    /** Returns how many wait there. */
    private int show(Seen server) {
        int number = server.server;
        if (number >= slots.length) {
            slots = Arrays.copyOf(slots, number + 1);
            use.grow(number + 1);
        }
        if (server.sent < 0) {
            use.set(number, 0, 0);
            return 0;
        }
        boolean says = server.running >= 0;
        int running = says ? server.running : server.sent;
        slots[number] = server.slots > 0 ? server.slots : Math.max(slots[number], running);
        use.set(number, Math.min(running, slots[number]), slots[number]);
        return says ? server.waiting : Math.max(0, server.sent - slots[number]);
    }

    private static void put(MetricText text, Metric metric, double value) {
        if (!Double.isNaN(value)) {
            text.put(metric, value);
        }
    }
}
