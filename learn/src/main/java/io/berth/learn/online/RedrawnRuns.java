package io.berth.learn.online;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.OrderingJobs.RanJob;
import io.berth.learn.environment.ordering.OrderingJobs.Row;
import io.berth.learn.transfer.Augmentation;
import io.berth.sim.comparison.Interval;
import io.berth.sim.comparison.StudentT;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Windows that the last jobs could have been, run in the simulator: two strategies are compared on each, and what holds on all of them
 * was not chance.
 *
 * <p>Algorithm: blocks of jobs are drawn with replacement and their run times changed a little ({@link Augmentation}); where the jobs
 * ask for less than nine tenths of the cluster, each draw is run a second time with gaps so short that they do ask for it: a quiet
 * day tells nothing of the strategy that the next busy one needs. A draw counts by the logarithm of the ratio of both strategies' mean
 * bounded slowdowns. The interval is that of one more draw, by Student's t, and not that of the mean of all draws: more draws do not
 * make the window longer than it is.
 *
 * <p>Source: Künsch, as {@link Augmentation}; Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §12 for intervals by the
 * bootstrap's deviation.
 */
final class RedrawnRuns {
    /** The share of the cluster that a busy day asks for; the published comparisons of orders are of loads near it. */
    private static final double BUSY = 1.2;

    /** Shortest first makes the wait of the hundredth up to three times that of first come, first served; more is starving. */
    private static final double STARVES = 4;

    private static final double NO_HARM_SECONDS = 60;

    /** Shorter windows are drawn as so many jobs. */
    private static final int LEAST_JOBS = 150;

    private static final int MOST_JOBS = 600;
    private static final int LONGEST_BLOCK = 32;
    private static final int LEAST_BLOCKS = 8;
    private static final double JITTER = 0.3;
    private static final double STRETCH = 1.25;

    private final Map<StrategySpec, List<Cost>> costs = new LinkedHashMap<>();
    private final List<List<WindowRuns>> draws = new ArrayList<>();
    private final int jobs;
    private final double widen;

    /**
     * What the jobs of a draw met with.
     *
     * @param slowdown the sum of the mean bounded slowdowns of its runs
     * @param longWaitSeconds the wait that a hundredth exceeded in the busiest
     */
    record Cost(double slowdown, double longWaitSeconds) {}

    /**
     * Redraws {@code past}.
     *
     * @param like as they would be run as they were; {@code count} times
     */
    RedrawnRuns(WindowRuns.Setting setting, List<PastJob> past, int count, long seed) {
        List<PastJob> last = past.subList(StrictMath.max(0, past.size() - MOST_JOBS), past.size());
        this.jobs = StrictMath.max(LEAST_JOBS, last.size());
        this.widen = StrictMath.sqrt((1 + 1.0 / count) * jobs / last.size());
        Augmentation augmentation = new Augmentation(
                rows(last, setting),
                new Augmentation.Options(
                        StrictMath.clamp(last.size() / LEAST_BLOCKS, 1, LONGEST_BLOCK), JITTER, 0, STRETCH));
        for (int draw = 0; draw < count; draw++) {
            List<Row> rows = augmentation.rows(jobs, seed + draw);
            double load = load(rows, last, setting.nodes());
            List<WindowRuns> runs = new ArrayList<>();
            runs.add(runs(setting, last, rows, 1));
            if (load < BUSY) {
                runs.add(runs(setting, last, rows, load / BUSY));
            }
            draws.add(runs);
        }
    }

    private static OrderingJobs rows(List<PastJob> last, WindowRuns.Setting setting) {
        List<RanJob> ran = new ArrayList<>();
        for (PastJob job : last) {
            long work = setting.workNanos(job);
            long expected = job.spec().estimateNanos();
            ran.add(new RanJob(job.submitNanos(), work, expected == Nanos.NEVER ? work : expected, 1));
        }
        return OrderingJobs.of(ran, 1, 1);
    }

    private static double load(List<Row> rows, List<PastJob> like, List<NodeSpec> nodes) {
        boolean gpus = nodes.stream().anyMatch(node -> node.gpus() > 0);
        double area = 0;
        for (Row row : rows) {
            JobSpec spec = like.get(row.place()).spec();
            area += !gpus || spec.demand().gpus() > 0 ? SortKey.processors(spec) * row.runNanos() : 0;
        }
        double machine = 0;
        for (NodeSpec node : nodes) {
            machine += gpus ? node.gpus() : node.cpuMilli() / 1000.0;
        }
        long span = rows.getLast().submitNanos() - rows.getFirst().submitNanos();
        return area / (StrictMath.max(1, span) * StrictMath.max(1, machine));
    }

    private static WindowRuns runs(WindowRuns.Setting setting, List<PastJob> like, List<Row> rows, double stretch) {
        Map<Demand, Demand> demands = new LinkedHashMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        for (Row row : rows) {
            JobSpec spec = like.get(row.place()).spec();
            long expected = spec.estimateNanos() == Nanos.NEVER ? Nanos.NEVER : row.expectedNanos();
            arrivals.add(WindowRuns.arrival(
                    spec.withEstimate(expected), (long) (row.submitNanos() * stretch), row.runNanos(), demands));
        }
        return WindowRuns.of(setting, arrivals);
    }

    /** What the jobs of each draw meet with under {@code strategy}. */
    List<Cost> costs(StrategySpec strategy) {
        return costs.computeIfAbsent(strategy, this::run);
    }

    private List<Cost> run(StrategySpec strategy) {
        List<Cost> found = new ArrayList<>();
        for (List<WindowRuns> runs : draws) {
            double slowdown = 0;
            double longest = 0;
            for (WindowRuns each : runs) {
                WindowRuns.Outcome outcome = each.run(strategy);
                slowdown += outcome.meanSlowdown(0);
                longest = StrictMath.max(longest, outcome.longWaitSeconds());
            }
            found.add(new Cost(slowdown, longest));
        }
        return found;
    }

    /**
     * By what share the jobs meet with less under {@code other} than under {@code own}.
     *
     * @param alpha what p must be below for a real difference
     */
    Judgement compare(StrategySpec own, StrategySpec other, double alpha) {
        double[] gains = gains(costs(own), costs(other));
        double sum = 0;
        double squares = 0;
        int different = 0;
        for (double gain : gains) {
            sum += gain;
            squares += gain * gain;
            different += gain == 0 ? 0 : 1;
        }
        int freedom = gains.length - 1;
        double mean = sum / gains.length;
        double deviation = widen * StrictMath.sqrt(StrictMath.max(0, squares - sum * mean) / freedom);
        double half = StudentT.quantile(Interval.CONFIDENCE, freedom) * deviation;
        double p = different == 0 ? 1 : 1 - StudentT.within(StrictMath.abs(mean) / deviation, freedom);
        Judgement.Verdict verdict = Judgement.Verdict.NO_REAL_DIFFERENCE;
        if (starves(own, other) || p < alpha && mean < 0) {
            verdict = Judgement.Verdict.WORSE;
        } else if (p < alpha && share(mean) >= Judges.WORTH) {
            verdict = Judgement.Verdict.BETTER;
        }
        return new Judgement(verdict, share(mean), share(mean - half), share(mean + half), p, jobs, different);
    }

    private static double[] gains(List<Cost> own, List<Cost> other) {
        double[] gains = new double[own.size()];
        for (int draw = 0; draw < gains.length; draw++) {
            gains[draw] =
                    StrictMath.log(own.get(draw).slowdown() / other.get(draw).slowdown());
        }
        return gains;
    }

    private static double share(double logarithm) {
        return 1 - StrictMath.exp(-logarithm);
    }

    /** True where a hundredth of the jobs waits so long under {@code other} that a better mean is no excuse. */
    boolean starves(StrategySpec own, StrategySpec other) {
        return longWaitSeconds(other) > STARVES * longWaitSeconds(own) + NO_HARM_SECONDS;
    }

    /** The mean over the draws of the wait that a hundredth of the jobs exceeds under {@code strategy}; seconds. */
    private double longWaitSeconds(StrategySpec strategy) {
        return costs(strategy).stream()
                .mapToDouble(Cost::longWaitSeconds)
                .average()
                .orElse(0);
    }

    /** The mean over the draws of the logarithm of the bounded slowdown under {@code strategy}. */
    double logarithm(StrategySpec strategy) {
        return costs(strategy).stream()
                .mapToDouble(cost -> StrictMath.log(cost.slowdown()))
                .average()
                .orElse(0);
    }
}
