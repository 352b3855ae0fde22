package io.berth.sim.report;

import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One strategy against the baseline on the same jobs.
 *
 * @param set the swept values of the scenario by key, as in the runs
 * @param over what the pairs are
 * @param metrics the differences of the figures that both have
 */
public record Comparison(
        Map<String, String> set, String baseline, String strategy, Pairs over, SortedMap<String, Difference> metrics) {
    /** What is paired. */
    public enum Pairs {
        /** Runs of one seed, which gives both strategies the same jobs. */
        SEEDS,
        /** Jobs that finished in both runs of the only seed. Neighbours are alike, so they are drawn in blocks. */
        JOBS
    }

    /**
     * A run to compare.
     *
     * @param times those of its jobs; null where there are several seeds to compare over
     */
    public record Run(RunReport report, @Nullable JobTimes times) {}

    /**
     * Compares all other strategies at each point of a sweep with the baseline there.
     *
     * @param runs each strategy of a point with the same seeds in the same order
     * @param baseline the name of a strategy that is at each point; empty for the first
     */
    public static List<Comparison> of(List<Run> runs, String baseline) {
        List<Comparison> comparisons = new ArrayList<>();
        List<List<Run>> strategies = SameRuns.group(runs, Run::report);
        for (List<Run> strategy : strategies) {
            List<Run> base = strategies.stream()
                    .filter(other -> set(other).equals(set(strategy))
                            && (baseline.isEmpty() || name(other).equals(baseline)))
                    .findFirst()
                    .orElseThrow();
            if (!base.equals(strategy)) {
                comparisons.add(of(base, strategy));
            }
        }
        return comparisons;
    }

    private static Comparison of(List<Run> base, List<Run> strategy) {
        JobTimes ours = strategy.getFirst().times();
        JobTimes theirs = base.getFirst().times();
        TreeMap<String, Difference> metrics = new TreeMap<>();
        Pairs over;
        if (strategy.size() == 1 && ours != null && theirs != null) {
            over = Pairs.JOBS;
            double[] waits = ours.waitsMinus(theirs);
            put(metrics, "wait_mean_s", waits, BlockLength.of(waits));
            double[] completions = ours.completionsMinus(theirs);
            put(metrics, "jct_mean_s", completions, BlockLength.of(completions));
        } else {
            over = Pairs.SEEDS;
            for (String figure : strategy.getFirst().report().metrics().keySet()) {
                put(metrics, figure, differences(base, strategy, figure), 1);
            }
        }
        return new Comparison(set(strategy), name(base), name(strategy), over, metrics);
    }

    /** Of the seeds where both have the figure. */
    private static double[] differences(List<Run> base, List<Run> strategy, String figure) {
        double[] differences = new double[strategy.size()];
        int pairs = 0;
        for (int seed = 0; seed < differences.length; seed++) {
            double difference = strategy.get(seed).report().figure(figure)
                    - base.get(seed).report().figure(figure);
            if (Double.isFinite(difference)) {
                differences[pairs++] = difference;
            }
        }
        return Arrays.copyOf(differences, pairs);
    }

    private static void put(SortedMap<String, Difference> metrics, String figure, double[] differences, int block) {
        if (differences.length > 0) {
            metrics.put(figure, PairedBootstrap.of(differences, block, Goal.of(figure)));
        }
    }

    private static Map<String, String> set(List<Run> runs) {
        return runs.getFirst().report().set();
    }

    private static String name(List<Run> runs) {
        return runs.getFirst().report().strategy();
    }
}
