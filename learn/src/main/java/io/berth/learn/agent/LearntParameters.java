package io.berth.learn.agent;

import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.Optimiser;

/** Parameters and what moves them, by steps that are checked: one that would spoil them is refused. */
final class LearntParameters implements Checkpointed {
    /** A network with weights beyond this answers nothing of use, and soon no numbers. */
    private static final float LARGEST = 1e6f;

    private final String agent;
    private final String what;
    private final float[] values;
    private final float[] before;
    private final Optimiser optimiser;
    private final double longest;

    /**
     * @param what they are, such as {@code actor}
     * @param longest a gradient may be; a longer one is made so long (Pascanu et al., On the difficulty of training recurrent neural
     *     networks, ICML 2013, algorithm 1); 0 for any length
     */
    LearntParameters(String agent, String what, float[] values, Optimiser optimiser, double longest) {
        this.agent = agent;
        this.what = what;
        this.values = values;
        this.before = values.clone();
        this.optimiser = optimiser;
        this.longest = longest;
    }

    /** As they are now; kept, not copied. */
    float[] values() {
        return values;
    }

    /** Goes on from {@code first} as the first {@code count}; the rest stay. */
    void startFrom(float[] first, int count) {
        if (first.length != count) {
            throw new IllegalArgumentException(
                    "There are " + first.length + " parameters to start from, and the policy has " + count + ".");
        }
        System.arraycopy(first, 0, values, 0, count);
    }

    /**
     * One step against the mean gradient of {@code samples}.
     *
     * @param sum whose first figure is the loss
     * @return the mean loss
     * @throws Divergence where loss, gradient or parameters are no numbers; then the parameters stay
     */
    double step(GradientSum sum, int samples, double rate, long update) {
        double loss = sum.figures()[0] / samples;
        check(Double.isFinite(loss), update, "the loss", loss);
        double squares = 0;
        for (float slope : sum.gradient()) {
            squares += (double) slope * slope;
        }
        double length = StrictMath.sqrt(squares) / samples;
        check(Double.isFinite(length), update, "the length of the gradient", length);
        double shortened = longest > 0 && length > longest ? longest / length : 1;
        System.arraycopy(values, 0, before, 0, values.length);
        optimiser.step(values, sum.gradient(), shortened / samples, rate);
        for (float value : values) {
            if (!(StrictMath.abs(value) <= LARGEST)) {
                System.arraycopy(before, 0, values, 0, values.length);
                check(false, update, "a parameter", value);
            }
        }
        return loss;
    }

    private void check(boolean good, long update, String of, double value) {
        if (!good) {
            throw new Divergence(agent, update, of + " of the " + what + " is " + value);
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(values);
        optimiser.write(to);
    }

    @Override
    public void read(CheckpointReader from) {
        from.into(values, "the " + what);
        optimiser.read(from);
    }
}
