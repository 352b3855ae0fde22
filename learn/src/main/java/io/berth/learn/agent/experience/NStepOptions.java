package io.berth.learn.agent.experience;

import io.berth.learn.gradient.OptimiserKind;

/**
 * The settings of {@code A2c} and {@code A3c}.
 *
 * @param segments plays of {@code steps} for each update: A2C makes them side by side, in as many environments, and takes one step with
 *     all of them; the workers of A3C share them out and take a step with each
 * @param steps of a segment; an episode that ends within is followed by the next
 * @param discount of later rewards
 * @param trace how far rewards reach back within a segment, λ of the generalised advantage; 1 is the n-step return of the papers
 * @param normalised whether advantages are given mean 0 and deviation 1 for each step
 * @param scale what rewards are divided by; 0 for how much episodes differ that are played at random first
 * @param optimiser of both networks
 * @param rate of the actor's steps
 * @param valueRate of the critic's steps
 * @param updates after which both rates have fallen to 0, in a line; 0 for rates that stay
 * @param entropy weight of indecision in the objective
 * @param longest a gradient may be, each network's; 0 for any length
 */
public record NStepOptions(
        int segments,
        int steps,
        double discount,
        double trace,
        boolean normalised,
        double scale,
        OptimiserKind optimiser,
        double rate,
        double valueRate,
        long updates,
        double entropy,
        double longest) {
    /**
     * As Stable-Baselines3 has them: 5 steps, discount 0.99, λ 1, RMSProp at 7e-4 that keeps 0.99, gradients of at most 0.5; with the 16
     * environments and the entropy of 0.01 of Mnih et al. (ICML 2016, §5.1 and supplement §8). The two networks share no parameters here,
     * so there is no weight between their losses.
     */
    public static final NStepOptions PUBLISHED =
            new NStepOptions(16, 5, 0.99, 1, false, 0, OptimiserKind.A2C_RMSPROP, 7e-4, 7e-4, 0, 0.01, 0.5);

    /** Steps of a look: some episodes of a hundred steps, whatever an update is. */
    private static final int STEPS_A_LOOK = 4_000;

    /** @throws IllegalArgumentException where a number is out of its range */
    public NStepOptions {
        Range.atLeast("segments", segments, 1);
        Range.atLeast("steps", steps, 1);
        Range.check("discount", discount, Double.MIN_VALUE, 1);
        Range.check("trace", trace, 0, 1);
        Range.check("scale", scale, 0, Double.MAX_VALUE);
        Range.check("rate", rate, 0, Double.MAX_VALUE);
        Range.check("valueRate", valueRate, 0, Double.MAX_VALUE);
        Range.atLeast("updates", updates, 0);
        Range.check("entropy", entropy, 0, Double.MAX_VALUE);
        Range.check("longest", longest, 0, Double.MAX_VALUE);
    }

    /** Updates' worth of play for {@code times} looks of a critic at what its policy brings. */
    public int updatesOfLooks(int times) {
        long steps = (long) segments * this.steps;
        return (int) StrictMath.ceilDiv((long) times * STEPS_A_LOOK, steps);
    }
}
