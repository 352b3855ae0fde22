package io.berth.core.model;

/** What a hidden layer does to its sums. */
public enum Activation {
    /** max(0, x). */
    RELU,
    /** The hyperbolic tangent. */
    TANH;

    void apply(float[] values, int from, int to) {
        switch (this) {
            case RELU -> {
                for (int i = from; i < to; i++) {
                    values[i] = Math.max(values[i], 0);
                }
            }
            case TANH -> {
                for (int i = from; i < to; i++) {
                    values[i] = (float) StrictMath.tanh(values[i]);
                }
            }
        }
    }

    /** What it makes of one sum. */
    double of(double sum) {
        return switch (this) {
            case RELU -> StrictMath.max(sum, 0);
            case TANH -> StrictMath.tanh(sum);
        };
    }

    /** How fast {@link #of} grows where it answered {@code value}. */
    double slope(double value) {
        return switch (this) {
            case RELU -> value > 0 ? 1 : 0;
            case TANH -> 1 - value * value;
        };
    }
}
