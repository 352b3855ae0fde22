package io.berth.sim.report;

import io.berth.sim.comparison.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * One strategy over all its seeds. Seeds that gave one and the same run count once: a copy of a run says no more than the run.
 *
 * @param set the swept values of the scenario by key, as in the runs
 * @param metrics each figure over the seeds, or rather over their distinct runs
 */
public record RunSummary(Map<String, String> set, String strategy, SortedMap<String, Interval> metrics) {
    private static final Interval NONE = Interval.of(new double[0]);

    /** The summary of each strategy at each point of a sweep, in the order of their first runs. */
    public static List<RunSummary> of(List<RunReport> runs) {
        List<RunSummary> summaries = new ArrayList<>();
        for (List<RunReport> same : SameRuns.group(runs, Function.identity())) {
            List<RunReport> distinct = SameRuns.distinct(same);
            TreeSet<String> figures = new TreeSet<>();
            distinct.forEach(run -> figures.addAll(run.metrics().keySet()));
            TreeMap<String, Interval> metrics = new TreeMap<>();
            for (String figure : figures) {
                double[] values =
                        distinct.stream().mapToDouble(run -> run.figure(figure)).toArray();
                metrics.put(figure, Interval.of(values));
            }
            summaries.add(new RunSummary(same.getFirst().set(), same.getFirst().strategy(), metrics));
        }
        return summaries;
    }

    /** A figure; that of no seed where no run has it. */
    Interval figure(String name) {
        return metrics.getOrDefault(name, NONE);
    }
}
