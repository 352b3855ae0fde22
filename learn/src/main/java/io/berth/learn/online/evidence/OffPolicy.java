package io.berth.learn.online.evidence;

import io.berth.core.policy.Order;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import java.util.ArrayList;
import java.util.List;

/**
 * What a candidate's choices would have been worth, from choices that another order made.
 *
 * <p>Goals: an interval for how much waiting a choice by the candidate saves against one by the order in force, where the two differ.
 * Constraints: each choice is judged by itself, over a horizon; what it changes in later choices is left to the simulation. How long
 * the two jobs waited that the two would choose is what really came of it; what the choice did to the others that waited is too small
 * beside the noise of all that happens to them, and comes from a {@link Rollout} with the run times that were measured. Only choices
 * count at which what either would choose had a propensity of 0.05 or more, which is known before the draw; where fewer than {@link
 * #LEAST} of them took what the candidate alone would choose, or the other, it cannot tell.
 *
 * <p>Algorithm: doubly robust. A linear model q of the reward is fitted on the other half of the choices (odd and even blocks), so no
 * choice is judged by a model that saw it. With c and o the choices of candidate and order in force, a the one taken with propensity
 * p and reward r, a choice counts q(c) − q(o) + ([a = c] − [a = o]) / p × (r − q(a)), and what the rollouts of c and o differ in for
 * the others. Choices follow on each other, so the interval is a bootstrap of blocks. Where q is wrong the second term mends it; where
 * it is right the interval is small.
 *
 * <p>Source: Dudík, Langford, Li: Doubly robust policy evaluation and learning, ICML 2011, §3; Swaminathan, Joachims: The
 * self-normalized estimator for counterfactual learning, NIPS 2015, for the weights, which are made to have mean 1; Thomas, Theocharous,
 * Ghavamzadeh: High-confidence off-policy evaluation, AAAI 2015, for answering only with confidence.
 */
public final class OffPolicy {
    /** Draws that must tell the two apart, either way. */
    static final int LEAST = 12;

    /** A choice counts where both of the jobs that are compared were at least so likely. */
    private static final double LEAST_PROPENSITY = 0.05;

    private static final int FEATURES = 3;
    private static final int BLOCK = 16;

    private final List<LoggedChoice> choices;
    private final long nowNanos;
    private final long horizonNanos;
    private final long unknownNanos;

    /**
     * A choice at which the two differ.
     *
     * @param candidate what the rollout says of the candidate's choice
     * @param own likewise of the other
     * @param reward what came of the one taken, for the two jobs alone
     */
    private record Pair(
            LoggedChoice choice, int chosen, int other, Rollout.Reward candidate, Rollout.Reward own, double reward) {
        /** 1 where the candidate's choice was taken, -1 where the other was, else 0; over how likely that was. */
        double weight(boolean candidates) {
            int option = candidates ? chosen : other;
            return choice.taken() == option ? 1 / choice.propensity(option) : 0;
        }

        double[] features(boolean candidates) {
            Rollout.Reward rollout = candidates ? candidate : own;
            return new double[] {1, rollout.pair(), candidates ? 1 : 0};
        }
    }

    /** @param choices of which the horizon is over */
    public OffPolicy(List<LoggedChoice> choices, long horizonNanos, Experience experience) {
        this.choices = choices;
        this.nowNanos = experience.nowNanos();
        this.horizonNanos = horizonNanos;
        this.unknownNanos = experience.medianNanos();
    }

    /** Compares {@code candidate} with {@code inForce}; a difference is real below {@code alpha}. */
    public Judgement judge(Order candidate, Order inForce, double alpha) {
        List<Pair> pairs = pairs(candidate, inForce);
        int took = 0;
        int left = 0;
        for (Pair pair : pairs) {
            took += pair.weight(true) > 0 ? 1 : 0;
            left += pair.weight(false) > 0 ? 1 : 0;
        }
        if (took < LEAST || left < LEAST) {
            return Judgement.cannotTell(pairs.size(), took);
        }
        double[] gains = gains(pairs);
        return Judgement.of(PairedBootstrap.of(gains, BlockLength.of(gains), Goal.MORE), alpha, took);
    }

    private static double[] gains(List<Pair> pairs) {
        LinearFit[] fits = {new LinearFit(FEATURES), new LinearFit(FEATURES)};
        double candidateSum = 0;
        double ownSum = 0;
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            candidateSum += pair.weight(true);
            ownSum += pair.weight(false);
            if (pair.weight(true) + pair.weight(false) > 0) {
                fits[half(i)].add(pair.features(pair.weight(true) > 0), pair.reward());
            }
        }
        double[][] models = {fits[1].weights(), fits[0].weights()};
        double[] gains = new double[pairs.size()];
        for (int i = 0; i < gains.length; i++) {
            Pair pair = pairs.get(i);
            double[] model = models[half(i)];
            double chosen = LinearFit.value(model, pair.features(true));
            double other = LinearFit.value(model, pair.features(false));
            double mended = pair.weight(true) * gains.length / candidateSum * (pair.reward() - chosen)
                    - pair.weight(false) * gains.length / ownSum * (pair.reward() - other);
            gains[i] = chosen
                    - other
                    + mended
                    + pair.candidate().others()
                    - pair.own().others();
        }
        return gains;
    }

    private static int half(int place) {
        return place / BLOCK % 2;
    }

    private List<Pair> pairs(Order candidate, Order inForce) {
        List<Pair> pairs = new ArrayList<>();
        for (LoggedChoice choice : choices) {
            int chosen = choice.choice(candidate);
            int own = choice.choice(inForce);
            boolean differ = chosen >= 0 && own >= 0 && chosen != own;
            if (differ && choice.propensity(chosen) >= LEAST_PROPENSITY && choice.propensity(own) >= LEAST_PROPENSITY) {
                Rollout rollout = new Rollout(choice, horizonNanos, nowNanos, unknownNanos);
                pairs.add(new Pair(
                        choice,
                        chosen,
                        own,
                        rollout.reward(chosen, chosen, own),
                        rollout.reward(own, chosen, own),
                        rollout.really(chosen, own)));
            }
        }
        return pairs;
    }
}
