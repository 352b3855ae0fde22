package io.berth.learn.online;

import io.berth.core.strategy.StrategySpec;

/**
 * How a learner goes about it.
 *
 * @param fallback what is in force where nothing better is known, and at once where a guard trips; without exploration
 * @param everyJobs after how many ended jobs it looks again: judges candidates and makes new ones
 * @param windowJobs how many of the last jobs it learns from and judges on
 * @param confidence that no candidate which is no better is promoted within a window of jobs, over all looks; below 1
 * @param share of the choices that are drawn, each option as likely
 * @param rivalShare of the choices that go by a candidate which the simulation says is better, until the choices say so too
 * @param guard when what was promoted goes
 * @param seed of all chance
 */
public record LearnerOptions(
        StrategySpec fallback,
        int everyJobs,
        int windowJobs,
        double confidence,
        double share,
        double rivalShare,
        Guard.Limits guard,
        long seed) {
    /** What a try leaves to the strategy in force at least: fewer of its choices would tell nothing. */
    public static final double MOST_RIVAL = 0.8;

    /** Candidates made of jobs that are judged at a time. */
    static final int MOST_TRIALS = 4;

    /** @throws IllegalArgumentException where a number is out of range */
    public LearnerOptions {
        if (everyJobs < 20 || windowJobs < 2 * everyJobs) {
            throw new IllegalArgumentException("A learner looks every 20 jobs or more (" + everyJobs
                    + ") and at a window of two such stretches or more (" + windowJobs + ").");
        }
        if (!(confidence >= 0.5 && confidence < 1)) {
            throw new IllegalArgumentException("The confidence must be from 0.5 to below 1, not (" + confidence + ").");
        }
        if (!(share >= 0 && share <= 0.1)) {
            throw new IllegalArgumentException("The share must be from 0 to 0.1, not (" + share + ").");
        }
        if (!(rivalShare > 0 && rivalShare <= MOST_RIVAL)) {
            throw new IllegalArgumentException(
                    "The share of a rival must be above 0 and at most " + MOST_RIVAL + ", not (" + rivalShare + ").");
        }
        fallback = Exploration.without(fallback);
    }

    /** The options that {@code berth up} begins with. */
    public static LearnerOptions standard(StrategySpec fallback) {
        return new LearnerOptions(fallback, 100, 600, 0.95, 0, 0.8, Guard.Limits.STANDARD, 1);
    }

    /** What the p of a simulation must be below: Bonferroni over the looks and candidates of a window. */
    double alpha() {
        return offPolicyAlpha() / MOST_TRIALS;
    }

    /** What the p of logged choices must be below: Bonferroni over the looks; only one candidate at a time has their support. */
    double offPolicyAlpha() {
        return (1 - confidence) / StrictMath.ceil((double) windowJobs / everyJobs);
    }

    /** The fallback as it is in force: explored. */
    public StrategySpec exploredFallback() {
        return Exploration.around(fallback, share);
    }
}
