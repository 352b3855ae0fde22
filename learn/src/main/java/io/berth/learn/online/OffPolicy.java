package io.berth.learn.online;

import io.berth.core.policy.Order;
import io.berth.core.policy.SortKey;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import java.util.List;

/**
 * What a candidate's choices would have been worth, from choices that another order made.
 *
 * <p>Goals: an interval for how much more of {@link LoggedChoice#reward} a choice by the candidate brings than one by the order in force.
 * Constraints: each choice is judged by itself, over a horizon of one mean run time; what a choice changes in later choices is left to
 * the simulation. Where fewer than {@link #LEAST} draws took what one of the two would choose and the other not, it cannot tell.
 *
 * <p>Algorithm: doubly robust. A linear model q of the reward is fitted on the other half of the choices (by number, odd and even
 * blocks), so no choice is judged by a model that saw it. With c and o the choices of candidate and order in force, a the one taken
 * with propensity p and reward r, a choice counts q(c) − q(o) + ([a = c] − [a = o]) / p × (r − q(a)). Choices follow on each other, so
 * the interval is a bootstrap of blocks. Where q is wrong the second term mends it; where it is right the interval is small.
 *
 * <p>Source: Dudík, Langford, Li: Doubly robust policy evaluation and learning, ICML 2011, §3; Swaminathan, Joachims: The
 * self-normalized estimator for counterfactual learning, NIPS 2015, for the weights, which are made to have mean 1; Thomas, Theocharous,
 * Ghavamzadeh: High-confidence off-policy evaluation, AAAI 2015, for answering only with confidence.
 */
final class OffPolicy {
    /** Draws that must tell the two apart. */
    static final int LEAST = 12;

    private static final int FEATURES = 9;
    private static final int BLOCK = 32;

    private final List<LoggedChoice> choices;
    private final long nowNanos;
    private final long horizonNanos;
    private final long unknownNanos;
    private final double[] rewards;
    private final double[][] models;

    /** @param choices of which the horizon is over */
    OffPolicy(List<LoggedChoice> choices, long horizonNanos, Experience experience) {
        this.choices = choices;
        this.nowNanos = experience.nowNanos();
        this.horizonNanos = horizonNanos;
        this.unknownNanos = experience.medianNanos();
        this.rewards = new double[choices.size()];
        LinearFit[] fits = {new LinearFit(FEATURES), new LinearFit(FEATURES)};
        for (int i = 0; i < rewards.length; i++) {
            LoggedChoice choice = choices.get(i);
            rewards[i] = choice.reward(horizonNanos, nowNanos, unknownNanos);
            fits[half(i)].add(features(choice, choice.taken()), rewards[i]);
        }
        this.models = new double[][] {fits[1].weights(), fits[0].weights()};
    }

    /** Compares {@code candidate} with {@code inForce}; a difference is real below {@code alpha}. */
    Judgement judge(Order candidate, Order inForce, double alpha) {
        int count = rewards.length;
        double[] gains = new double[count];
        double[] candidateWeights = new double[count];
        double[] ownWeights = new double[count];
        int support = 0;
        for (int i = 0; i < count; i++) {
            LoggedChoice choice = choices.get(i);
            int chosen = choice.choice(candidate);
            int own = choice.choice(inForce);
            int taken = choice.taken();
            if (chosen < 0 || own < 0) {
                continue;
            }
            candidateWeights[i] = taken == chosen ? 1 / choice.propensity() : 0;
            ownWeights[i] = taken == own ? 1 / choice.propensity() : 0;
            gains[i] = chosen == own ? 0 : value(i, chosen) - value(i, own);
            support += chosen != own && choice.explored() && (taken == chosen || taken == own) ? 1 : 0;
        }
        if (support < LEAST) {
            return Judgement.cannotTell(count, support);
        }
        double candidateNorm = norm(candidateWeights);
        double ownNorm = norm(ownWeights);
        for (int i = 0; i < count; i++) {
            double weight = candidateWeights[i] * candidateNorm - ownWeights[i] * ownNorm;
            if (weight != 0) {
                gains[i] += weight * (rewards[i] - value(i, choices.get(i).taken()));
            }
        }
        return Judgement.of(PairedBootstrap.of(gains, BlockLength.of(gains), Goal.MORE), alpha, support);
    }

    /** The factor by which the weights have mean 1. */
    private static double norm(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        return sum == 0 ? 0 : weights.length / sum;
    }

    private static int half(int place) {
        return place / BLOCK % 2;
    }

    private double value(int place, int option) {
        return LinearFit.value(models[half(place)], features(choices.get(place), option));
    }

    private double[] features(LoggedChoice choice, int option) {
        JobSpec spec = choice.option(option).spec();
        boolean gpus = choice.totalGpuMilli() > 0;
        double all = (gpus ? choice.totalGpuMilli() : choice.totalCpuMilli()) / 1000.0;
        double free = (gpus ? choice.freeGpuMilli() : choice.freeCpuMilli()) / 1000.0;
        long expected = spec.estimateNanos() == Nanos.NEVER ? unknownNanos : spec.estimateNanos();
        double held = Math.min(1, (double) expected / horizonNanos);
        double wide = SortKey.processors(spec) / Math.max(1, all);
        double share = choice.weightShare(option, unknownNanos);
        boolean fits = choice.mayFit(option);
        return new double[] {
            1,
            fits ? share : 0,
            fits ? 0 : share,
            fits ? wide : 0,
            fits ? held * wide : 0,
            fits ? 1 : 0,
            free / Math.max(1, all),
            1.0 / choice.size(),
            1.0 / choice.waitingJobs()
        };
    }
}
