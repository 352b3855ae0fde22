package io.berth.sim.report;

import io.berth.core.metric.Window;
import io.berth.core.time.Nanos;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The steady parts of all runs of a comparison: without the filling and the draining of the cluster.
 *
 * @param missing why there are none; null where each point has one
 * @param windows what is measured, by point of a sweep and seed
 * @param runs the figures that have a meaning for a part of a run
 * @param summary of them
 * @param comparisons of them
 */
public record SteadyRuns(
        SteadyPart.@Nullable Missing missing,
        List<Part> windows,
        List<Figures> runs,
        List<RunSummary> summary,
        List<Comparison> comparisons) {
    /**
     * What is measured of the runs with a seed.
     *
     * @param fromSeconds since the first arrival
     * @param toSeconds likewise: the last arrival
     */
    public record Part(Map<String, String> set, long seed, double fromSeconds, double toSeconds) {}

    /** The figures of the steady part of a run. */
    public record Figures(String strategy, long seed, Map<String, String> set, SortedMap<String, Number> metrics) {}

    /** None, for this reason. */
    public static SteadyRuns none(SteadyPart.Missing why) {
        return new SteadyRuns(why, List.of(), List.of(), List.of(), List.of());
    }

    /**
     * The steady parts of {@code runs}; none where a point has none, since figures of parts do not go beside figures of whole runs.
     *
     * @param baseline as for {@link Comparison#of}
     */
    public static SteadyRuns of(List<SteadyPart.Run> runs, String baseline) {
        Map<Map<String, String>, List<SteadyPart.Run>> points = new LinkedHashMap<>();
        for (SteadyPart.Run run : runs) {
            points.computeIfAbsent(run.report().set(), _ -> new ArrayList<>()).add(run);
        }
        List<Part> windows = new ArrayList<>();
        List<Comparison.Run> steady = new ArrayList<>();
        for (List<SteadyPart.Run> point : points.values()) {
            SteadyPart part = SteadyPart.of(point);
            if (part.missing() != null) {
                return none(part.missing());
            }
            for (SteadyPart.Run run : point) {
                Window window = part.windows().getOrDefault(run.report().seed(), Window.ALL);
                steady.add(new Comparison.Run(
                        SteadyPart.report(run, window), run.times().within(window)));
            }
            windows.addAll(parts(point, part));
        }
        List<RunReport> reports = steady.stream().map(Comparison.Run::report).toList();
        List<Figures> figures = reports.stream()
                .map(run -> new Figures(run.strategy(), run.seed(), run.set(), run.metrics()))
                .toList();
        return new SteadyRuns(null, windows, figures, RunSummary.of(reports), Comparison.of(steady, baseline));
    }

    /** {@code whole} with the figures of the steady parts where these have them. */
    public List<RunSummary> over(List<RunSummary> whole) {
        List<RunSummary> all = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            TreeMap<String, Interval> metrics = new TreeMap<>(whole.get(i).metrics());
            metrics.putAll(summary.get(i).metrics());
            all.add(new RunSummary(whole.get(i).set(), whole.get(i).strategy(), metrics));
        }
        return all;
    }

    /** The same of comparisons. */
    public List<Comparison> overComparisons(List<Comparison> whole) {
        List<Comparison> all = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            Comparison one = whole.get(i);
            TreeMap<String, Difference> metrics = new TreeMap<>(one.metrics());
            metrics.putAll(comparisons.get(i).metrics());
            all.add(new Comparison(one.set(), one.baseline(), one.strategy(), one.over(), metrics));
        }
        return all;
    }

    private static List<Part> parts(List<SteadyPart.Run> point, SteadyPart part) {
        Map<Long, Part> parts = new LinkedHashMap<>();
        for (SteadyPart.Run run : point) {
            Window window = part.windows().getOrDefault(run.report().seed(), Window.ALL);
            double from = SteadyPart.secondsBefore(run, window);
            double length = Nanos.toSeconds(window.toNanos() - window.fromNanos());
            parts.putIfAbsent(
                    run.report().seed(),
                    new Part(run.report().set(), run.report().seed(), from, from + length));
        }
        return List.copyOf(parts.values());
    }
}
