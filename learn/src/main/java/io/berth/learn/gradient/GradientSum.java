package io.berth.learn.gradient;

/**
 * A loss added up over a batch.
 *
 * @param gradient of the loss, by parameter
 * @param figures the loss, then what else it told, added up
 */
public record GradientSum(float[] gradient, double[] figures) {}
