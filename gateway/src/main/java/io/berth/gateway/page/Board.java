package io.berth.gateway.page;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import io.berth.gateway.record.Evenness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What came of requests, by server and of all, and how the fleet was in the last ten minutes, second by second. For any thread. */
final class Board implements JourneyListener {
    /** Seconds that charts go back. */
    private static final int SPAN = 600;
    /** Figures of a second are those of so many before it: a second of a quiet fleet has no answer in it. */
    private static final int OVER = 10;

    private final Tally all = new Tally();
    private final Map<Integer, Tally> servers = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> mostRunning = new ConcurrentHashMap<>();
    /** What servers ran while others waited there. */
    private final Map<Integer, Integer> full = new ConcurrentHashMap<>();

    /** By name: a value for each second, NaN where it is not known. */
    private final Map<String, double[]> moments = new LinkedHashMap<>();

    private int sampled;

    @Override
    public void ended(Journey journey) {
        all.add(journey);
        int server = journey.place().server();
        if (server >= 0) {
            servers.computeIfAbsent(server, _ -> new Tally()).add(journey);
        }
    }

    /** Of all requests. */
    Tally all() {
        return all;
    }

    /** Of those whose last server is {@code server}; null for none yet. */
    @Nullable
    Tally of(int server) {
        return servers.get(server);
    }

    /** How many requests {@code server} ran at most, as it says itself; 0 where it never did. */
    int mostRunning(int server) {
        return mostRunning.getOrDefault(server, 0);
    }

    /** How many requests {@code server} ran while others waited there, as it says itself; 0 where that was never seen. */
    int full(int server) {
        return full.getOrDefault(server, 0);
    }

    /** Looks at the fleet; somebody calls it each second. */
    void sample(Evenness.Look look, Supplier<Map<String, Double>> imbalance) {
        int sent = 0;
        for (Evenness.Seen server : look.servers()) {
            sent += Math.max(0, server.sent());
            mostRunning.merge(server.server(), Math.max(0, server.running()), Math::max);
            if (server.waiting() > 0 && server.running() > 0) {
                full.put(server.server(), server.running());
            }
        }
        Document pace = new Document();
        all.pace(pace, System.nanoTime(), OVER);
        pace.number("in_flight", sent).number("held", (double) Math.max(0, look.held()));
        synchronized (this) {
            int at = sampled++ % SPAN;
            for (String name : List.of("requests_per_s", "tokens_per_s", "p50_s", "p99_s", "in_flight", "held")) {
                put(at, name, pace.map().get(name) instanceof Double value ? value : Double.NaN);
            }
            imbalance.get().forEach((name, value) -> put(at, name, value));
        }
    }

    private void put(int at, String name, double value) {
        double[] values = moments.computeIfAbsent(name, _ -> new double[SPAN]);
        values[at] = value;
    }

    /** What was, oldest first; a value that is not known is null. */
    synchronized Map<String, Object> history() {
        int count = Math.min(sampled, SPAN);
        Document series = new Document();
        moments.forEach((name, values) -> {
            List<@Nullable Double> line = new ArrayList<>(count);
            for (int i = sampled - count; i < sampled; i++) {
                double value = values[i % SPAN];
                line.add(Double.isFinite(value) ? (Double) (Math.rint(value * 1e6) / 1e6) : null);
            }
            series.put(name, line);
        });
        return new Document().put("step_s", 1).put("series", series.map()).map();
    }
}
