package io.berth.sim.fleet;

import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.metric.Distribution;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** How long graphs of requests take: from the arrival of the first to the answer of the last; those that name one another are one graph. */
final class GraphFigures {
    private final List<Graph> graphs = new ArrayList<>();
    /** By tenant and name. */
    private final Map<String, Graph> named = new LinkedHashMap<>();

    private static final class Graph {
        /** The one that it has become a part of; itself where there is none. */
        private Graph whole = this;

        private long beginNanos = Nanos.NEVER;
        private long endNanos;
        private boolean several;
        private boolean failed;

        private Graph whole() {
            Graph found = this;
            while (found.whole != found) {
                found = found.whole;
            }
            whole = found;
            return found;
        }

        private void add(Graph other) {
            other.whole = this;
            beginNanos = StrictMath.min(beginNanos, other.beginNanos);
            endNanos = StrictMath.max(endNanos, other.endNanos);
            failed |= other.failed;
            several = true;
        }
    }

    void submitted(RequestArrival arrival) {
        Ties ties = arrival.ties();
        if (ties.name().isEmpty() && ties.after().isEmpty()) {
            return;
        }
        Graph graph = ties.name().isEmpty() ? fresh() : named(arrival, ties.name());
        graph.beginNanos = StrictMath.min(graph.beginNanos, arrival.atNanos());
        for (String name : ties.after()) {
            Graph other = named(arrival, name);
            if (other != graph) {
                other.add(graph);
                graph = other;
            }
        }
    }

    private Graph named(RequestArrival arrival, String name) {
        return named.computeIfAbsent(key(arrival, name), _ -> fresh()).whole();
    }

    private Graph fresh() {
        Graph graph = new Graph();
        graphs.add(graph);
        return graph;
    }

    void ended(RequestEnd end) {
        Ties ties = end.arrival().ties();
        String name =
                ties.name().isEmpty() && !ties.after().isEmpty() ? ties.after().getFirst() : ties.name();
        Graph graph = name.isEmpty() ? null : named.get(key(end.arrival(), name));
        if (graph != null) {
            Graph whole = graph.whole();
            whole.endNanos = StrictMath.max(whole.endNanos, end.atNanos());
            whole.failed |= !end.answered();
        }
    }

    /** Figures of graphs of more than one request, where there are such. */
    void put(SortedMap<String, Double> figures) {
        Distribution makespans = new Distribution();
        long failed = 0;
        for (Graph graph : graphs) {
            if (graph.whole == graph && graph.several) {
                failed += graph.failed ? 1 : 0;
                if (!graph.failed) {
                    makespans.add(Nanos.toSeconds(graph.endNanos - graph.beginNanos));
                }
            }
        }
        if (makespans.size() + failed == 0) {
            return;
        }
        figures.put("graphs_finished", (double) makespans.size());
        figures.put("graphs_failed", (double) failed);
        figures.put("graph_makespan_mean_s", makespans.mean());
        figures.put("graph_makespan_p50_s", makespans.quantile(0.50));
        figures.put("graph_makespan_p99_s", makespans.quantile(0.99));
    }

    private static String key(RequestArrival arrival, String name) {
        return arrival.tenant() + "/" + name;
    }
}
