package io.berth.learn.gradient;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import io.berth.core.model.Activation;
import io.berth.core.model.LayerSizes;

/** Networks as graphs over flat parameters: the same functions as in {@code core.model}, made to be differentiated. */
public final class Graph {
    private Graph() {}

    /** What a layer makes of the {@code values} before it: {@code weights} are (outputs, inputs), {@code biases} (outputs). */
    @FunctionalInterface
    private interface Layer {
        NDArray of(NDArray values, NDArray weights, NDArray biases);
    }

    /** What a perceptron of {@code shape} answers for {@code input}, (rows, inputs): (rows, outputs). */
    public static NDArray perceptron(LayerSizes shape, NDArray parameters, NDArray input) {
        return layers(
                shape,
                parameters,
                input,
                (values, weights, biases) -> values.getNDArrayInternal()
                        .linear(values, weights, biases)
                        .singletonOrThrow());
    }

    /**
     * The same with the rows side by side, {@code input} (inputs, rows): (outputs, rows). Where a network is narrow and there are many
     * rows, its matrix products and sums run along the rows then (measured: docs/experiments/012-training-speed.md).
     */
    public static NDArray perceptronOfColumns(LayerSizes shape, NDArray parameters, NDArray input) {
        return layers(
                shape,
                parameters,
                input,
                (values, weights, biases) -> weights.matMul(values).addi(biases.reshape(new Shape(biases.size(), 1))));
    }

    private static NDArray layers(LayerSizes shape, NDArray parameters, NDArray input, Layer one) {
        NDArray values = input;
        int at = 0;
        for (int layer = 0; layer < shape.layers(); layer++) {
            int in = shape.inputs(layer);
            int out = shape.outputs(layer);
            NDArray weights = part(parameters, at, in * out).reshape(new Shape(out, in));
            values = one.of(values, weights, part(parameters, at + in * out, out));
            if (layer + 1 < shape.layers()) {
                values = activate(shape.hidden(), values);
            }
            at += shape.parameters(layer);
        }
        return values;
    }

    /**
     * {@code values} times {@code factor}. The product of an array and a number that DJL has keeps the number in memory of Java's, which
     * may be another's by the time that the gradient asks for it.
     */
    public static NDArray times(NDArray values, float factor) {
        return values.mul(GradientWorkers.aligned(values.getManager().create(factor)));
    }

    /** The parameters from {@code at}, {@code count} of them. */
    public static NDArray part(NDArray parameters, int at, int count) {
        long end = parameters.size();
        NDList parts = at == 0
                ? parameters.split(count == end ? new long[0] : new long[] {count})
                : parameters.split(at + count == end ? new long[] {at} : new long[] {at, at + (long) count});
        return parts.get(at == 0 ? 0 : 1);
    }

    private static NDArray activate(Activation activation, NDArray values) {
        return switch (activation) {
            case RELU -> values.getNDArrayInternal().relu();
            case TANH -> values.tanh();
        };
    }
}
