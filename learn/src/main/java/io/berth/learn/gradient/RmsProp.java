package io.berth.learn.gradient;

import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;

/**
 * RMSProp: steps along the gradient over the root of its running square. ε is added under the root, as DeepRM's program and A3C have
 * it, so that the first steps, whose square is nearly 0, stay small.
 *
 * <p>Source: Tieleman, Hinton: Lecture 6.5 of Neural networks for machine learning, 2012; Mnih et al., Asynchronous methods for deep
 * reinforcement learning, ICML 2016, §4.
 */
public final class RmsProp implements Optimiser {
    /** What DeepRM's program keeps of the square at each step. */
    public static final double DEEPRM_DECAY = 0.9;

    /** What DeepRM's program adds under the root. */
    public static final double DEEPRM_EPSILON = 1e-9;

    /** What Stable-Baselines3's A2C keeps of the square; also Mnih et al. */
    public static final double A2C_DECAY = 0.99;

    /** What Stable-Baselines3's A2C adds under the root. */
    public static final double A2C_EPSILON = 1e-5;

    private final double decay;
    private final double epsilon;
    private final double[] square;

    /**
     * @param parameters how many are learnt
     * @param decay share of the running square that is kept, at least 0 and below 1
     * @param epsilon added under the root, above 0
     * @throws IllegalArgumentException where they are out of range
     */
    public RmsProp(int parameters, double decay, double epsilon) {
        if (!(decay >= 0 && decay < 1 && epsilon > 0)) {
            throw new IllegalArgumentException("RMSProp keeps a share from 0 to below 1 (not " + decay
                    + ") and adds an epsilon above 0 (not " + epsilon + ").");
        }
        this.decay = decay;
        this.epsilon = epsilon;
        this.square = new double[parameters];
    }

    @Override
    public void step(float[] parameters, float[] gradient, double scale, double rate) {
        for (int i = 0; i < parameters.length; i++) {
            double slope = gradient[i] * scale;
            square[i] = decay * square[i] + (1 - decay) * slope * slope;
            parameters[i] -= (float) (rate * slope / StrictMath.sqrt(square[i] + epsilon));
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(square);
    }

    @Override
    public void read(CheckpointReader from) {
        from.into(square, "RMSProp");
    }
}
