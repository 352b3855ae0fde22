package io.berth.sim.report.page;

import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.Interval;
import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The data of a page, as its script reads it. A strategy at a point of a sweep goes by one name.
 *
 * @param language the one it opens in; empty for that of the browser
 * @param goals which way each figure is better
 */
record PageData(
        String language,
        ReportPage.Subject subject,
        SortedMap<String, Goal> goals,
        List<Summary> summaries,
        List<Against> comparisons,
        List<Run> runs,
        List<RunTrace> traces) {
    /** Figures of the curve of allocation against arrived load, which is drawn and not listed. */
    private static final String ARRIVED = "gpu_allocation_pct_at_arrived_";

    /** Each figure as its mean and the ends of the interval; over how many distinct runs at most. */
    private record Summary(String name, int runs, SortedMap<String, List<Number>> metrics) {}

    /**
     * Each figure as the mean difference, the ends of its interval, and the verdict.
     *
     * @param blocks how many blocks of pairs were drawn, the least and the most of all figures
     * @param block how many pairs were in one, likewise
     */
    private record Against(
            String name,
            String baseline,
            Comparison.Pairs over,
            List<Integer> blocks,
            List<Integer> block,
            SortedMap<String, List<Object>> metrics) {}

    /** A run with its curve of allocation against arrived load, per cent both. */
    private record Run(String name, long seed, List<List<Number>> arrived) {}

    static PageData of(String language, ReportPage.Subject subject, ReportPage.Results results) {
        TreeMap<String, Goal> goals = new TreeMap<>();
        List<Summary> summaries = new ArrayList<>();
        for (RunSummary summary : results.summaries()) {
            TreeMap<String, List<Number>> metrics = new TreeMap<>();
            for (Map.Entry<String, Interval> figure : summary.metrics().entrySet()) {
                if (!figure.getKey().startsWith(ARRIVED)) {
                    goals.put(figure.getKey(), Goal.of(figure.getKey()));
                    metrics.put(figure.getKey(), numbers(figure.getValue()));
                }
            }
            int runs = summary.metrics().values().stream()
                    .mapToInt(Interval::seeds)
                    .max()
                    .orElse(0);
            summaries.add(new Summary(name(summary.strategy(), summary.set()), runs, metrics));
        }
        List<Against> comparisons =
                results.comparisons().stream().map(PageData::against).toList();
        List<Run> runs = results.reports().stream()
                .map(run -> new Run(name(run.strategy(), run.set()), run.seed(), arrived(run)))
                .toList();
        return new PageData(language, subject, goals, summaries, comparisons, runs, results.traces());
    }

    /** What {@code strategy} is called at a point of a sweep: {@code fgd, load 0.8}. */
    static String name(String strategy, Map<String, String> set) {
        StringBuilder name = new StringBuilder(strategy);
        set.forEach((key, value) -> name.append(", ")
                .append(key.substring(key.lastIndexOf('.') + 1))
                .append(' ')
                .append(value));
        return name.toString();
    }

    private static List<Number> numbers(Interval figure) {
        return List.of(Rounded.figure(figure.mean()), Rounded.figure(figure.low()), Rounded.figure(figure.high()));
    }

    private static Against against(Comparison comparison) {
        TreeMap<String, List<Object>> metrics = new TreeMap<>();
        for (Map.Entry<String, Difference> figure : comparison.metrics().entrySet()) {
            Difference difference = figure.getValue();
            if (!figure.getKey().startsWith(ARRIVED)) {
                metrics.put(
                        figure.getKey(),
                        List.of(
                                Rounded.figure(difference.mean()),
                                Rounded.figure(difference.low()),
                                Rounded.figure(difference.high()),
                                difference.verdict()));
            }
        }
        return new Against(
                name(comparison.strategy(), comparison.set()),
                name(comparison.baseline(), comparison.set()),
                comparison.over(),
                ends(comparison.metrics().values().stream().mapToInt(Difference::blocks)),
                ends(comparison.metrics().values().stream().mapToInt(Difference::block)),
                metrics);
    }

    private static List<Integer> ends(IntStream values) {
        IntSummaryStatistics all = values.summaryStatistics();
        return all.getCount() == 0 ? List.of(0, 0) : List.of(all.getMin(), all.getMax());
    }

    private static List<List<Number>> arrived(RunReport run) {
        TreeMap<Integer, Number> points = new TreeMap<>();
        for (Map.Entry<String, Number> figure : run.metrics().entrySet()) {
            if (figure.getKey().startsWith(ARRIVED)) {
                int pct = Integer.parseInt(figure.getKey().substring(ARRIVED.length()));
                points.put(pct, Rounded.of(figure.getValue().doubleValue()));
            }
        }
        List<List<Number>> curve = new ArrayList<>();
        points.forEach((pct, allocated) -> curve.add(List.of(pct, allocated)));
        return curve;
    }
}
