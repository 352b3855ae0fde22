package io.berth.sim.replay;

import io.berth.core.metric.Distribution;
import io.berth.core.metric.Imbalance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Requests as they ran, whether really or in a replay, and the figures of that.
 *
 * @param slots of the servers, by number
 * @param requests in the order of arrival
 */
record Ran(int[] slots, List<Request> requests) {
    /**
     * One.
     *
     * @param sentNanos to its server; {@link Recorded#NEVER} where to none
     * @param server by number; below 0 for none
     * @param workNanos how long it takes that server alone
     */
    record Request(
            long atNanos,
            long sentNanos,
            long endNanos,
            int server,
            double workNanos,
            boolean answered,
            boolean rejected) {
        double seconds() {
            return Nanos.toSeconds(endNanos - atNanos);
        }
    }

    private record Change(long atNanos, int server, int by) {}

    /** Of answers: the time within which {@code part} of them were there, in seconds. */
    double quantile(double part) {
        return latencies().quantile(part);
    }

    private Distribution latencies() {
        Distribution latencies = new Distribution();
        requests.stream().filter(Request::answered).forEach(request -> latencies.add(request.seconds()));
        return latencies;
    }

    /**
     * By name. The five of imbalance are those of simulated fleets, of requests at their servers over slots.
     *
     * @param slo seconds within which an answer is good
     */
    SortedMap<String, Double> figures(double slo) {
        Distribution latencies = latencies();
        double waited = 0;
        long good = 0;
        long rejected = 0;
        for (Request request : requests) {
            rejected += request.rejected ? 1 : 0;
            if (request.answered) {
                waited += StrictMath.max(0, request.seconds() - request.workNanos / Nanos.SECOND);
                good += request.seconds() <= slo ? 1 : 0;
            }
        }
        Imbalance use = use();
        TreeMap<String, Double> figures = new TreeMap<>();
        figures.put("requests", (double) requests.size());
        figures.put("answered", (double) latencies.size());
        figures.put("mean_s", latencies.mean());
        figures.put("p50_s", latencies.quantile(0.5));
        figures.put("p99_s", latencies.quantile(0.99));
        figures.put("goodput_share", (double) good / requests.size());
        figures.put("goodput_per_s", good / spanSeconds());
        figures.put("utilization_variance", use.meanVariance());
        figures.put("completion_time_variance", latencies.variance());
        figures.put("idle_rate", use.meanIdleRate());
        figures.put("queueing_seconds", waited / latencies.size());
        figures.put("rejection_rate", (double) rejected / requests.size());
        return figures;
    }

    private double spanSeconds() {
        long last = requests.stream().mapToLong(Request::endNanos).max().orElse(0);
        return StrictMath.max(1e-9, Nanos.toSeconds(last - requests.getFirst().atNanos));
    }

    private Imbalance use() {
        List<Change> changes = new ArrayList<>();
        for (Request request : requests) {
            if (request.server >= 0 && request.sentNanos != Recorded.NEVER) {
                changes.add(new Change(request.sentNanos, request.server, 1));
                changes.add(new Change(request.endNanos, request.server, -1));
            }
        }
        changes.sort((a, b) -> Long.compare(a.atNanos, b.atNanos));
        Imbalance use = new Imbalance();
        use.grow(slots.length);
        int[] there = new int[slots.length];
        for (int server = 0; server < slots.length; server++) {
            use.set(server, 0, slots[server]);
        }
        long now = changes.isEmpty() ? 0 : changes.getFirst().atNanos;
        for (Change change : changes) {
            use.elapse(change.atNanos - now);
            now = change.atNanos;
            there[change.server] += change.by;
            use.set(
                    change.server,
                    StrictMath.clamp(there[change.server], 0, slots[change.server]),
                    slots[change.server]);
        }
        return use;
    }
}
