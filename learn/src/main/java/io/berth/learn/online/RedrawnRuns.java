package io.berth.learn.online;

import io.berth.core.strategy.StrategySpec;
import io.berth.learn.online.evidence.Judgement;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.Redrawing;
import io.berth.learn.online.evidence.StrangeJobs;
import io.berth.learn.online.evidence.WindowRuns;
import io.berth.sim.comparison.Interval;
import io.berth.sim.comparison.StudentT;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Windows that the last jobs could have been ({@link Redrawing}), run in the simulator: two strategies are compared on each, and what
 * holds on all of them was not chance.
 *
 * <p>A draw counts by the logarithm of the ratio of both strategies' mean bounded slowdowns. The interval is that of one more draw, by
 * Student's t, and not that of the mean of all draws: more draws do not make the window longer than it is.
 *
 * <p>Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §12 for intervals by the bootstrap's deviation.
 */
final class RedrawnRuns {
    /** Shortest first makes the wait of the hundredth up to three times that of first come, first served; more is starving. */
    private static final double STARVES = 4;

    private static final double NO_HARM_SECONDS = 60;

    private final Map<StrategySpec, List<Cost>> costs = new LinkedHashMap<>();
    private final List<List<WindowRuns>> draws;
    private final int jobs;
    private final double widen;

    /**
     * What the jobs of a draw met with.
     *
     * @param slowdown the sum of the mean bounded slowdowns of its runs
     * @param longWaitSeconds the wait that a hundredth exceeded in the busiest
     */
    record Cost(double slowdown, double longWaitSeconds) {}

    private RedrawnRuns(Redrawing redrawing, int count, List<List<WindowRuns>> draws) {
        this.draws = draws;
        this.jobs = redrawing.jobs();
        this.widen = StrictMath.sqrt((1 + 1.0 / count) * jobs / redrawing.seen());
    }

    /** Redraws {@code past} {@code count} times. */
    static RedrawnRuns of(WindowRuns.Setting setting, List<PastJob> past, int count, long seed) {
        Redrawing redrawing = new Redrawing(setting, past);
        return new RedrawnRuns(redrawing, count, draws(count, draw -> redrawing.draw(seed + draw)));
    }

    /** Likewise, but the jobs become {@link StrangeJobs}. */
    static RedrawnRuns strange(WindowRuns.Setting setting, List<PastJob> past, int count, long seed) {
        Redrawing redrawing = new Redrawing(setting, past);
        return new RedrawnRuns(redrawing, count, draws(count, draw -> redrawing.strange(seed + draw)));
    }

    private static List<List<WindowRuns>> draws(int count, IntFunction<List<WindowRuns>> drawn) {
        return IntStream.range(0, count).mapToObj(drawn).toList();
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
