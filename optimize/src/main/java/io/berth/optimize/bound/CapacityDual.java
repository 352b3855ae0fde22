package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.ExactBound;
import io.berth.optimize.bound.classed.Relaxation;
import io.berth.optimize.bound.classed.Response;
import io.berth.optimize.bound.classed.Survey;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Crew;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;

/**
 * The Lagrangian dual of capacities: every unit of a resource of an agent gets a price from 0, each task takes the agent where its
 * cost and what it pays for its use are least, and what they pay together less the worth of all capacities is a bound. Its best is the
 * bound of linear programming, since the choice of a single task has the integrality property (Geoffrion 1974).
 *
 * <p>The way there: equal prices for all; accelerated ascent on the entropy-smoothed function with less and less smoothing
 * ({@link SmoothAscent}); level steps on the function itself ({@link LevelAscent}); the bound in exact arithmetic
 * ({@link ExactBound}). Answers are equal on any number of threads.
 */
public record CapacityDual(Problem problem) {
    /** The smoothing begins with this part of what an option costs more than the best, on average. */
    private static final double FIRST_SMOOTHING = 0.3;
    /** What smoothing may take of the value at the end. */
    private static final double TOLERANCE = 1e-5;
    /** The same where an answer takes long. */
    private static final double LARGE_TOLERANCE = 2e-5;
    /** The same in the unit of costs: bounds are rounded up anyway. */
    private static final double LEAST_TOLERANCE = 0.1;

    private static final double LEAST_SMOOTHING = 0.1;
    private static final double SHARPER = 0.25;
    private static final int STAGES = 16;
    private static final int STAGE = 80;
    private static final int PARTIAL_STAGE = 40;
    private static final int LEVEL_STEPS = 100;

    /** The dual of a dense or a classed problem. */
    public static CapacityDual of(Problem problem) {
        return new CapacityDual(problem);
    }

    /** Looks for good prices until they are as good as can be, or the effort is spent. */
    public CapacityPrices ascend(Effort effort) {
        return ascend(effort, Watcher.NONE);
    }

    /** The same, telling {@code watcher} the bound that was reached. */
    public CapacityPrices ascend(Effort effort, Watcher watcher) {
        Survey survey = Survey.of(problem);
        Meter meter = new Meter(effort);
        if (survey.homeless() >= 0) {
            return new CapacityPrices(new double[survey.room().length], Long.MAX_VALUE, 1, 0);
        }
        try (Crew crew = new Crew(effort.threads())) {
            Market market = new Market(problem, crew);
            Proofs proofs = new Proofs(new ExactBound(problem, survey, crew, meter::late), market, meter, watcher);
            climb(market, survey, meter, proofs);
            return new CapacityPrices(proofs.prices(), proofs.bound(), proofs.smoothing(), meter.work());
        }
    }

    private void climb(Market market, Survey survey, Meter meter, Proofs proofs) {
        double[] prices = new Start(market.sample(), survey, market.part(), meter).prices();
        proofs.add(prices, 1);
        Relaxation relaxation = market.near(prices);
        double smoothing = Math.max(LEAST_SMOOTHING, FIRST_SMOOTHING * spread(relaxation, prices));
        SmoothAscent ascent = new SmoothAscent(survey, prices, smoothing, meter);
        double tolerance = market.isLarge() ? LARGE_TOLERANCE : TOLERANCE;
        for (int stage = 0; stage < STAGES && !meter.over(); stage++) {
            boolean settled = ascent.stage(relaxation, market.isPartial() ? PARTIAL_STAGE : STAGE);
            proofs.add(ascent.best(), ascent.smoothing());
            boolean fine = ascent.excess() <= Math.max(LEAST_TOLERANCE, tolerance * Math.abs(ascent.bestValue()));
            if (proofs.bound() == Long.MAX_VALUE || fine && (settled || market.isLarge())) {
                break;
            }
            ascent.sharpen(SHARPER);
            if (market.isPartial()) {
                meter.spend(market.looks());
                relaxation = market.near(ascent.best());
                ascent.forget();
            }
        }
        LevelAscent level = new LevelAscent(relaxation, survey, ascent.best(), ascent.bestValue(), meter);
        level.run(market.isLarge() ? 0 : LEVEL_STEPS);
        proofs.add(level.best(), ascent.smoothing());
    }

    /** How much more an option costs than the best of its task, on average: smoothing without end makes all options equal. */
    private double spread(Relaxation relaxation, double[] prices) {
        Response response = new Response(prices.length);
        relaxation.answer(prices, 1e300, response);
        return response.excess / problem.tasks();
    }
}
