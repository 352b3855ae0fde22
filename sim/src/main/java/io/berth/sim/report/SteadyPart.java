package io.berth.sim.report;

import io.berth.core.metric.Window;
import io.berth.core.time.Nanos;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.Mser5;
import io.berth.sim.comparison.PairedBootstrap;
import io.berth.sim.comparison.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The part of a point's runs in which the cluster neither fills nor drains, the same jobs under all strategies.
 *
 * <p>It begins where the latest strategy has settled, and ends with the last arrival. A strategy has settled where {@link Mser5}
 * would cut each of three series, which are taken in the mean over its seeds (Welch, The statistical analysis of simulation
 * results, 1983): what jobs waited, what part of the GPUs was allocated and how many jobs waited, by batches of consecutive arrivals.
 * There is none where a series still grows or falls after that: the later half of what is left is compared with the earlier one, as
 * Geweke does (Bayesian Statistics 4, 1992), here by blocks of {@link BlockLength#ofQueueing}; where there are too few of these to
 * tell, the cut must be before the middle. And there is none where fewer than twenty batches of five finished jobs are left
 * (Schmeiser, Batch size effects in the analysis of simulation output, Operations Research 30, 1982: ten to thirty batches).
 *
 * @param windows by seed; empty where there is none
 * @param missing why there is none; null where there is
 */
public record SteadyPart(
        Map<Long, Window> windows, @Nullable Missing missing) {
    private static final int LEAST_BATCHES = 20;
    private static final int LEAST_JOBS = 100;

    /** Why runs have no steady part. */
    public enum Missing {
        /** Too few jobs are left after the begin. */
        TOO_SHORT("fewer than 100 jobs finished after it had filled"),
        /** More and more of the cluster was allocated, or less and less. */
        FILLING("the cluster still filled or emptied when the last jobs came"),
        /** More and more jobs waited. */
        BACKLOG("the queue still grew or shrank when the last jobs came"),
        /** There are more jobs than are kept. */
        TOO_MANY_JOBS("it has more jobs than are kept to find one");

        private final String text;

        Missing(String text) {
            this.text = text;
        }

        /** As a part of a sentence. */
        public String text() {
            return text;
        }
    }

    /** A run with what is known of its course. */
    public record Run(RunReport report, JobTimes times, RunCourse course) {}

    /** None, for this reason. */
    static SteadyPart none(Missing why) {
        return new SteadyPart(Collections.emptySortedMap(), why);
    }

    /** The steady part of the runs of one point: each strategy with the same seeds. */
    static SteadyPart of(List<Run> runs) {
        int every = runs.stream().mapToInt(run -> run.course().step()).max().orElse(1);
        int begin = 0;
        for (List<Run> strategy : SameRuns.group(runs, Run::report)) {
            int length = strategy.stream()
                    .mapToInt(run -> run.course().marks(every).size() - 1)
                    .min()
                    .orElse(0);
            if (length < 2 * LEAST_BATCHES) {
                return none(Missing.TOO_SHORT);
            }
            double[] allocated = mean(strategy, length, run -> allocated(run, every));
            double[] waiting = mean(strategy, length, run -> waiting(run, every));
            double[] waits = mean(
                    strategy, length, run -> batch -> run.times().meanWait(batch * every + 1, (batch + 1) * every));
            if (drifts(waiting) || drifts(waits)) {
                return none(Missing.BACKLOG);
            }
            if (drifts(allocated)) {
                return none(Missing.FILLING);
            }
            for (double[] series : List.of(allocated, waiting, waits)) {
                begin = StrictMath.max(begin, Mser5.ofMeans(series).observations());
            }
        }
        return from(begin, every, runs);
    }

    /** Whether a series still grows or falls after its best cut. */
    private static boolean drifts(double[] series) {
        Mser5.Cut cut = Mser5.ofMeans(series);
        int half = (series.length - cut.observations()) / 2;
        double[] later = new double[half];
        for (int i = 0; i < half; i++) {
            later[i] = series[series.length - half + i] - series[cut.observations() + i];
        }
        Verdict verdict = PairedBootstrap.of(later, BlockLength.ofQueueing(later), Goal.NEITHER)
                .verdict();
        boolean unknown = verdict == Verdict.TOO_FEW_PAIRS;
        return unknown ? !cut.settled() : verdict != Verdict.NO_REAL_DIFFERENCE;
    }

    private static SteadyPart from(int begin, int every, List<Run> runs) {
        Map<Long, Window> windows = new LinkedHashMap<>();
        for (Run run : runs) {
            RunCourse.Mark last = run.course().last();
            long from = run.course().marks(every).get(begin).atNanos();
            if (last == null || last.atNanos() <= from) {
                return none(Missing.TOO_SHORT);
            }
            Window window = new Window(from, last.atNanos());
            if (run.times().within(window).finished() < LEAST_JOBS) {
                return none(Missing.TOO_SHORT);
            }
            windows.put(run.report().seed(), window);
        }
        return new SteadyPart(windows, null);
    }

    /** The report of {@code run} with the figures of its steady part alone. */
    static RunReport report(Run run, Window window) {
        JobTimes times = run.times().within(window);
        RunCourse.Mark begin = run.course().marks(run.course().step()).stream()
                .filter(mark -> mark.atNanos() >= window.fromNanos())
                .findFirst()
                .orElseThrow();
        RunCourse.Mark end = run.course().last();
        Map<String, Double> figures = times.figures();
        if (end != null) {
            figures.putAll(end.held().figuresSince(begin.held()));
        }
        return run.report().withOnly(figures);
    }

    /** When the first job arrived, seconds before the begin of {@code window}. */
    static double secondsBefore(Run run, Window window) {
        long first = run.course().marks(run.course().step()).getFirst().atNanos();
        return Nanos.toSeconds(window.fromNanos() - first);
    }

    private interface Series {
        IntToDoubleFunction of(Run run);
    }

    private static IntToDoubleFunction allocated(Run run, int every) {
        List<RunCourse.Mark> marks = run.course().marks(every);
        return batch ->
                marks.get(batch + 1).held().allocatedShareSince(marks.get(batch).held());
    }

    private static IntToDoubleFunction waiting(Run run, int every) {
        List<RunCourse.Mark> marks = run.course().marks(every);
        return batch -> marks.get(batch).waiting();
    }

    /** By batch, in the mean over the runs that have it; that of the batch before where none has. */
    private static double[] mean(List<Run> runs, int length, Series series) {
        List<IntToDoubleFunction> all = new ArrayList<>();
        runs.forEach(run -> all.add(series.of(run)));
        double[] means = new double[length];
        for (int batch = 0; batch < length; batch++) {
            double sum = 0;
            int there = 0;
            for (IntToDoubleFunction one : all) {
                double value = one.applyAsDouble(batch);
                sum += Double.isNaN(value) ? 0 : value;
                there += Double.isNaN(value) ? 0 : 1;
            }
            means[batch] = there > 0 ? sum / there : batch == 0 ? 0 : means[batch - 1];
        }
        return means;
    }
}
