package io.berth.learn.agent.experience;

import io.berth.learn.gradient.OptimiserKind;

/**
 * The settings of {@code Reinforce}.
 *
 * @param episodes different ones played for each update
 * @param plays of each episode; at least 2 for {@link Baseline#TIME_MEAN}
 * @param discount of later rewards
 * @param baseline what a step is compared with
 * @param normalised whether advantages are given mean 0 and deviation 1 in each update
 * @param scale what rewards are divided by; 0 for how much the first episodes differ
 * @param optimiser of both networks
 * @param rate of the actor's steps
 * @param valueRate of the critic's steps
 * @param valuePasses of the critic over each batch; of no use without one
 * @param updates after which both rates have fallen to 0, in a line; 0 for rates that stay
 * @param entropy weight of indecision in the objective
 * @param longest a gradient may be; 0 for any length
 */
public record ReinforceOptions(
        int episodes,
        int plays,
        double discount,
        Baseline baseline,
        boolean normalised,
        double scale,
        OptimiserKind optimiser,
        double rate,
        double valueRate,
        int valuePasses,
        long updates,
        double entropy,
        double longest) {

    /** What a step is compared with. */
    public enum Baseline {
        /** Nothing. */
        NONE,
        /** What a learnt critic expects of its state. */
        CRITIC,
        /** What the plays of the same episode brought on average from the same step on, as DeepRM has it; no critic is learnt. */
        TIME_MEAN
    }

    /**
     * As DeepRM has them (Mao et al., Resource management with deep reinforcement learning, HotNets 2016, §3.3 and §4.1): 20 plays of
     * an episode, RMSProp at 0.001, no discount, no entropy. Its episodes for an update are those of its training set; one here.
     */
    public static final ReinforceOptions DEEPRM = new ReinforceOptions(
            1, 20, 1, Baseline.TIME_MEAN, false, 1, OptimiserKind.DEEPRM_RMSPROP, 1e-3, 0, 0, 0, 0, 0);

    /** @throws IllegalArgumentException where a number is out of its range */
    public ReinforceOptions {
        int least = baseline == Baseline.TIME_MEAN ? 2 : 1;
        Range.atLeast("episodes", episodes, 1);
        Range.atLeast("plays", plays, least);
        Range.check("discount", discount, Double.MIN_VALUE, 1);
        Range.check("scale", scale, 0, Double.MAX_VALUE);
        Range.check("rate", rate, 0, Double.MAX_VALUE);
        Range.check("valueRate", valueRate, 0, Double.MAX_VALUE);
        Range.atLeast("valuePasses", valuePasses, baseline == Baseline.CRITIC ? 1 : 0);
        Range.atLeast("updates", updates, 0);
        Range.check("entropy", entropy, 0, Double.MAX_VALUE);
        Range.check("longest", longest, 0, Double.MAX_VALUE);
    }
}
