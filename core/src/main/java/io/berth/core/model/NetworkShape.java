package io.berth.core.model;

import java.util.List;

/** What kind of network a model has, and how large it is; its parameters are one array. */
public sealed interface NetworkShape permits LayerSizes, PointerShape, SequenceShape {
    /** How many numbers of a row it is given. */
    int inputs();

    /** How many numbers it answers for a row. */
    int outputs();

    /** The perceptrons it is made of, whose parameters are one behind the other. */
    List<LayerSizes> parts();

    /** How many parameters it has. */
    default int parameters() {
        int sum = 0;
        for (LayerSizes part : parts()) {
            sum += part.parameters();
        }
        return sum;
    }

    /** How many rows it may look at: a decision must not take long, however many wait. */
    int mostRows();

    /** @throws IllegalArgumentException where there are not as many {@code parameters} as it has, or one is not finite */
    default void check(float[] parameters) {
        if (parameters.length != parameters()) {
            throw new IllegalArgumentException(
                    "A network of " + this + " has " + parameters() + " parameters, not " + parameters.length + ".");
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!Float.isFinite(parameters[i])) {
                throw new IllegalArgumentException("Parameter " + i + " is " + parameters[i] + "; all must be finite.");
            }
        }
    }
}
