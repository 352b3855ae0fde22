package io.berth.learn.online;

import io.berth.core.policy.Order;
import io.berth.core.policy.SortKey;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a candidate's choices would have been worth, from choices that another order made.
 *
 * <p>Goals: an interval for how much more of {@link LoggedChoice#reward} a choice by the candidate brings than one by the order in force.
 * Constraints: each choice is judged by itself, over a horizon of one mean run time; what a choice changes in later choices is left to
 * the simulation. Only choices count at which what either would choose had a propensity of 0.05 or more, which is known before the draw;
 * where fewer than {@link #LEAST} of them took what the candidate alone would choose, it cannot tell.
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

    /** A choice counts where both of the jobs that are compared were at least so likely. */
    private static final double LEAST_PROPENSITY = 0.05;

    private static final int FEATURES = 13;
    private static final int BLOCK = 32;

    private final List<LoggedChoice> choices;
    private final long nowNanos;
    private final long horizonNanos;
    private final long unknownNanos;
    private final double[] rewards;
    private final double[][] models;
    private final Map<Long, double[]> known = new TreeMap<>();

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
            fits[half(i)].add(features(i, choice.taken()), rewards[i]);
        }
        this.models = new double[][] {fits[1].weights(), fits[0].weights()};
    }

    /** Compares {@code candidate} with {@code inForce}; a difference is real below {@code alpha}. */
    Judgement judge(Order candidate, Order inForce, double alpha) {
        List<Pair> pairs = pairs(candidate, inForce);
        int support = 0;
        double candidateSum = 0;
        double ownSum = 0;
        for (Pair pair : pairs) {
            boolean differ = pair.chosen() != pair.own();
            support += differ && choices.get(pair.place()).taken() == pair.chosen() ? 1 : 0;
            candidateSum += weight(pair.place(), pair.chosen());
            ownSum += weight(pair.place(), pair.own());
        }
        if (support < LEAST) {
            return Judgement.cannotTell(pairs.size(), support);
        }
        double[] gains = new double[pairs.size()];
        for (int i = 0; i < gains.length; i++) {
            Pair pair = pairs.get(i);
            int place = pair.place();
            double weight = weight(place, pair.chosen()) * gains.length / candidateSum
                    - weight(place, pair.own()) * gains.length / ownSum;
            double missed = weight == 0
                    ? 0
                    : rewards[place] - value(place, choices.get(place).taken());
            gains[i] = value(place, pair.chosen()) - value(place, pair.own()) + weight * missed;
        }
        return Judgement.of(PairedBootstrap.of(gains, BlockLength.of(gains), Goal.MORE), alpha, support);
    }

    /** What the two would choose at one of the choices. */
    private record Pair(int place, int chosen, int own) {}

    /** The choices at which either's choice was likely enough. */
    private List<Pair> pairs(Order candidate, Order inForce) {
        List<Pair> pairs = new ArrayList<>();
        for (int place = 0; place < rewards.length; place++) {
            LoggedChoice choice = choices.get(place);
            int chosen = choice.choice(candidate);
            int own = choice.choice(inForce);
            boolean known = chosen >= 0 && own >= 0;
            if (known && choice.propensity(chosen) >= LEAST_PROPENSITY && choice.propensity(own) >= LEAST_PROPENSITY) {
                pairs.add(new Pair(place, chosen, own));
            }
        }
        return pairs;
    }

    private double weight(int place, int option) {
        LoggedChoice choice = choices.get(place);
        return choice.taken() == option ? 1 / choice.propensity(option) : 0;
    }

    private static int half(int place) {
        return place / BLOCK % 2;
    }

    private double value(int place, int option) {
        return LinearFit.value(models[half(place)], features(place, option));
    }

    private double[] features(int place, int option) {
        long key = (long) place << Integer.SIZE | option;
        return known.computeIfAbsent(key, _ -> features(choices.get(place), option));
    }

    private double[] features(LoggedChoice choice, int option) {
        Rollout rollout = new Rollout(choice, horizonNanos, nowNanos, unknownNanos);
        JobSpec spec = choice.option(option).spec();
        boolean gpus = choice.totalGpuMilli() > 0;
        double all = (gpus ? choice.totalGpuMilli() : choice.totalCpuMilli()) / 1000.0;
        double free = (gpus ? choice.freeGpuMilli() : choice.freeCpuMilli()) / 1000.0;
        long expected = spec.estimateNanos() == Nanos.NEVER ? unknownNanos : spec.estimateNanos();
        double held = Math.min(1, (double) expected / horizonNanos);
        double wide = SortKey.processors(spec) / Math.max(1, all);
        double[] shares = choice.weightShares(unknownNanos);
        double share = shares[option];
        double together = 0;
        double most = 0;
        for (double each : shares) {
            together += each;
            most = Math.max(most, each);
        }
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
            1.0 / choice.waitingJobs(),
            together,
            most,
            rollout.reward(option, true),
            rollout.reward(option, false)
        };
    }
}
