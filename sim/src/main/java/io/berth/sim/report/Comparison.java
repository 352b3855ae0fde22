package io.berth.sim.report;

import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import io.berth.sim.report.identity.RunIdentity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One strategy against the baseline on the same jobs. Runs pair by seed; where all seeds have one and the same list of jobs, as a
 * log is, it is the jobs that pair, each in the mean over the distinct runs.
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
        /** Jobs that finished under both strategies, of one list of jobs. Neighbours are alike, so they are drawn in blocks. */
        JOBS
    }

    /**
     * A run to compare.
     *
     * @param times those of its jobs; null where only seeds can be paired
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
        boolean jobs = oneList(base, strategy);
        SortedMap<String, Difference> metrics = new TreeMap<>();
        if (jobs) {
            metrics = ofJobs(times(strategy), times(base));
        } else {
            for (String figure : strategy.getFirst().report().metrics().keySet()) {
                put(metrics, figure, differences(base, strategy, figure), 1);
            }
        }
        Pairs over = jobs ? Pairs.JOBS : Pairs.SEEDS;
        return new Comparison(set(strategy), name(base), name(strategy), over, metrics);
    }

    /** How the means over one list of jobs differ from those of {@code baseline}, by figure: none where no job finished in both. */
    public static SortedMap<String, Difference> ofJobs(JobTimes strategy, JobTimes baseline) {
        SortedMap<String, Difference> metrics = new TreeMap<>();
        byJobs(metrics, strategy.waitsMinus(baseline), "wait_mean_s", "queueing_time_mean_s");
        byJobs(metrics, strategy.completionsMinus(baseline), "jct_mean_s");
        byJobs(metrics, strategy.slowdownsMinus(baseline), "bounded_slowdown_mean");
        return metrics;
    }

    /** Whether all runs had the same jobs, so that there is nothing to pair but these. */
    private static boolean oneList(List<Run> base, List<Run> strategy) {
        Set<Object> lists = new LinkedHashSet<>();
        boolean known = true;
        for (Run run : Stream.concat(base.stream(), strategy.stream()).toList()) {
            RunIdentity identity = run.report().identity();
            known &= run.times() != null;
            lists.add(identity == null ? run.report().seed() : identity.workload());
        }
        return known && lists.size() == 1;
    }

    /** Those of the jobs in the mean over distinct runs. */
    private static JobTimes times(List<Run> runs) {
        List<RunReport> distinct =
                SameRuns.distinct(runs.stream().map(Run::report).toList());
        List<JobTimes> times = new ArrayList<>();
        for (Run run : runs) {
            if (run.times() != null && distinct.contains(run.report())) {
                times.add(run.times());
            }
        }
        return JobTimes.mean(times);
    }

    /** Of the seeds where both have the figure; a pair that is the copy of another does not count. */
    private static double[] differences(List<Run> base, List<Run> strategy, String figure) {
        double[] differences = new double[strategy.size()];
        int pairs = 0;
        Set<List<RunIdentity>> seen = new LinkedHashSet<>();
        for (int seed = 0; seed < differences.length; seed++) {
            RunReport ours = strategy.get(seed).report();
            RunReport theirs = base.get(seed).report();
            double difference = ours.figure(figure) - theirs.figure(figure);
            boolean copy = ours.identity() != null
                    && theirs.identity() != null
                    && !seen.add(List.of(ours.identity(), theirs.identity()));
            if (Double.isFinite(difference) && !copy) {
                differences[pairs++] = difference;
            }
        }
        return Arrays.copyOf(differences, pairs);
    }

    private static void byJobs(SortedMap<String, Difference> metrics, double[] differences, String... figures) {
        int block = BlockLength.ofQueueing(differences);
        for (String figure : figures) {
            put(metrics, figure, differences, block);
        }
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
