package io.berth.core.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The shape of a perceptron: inputs, hidden layers, outputs. Its parameters are one array: for each layer its weights, output by
 * output, then its biases.
 *
 * @param sizes of the layers, from inputs to outputs; at least two, each at least 1
 * @param hidden what all layers but the last do to their sums
 */
public record LayerSizes(List<Integer> sizes, Activation hidden) implements NetworkShape {
    /** Wider or deeper networks are refused: a file that asks for them is broken. */
    private static final int MOST = 1 << 16;

    private static final int MOST_LAYERS = 32;

    /** @throws IllegalArgumentException where a size is out of range */
    public LayerSizes {
        sizes = List.copyOf(sizes);
        if (sizes.size() < 2 || sizes.size() > MOST_LAYERS) {
            throw new IllegalArgumentException(
                    "A network has 2 to " + MOST_LAYERS + " layers, not " + sizes.size() + ".");
        }
        for (int size : sizes) {
            if (size < 1 || size > MOST) {
                throw new IllegalArgumentException("A layer has 1 to " + MOST + " values, not " + size + ".");
            }
        }
    }

    /** Layers of these sizes with rectified hidden ones. */
    public static LayerSizes relu(Integer... sizes) {
        return new LayerSizes(List.of(sizes), Activation.RELU);
    }

    /** How many layers have weights. */
    public int layers() {
        return sizes.size() - 1;
    }

    /** What goes into {@code layer}. */
    public int inputs(int layer) {
        return sizes.get(layer);
    }

    /** What comes out of {@code layer}. */
    public int outputs(int layer) {
        return sizes.get(layer + 1);
    }

    /** What the network is given. */
    @Override
    public int inputs() {
        return sizes.getFirst();
    }

    /** What it answers. */
    @Override
    public int outputs() {
        return sizes.getLast();
    }

    /** How many weights and biases {@code layer} has. */
    public int parameters(int layer) {
        return (inputs(layer) + 1) * outputs(layer);
    }

    @Override
    public List<LayerSizes> parts() {
        return List.of(this);
    }

    /** How many weights and biases there are in all. */
    @Override
    public int parameters() {
        int sum = 0;
        for (int layer = 0; layer < layers(); layer++) {
            sum += parameters(layer);
        }
        return sum;
    }

    /** Each row costs the same. */
    @Override
    public int mostRows() {
        return Model.MAX_ROWS;
    }

    @Override
    public String toString() {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("-"));
    }
}
