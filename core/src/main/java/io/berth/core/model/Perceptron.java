package io.berth.core.model;

/**
 * A perceptron that answers for many rows at a time, each by itself: scores of jobs in a queue, of which each is a row.
 *
 * <p>Rows are worked on side by side, {@link #LANES} at a time: within a block, what belongs to one row is as far apart as a block is
 * wide, so that a machine with wide registers computes several rows at once while each row's sum is still added up in the order of
 * its inputs. So every machine gets the same bits, with no fused or reordered operation. It allocates nothing after it was made. For
 * one thread.
 */
public final class Perceptron {
    private static final int LANES = 64;

    /** Below so many rows a block is slower than rows one by one. */
    private static final int FEW = 6;

    private final LayerSizes shape;
    private float[] parameters = {};
    private float[] from;
    private float[] to;

    /**
     * @param parameters as {@link LayerSizes} has them; kept, not copied, so that a learner's changes are seen
     * @throws IllegalArgumentException where there are not as many as the shape has
     */
    public Perceptron(LayerSizes shape, float[] parameters) {
        this.shape = shape;
        int widest = 0;
        for (int size : shape.sizes()) {
            widest = StrictMath.max(widest, size);
        }
        this.from = new float[widest * LANES];
        this.to = new float[widest * LANES];
        use(parameters);
    }

    /** Its shape. */
    public LayerSizes shape() {
        return shape;
    }

    /** Answers by {@code other} parameters from now on. */
    public void use(float[] other) {
        if (other.length != shape.parameters()) {
            throw new IllegalArgumentException(
                    "A network of " + shape + " has " + shape.parameters() + " parameters, not " + other.length + ".");
        }
        parameters = other;
    }

    /**
     * Answers for {@code rows} rows of {@link LayerSizes#inputs()} numbers each, one after the other from {@code inputAt}; writes
     * {@link LayerSizes#outputs()} numbers for each, one after the other from {@code outputAt}.
     */
    public void answer(float[] input, int inputAt, int rows, float[] output, int outputAt) {
        int in = shape.inputs();
        int out = shape.outputs();
        for (int row = 0; row < rows; row += LANES) {
            int lanes = StrictMath.min(LANES, rows - row);
            transpose(input, inputAt + row * in, lanes);
            int at = 0;
            for (int layer = 0; layer < shape.layers(); layer++) {
                forward(layer, at, lanes);
                at += shape.parameters(layer);
            }
            for (int lane = 0; lane < lanes; lane++) {
                for (int i = 0; i < out; i++) {
                    output[outputAt + (row + lane) * out + i] = from[i * LANES + lane];
                }
            }
        }
    }

    private void transpose(float[] input, int at, int lanes) {
        int in = shape.inputs();
        for (int lane = 0; lane < lanes; lane++) {
            for (int i = 0; i < in; i++) {
                from[i * LANES + lane] = input[at + lane * in + i];
            }
        }
    }

    private void forward(int layer, int at, int lanes) {
        if (lanes < FEW) {
            forwardFew(layer, at, lanes);
        } else {
            forwardBlock(layer, at);
        }
        if (layer + 1 < shape.layers()) {
            shape.hidden().apply(to, 0, shape.outputs(layer) * LANES);
        }
        float[] swapped = from;
        from = to;
        to = swapped;
    }

    private void forwardBlock(int layer, int at) {
        int in = shape.inputs(layer);
        int out = shape.outputs(layer);
        int biases = at + in * out;
        for (int j = 0; j < out; j++) {
            fill(j * LANES, parameters[biases + j]);
        }
        int j = 0;
        for (; j + 2 <= out; j += 2) {
            int weights = at + j * in;
            int i = 0;
            for (; i + 4 <= in; i += 4) {
                addFourToTwo(j * LANES, i * LANES, weights + i, in);
            }
            for (; i < in; i++) {
                addOne(j * LANES, i * LANES, parameters[weights + i]);
                addOne((j + 1) * LANES, i * LANES, parameters[weights + in + i]);
            }
        }
        if (j < out) {
            for (int i = 0; i < in; i++) {
                addOne(j * LANES, i * LANES, parameters[at + j * in + i]);
            }
        }
    }

    /** The same sums in the same order for so few rows that most of a block would be for nothing: four outputs at a time. */
    private void forwardFew(int layer, int at, int lanes) {
        int in = shape.inputs(layer);
        int out = shape.outputs(layer);
        int biases = at + in * out;
        for (int lane = 0; lane < lanes; lane++) {
            int j = 0;
            for (; j + 4 <= out; j += 4) {
                sumFour(at + j * in, in, biases + j, j, lane);
            }
            for (; j < out; j++) {
                float sum = parameters[biases + j];
                for (int i = 0; i < in; i++) {
                    sum += parameters[at + j * in + i] * from[i * LANES + lane];
                }
                to[j * LANES + lane] = sum;
            }
        }
    }

    private void sumFour(int weights, int in, int biases, int j, int lane) {
        float sum0 = parameters[biases];
        float sum1 = parameters[biases + 1];
        float sum2 = parameters[biases + 2];
        float sum3 = parameters[biases + 3];
        for (int i = 0; i < in; i++) {
            float input = from[i * LANES + lane];
            sum0 += parameters[weights + i] * input;
            sum1 += parameters[weights + in + i] * input;
            sum2 += parameters[weights + 2 * in + i] * input;
            sum3 += parameters[weights + 3 * in + i] * input;
        }
        to[j * LANES + lane] = sum0;
        to[(j + 1) * LANES + lane] = sum1;
        to[(j + 2) * LANES + lane] = sum2;
        to[(j + 3) * LANES + lane] = sum3;
    }

    private void fill(int at, float value) {
        float[] sums = to;
        for (int lane = 0; lane < LANES; lane++) {
            sums[at + lane] = value;
        }
    }

    /** Four inputs for two outputs in one go, in their order: inputs and sums are read once for them. */
    private void addFourToTwo(int at, int input, int weight, int nextOutput) {
        float[] sums = to;
        float[] inputs = from;
        float w0 = parameters[weight];
        float w1 = parameters[weight + 1];
        float w2 = parameters[weight + 2];
        float w3 = parameters[weight + 3];
        float v0 = parameters[weight + nextOutput];
        float v1 = parameters[weight + nextOutput + 1];
        float v2 = parameters[weight + nextOutput + 2];
        float v3 = parameters[weight + nextOutput + 3];
        for (int lane = 0; lane < LANES; lane++) {
            float x0 = inputs[input + lane];
            float x1 = inputs[input + LANES + lane];
            float x2 = inputs[input + 2 * LANES + lane];
            float x3 = inputs[input + 3 * LANES + lane];
            sums[at + lane] = (((sums[at + lane] + w0 * x0) + w1 * x1) + w2 * x2) + w3 * x3;
            sums[at + LANES + lane] = (((sums[at + LANES + lane] + v0 * x0) + v1 * x1) + v2 * x2) + v3 * x3;
        }
    }

    private void addOne(int at, int input, float weight) {
        float[] sums = to;
        float[] inputs = from;
        for (int lane = 0; lane < LANES; lane++) {
            sums[at + lane] += weight * inputs[input + lane];
        }
    }
}
