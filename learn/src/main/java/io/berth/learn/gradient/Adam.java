package io.berth.learn.gradient;

import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;

/**
 * Adam: steps along the gradient's running mean over the root of its running square.
 *
 * <p>Source: Kingma, Ba: Adam: a method for stochastic optimization, ICLR 2015, algorithm 1, with its β and ε.
 */
public final class Adam implements Optimiser {
    private static final double MEAN_DECAY = 0.9;
    private static final double SQUARE_DECAY = 0.999;
    private static final double EPSILON = 1e-8;

    private final double[] mean;
    private final double[] square;
    private long steps;

    /** @param parameters how many are learnt */
    public Adam(int parameters) {
        this.mean = new double[parameters];
        this.square = new double[parameters];
    }

    @Override
    public void step(float[] parameters, float[] gradient, double scale, double rate) {
        steps++;
        double meanShare = 1 - StrictMath.pow(MEAN_DECAY, (double) steps);
        double squareShare = 1 - StrictMath.pow(SQUARE_DECAY, (double) steps);
        for (int i = 0; i < parameters.length; i++) {
            double slope = gradient[i] * scale;
            mean[i] = MEAN_DECAY * mean[i] + (1 - MEAN_DECAY) * slope;
            square[i] = SQUARE_DECAY * square[i] + (1 - SQUARE_DECAY) * slope * slope;
            double step = mean[i] / meanShare / (StrictMath.sqrt(square[i] / squareShare) + EPSILON);
            parameters[i] -= (float) (rate * step);
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(steps);
        to.add(mean);
        to.add(square);
    }

    @Override
    public void read(CheckpointReader from) {
        steps = from.longInteger();
        from.into(mean, "Adam");
        from.into(square, "Adam");
    }
}
