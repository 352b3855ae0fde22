package io.berth.sim.report;

import io.berth.core.metric.RunMetrics;
import io.berth.sim.fleet.FleetMetrics;
import io.berth.sim.report.identity.RunIdentity;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run.
 *
 * @param set the swept values of the scenario by key, as text; empty without a sweep
 * @param metrics the figures by name; a figure without meaning for the run is NaN
 * @param wallSeconds how long it took to compute
 * @param events how many events the engine applied
 * @param decisions how many decisions it made
 * @param identity what it was, whatever its seed; null where nobody looked
 */
public record RunReport(
        String strategy,
        long seed,
        Map<String, String> set,
        SortedMap<String, Number> metrics,
        double wallSeconds,
        long events,
        long decisions,
        @Nullable RunIdentity identity) {
    private static final Map<String, String> NOT_SWEPT = Collections.emptySortedMap();

    /** The report of a run that is over. */
    public static RunReport of(String strategy, long seed, RunMetrics run, double wallSeconds) {
        TreeMap<String, Number> metrics = new TreeMap<>();
        for (Map.Entry<String, Double> figure : run.figures().entrySet()) {
            metrics.put(figure.getKey(), number(figure.getKey(), figure.getValue()));
        }
        return new RunReport(strategy, seed, NOT_SWEPT, metrics, wallSeconds, run.events(), run.decisions(), null);
    }

    /** The same as a point of a sweep. */
    public RunReport at(Map<String, String> values) {
        return new RunReport(strategy, seed, values, metrics, wallSeconds, events, decisions, identity);
    }

    /** The same with more figures. */
    public RunReport with(SortedMap<String, Number> figures) {
        TreeMap<String, Number> all = new TreeMap<>(metrics);
        all.putAll(figures);
        return new RunReport(strategy, seed, set, all, wallSeconds, events, decisions, identity);
    }

    /** The same with these figures in place of its own. */
    RunReport withOnly(Map<String, Double> figures) {
        TreeMap<String, Number> only = new TreeMap<>(figures);
        return new RunReport(strategy, seed, set, only, wallSeconds, events, decisions, identity);
    }

    /** The same, which was {@code run}. */
    public RunReport as(RunIdentity run) {
        return new RunReport(strategy, seed, set, metrics, wallSeconds, events, decisions, run);
    }

    /** The report of a run of requests that is over. */
    public static RunReport of(String strategy, long seed, FleetMetrics run, double wallSeconds) {
        TreeMap<String, Number> metrics = new TreeMap<>();
        run.figures().forEach((name, figure) -> metrics.put(name, number(name, figure)));
        long decisions = run.requestsSubmitted();
        return new RunReport(strategy, seed, NOT_SWEPT, metrics, wallSeconds, run.events(), decisions, null);
    }

    /** A figure; NaN where the run has none of that name. */
    public double figure(String name) {
        Number figure = metrics.get(name);
        return figure == null ? Double.NaN : figure.doubleValue();
    }

    /** Counts are whole numbers. */
    private static Number number(String name, double figure) {
        boolean count = name.startsWith("jobs_")
                || name.startsWith("requests_")
                || name.equals("model_loads")
                || name.equals("preemptions")
                || name.equals("moves");
        if (count && Double.isFinite(figure)) {
            return (long) figure;
        }
        return figure;
    }
}
