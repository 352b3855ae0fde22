package io.berth.learn.gradient;

import io.berth.learn.checkpoint.Checkpointed;

/**
 * Moves parameters against gradients. In plain Java on flat parameters: gradients of several threads are added up there anyway, and its
 * memory is written to checkpoints.
 */
public interface Optimiser extends Checkpointed {
    /** Moves {@code parameters} against {@code gradient} × {@code scale}, at {@code rate}. */
    void step(float[] parameters, float[] gradient, double scale, double rate);
}
