package io.berth.core.model;

import java.util.Arrays;
import java.util.List;

/**
 * Scores rows of which each looks at all others first: an encoder with attention, and a pointer to one of the rows. The order of the
 * rows says nothing.
 *
 * <p>Algorithm: each row is represented by {@code h}. In a block it attends to all rows, itself included, {@code h += mixture(Σ aᵢ
 * valueᵢ)} with {@code a = softmax(query · keyᵢ / √width)}, and then {@code h += forward(h)}. The score of a row is {@code pointer(h,
 * mean of all h)}. There is one head and no normalisation of layers: one or two blocks learn without.
 *
 * <p>As in {@link Perceptron}, queries are worked on side by side while each sum is added up in a fixed order, and the exponential is
 * made of sums and products alone: the same bits on every machine. It allocates nothing after it was made. For one thread.
 *
 * <p>Source: Vaswani et al., Attention is all you need, NeurIPS 2017, §3.2.1; Vinyals et al., Pointer networks, NeurIPS 2015, §2.3,
 * equation 3, rectified in place of the hyperbolic tangent; Kool et al., Attention, learn to solve routing problems!, ICLR 2019,
 * §3.1, for the mean that the pointer is given.
 */
public final class PointerNetwork {
    private static final int LANES = 64;

    private final PointerShape shape;
    private final int width;
    private final float scale;
    private final List<Perceptron> parts;
    private final float[][] parameters;
    private final float[] hidden;
    private final float[] triples;
    private final float[] attended;
    private final float[] pointed;
    private final float[] mean;
    private final float[] queries;
    private final float[] weights;
    private final float[] most = new float[LANES];
    private final float[] sums = new float[LANES];
    private final float[] mixed = new float[4 * LANES];

    /**
     * @param rows how many it is given at most
     * @throws IllegalArgumentException where there are not as many parameters as the shape has
     */
    public PointerNetwork(PointerShape shape, float[] parameters, int rows) {
        this.shape = shape;
        this.width = shape.width();
        this.scale = (float) (1 / StrictMath.sqrt(width));
        List<LayerSizes> sizes = shape.parts();
        this.parameters = new float[sizes.size()][];
        for (int part = 0; part < sizes.size(); part++) {
            this.parameters[part] = new float[sizes.get(part).parameters()];
        }
        this.parts = sizes.stream()
                .map(size -> new Perceptron(size, new float[size.parameters()]))
                .toList();
        this.hidden = new float[rows * width];
        this.triples = new float[rows * 3 * width];
        this.attended = new float[rows * width];
        this.pointed = new float[rows * 2 * width];
        this.mean = new float[width];
        this.queries = new float[width * LANES];
        this.weights = new float[rows * LANES];
        use(parameters);
    }

    /** Its shape. */
    public PointerShape shape() {
        return shape;
    }

    /** Answers by {@code other} parameters from now on, which are copied. */
    public void use(float[] other) {
        if (other.length != shape.parameters()) {
            throw new IllegalArgumentException(
                    "A network of " + shape + " has " + shape.parameters() + " parameters, not " + other.length + ".");
        }
        int at = 0;
        for (int part = 0; part < parameters.length; part++) {
            System.arraycopy(other, at, parameters[part], 0, parameters[part].length);
            parts.get(part).use(parameters[part]);
            at += parameters[part].length;
        }
    }

    /** Writes a score for each of {@code rows} rows of {@link PointerShape#inputs()} numbers, one after the other from 0. */
    public void answer(float[] input, int rows, float[] output) {
        parts.getFirst().answer(input, 0, rows, hidden, 0);
        for (int block = 0; block < shape.blocks(); block++) {
            int part = 1 + 3 * block;
            parts.get(part).answer(hidden, 0, rows, triples, 0);
            for (int first = 0; first < rows; first += LANES) {
                attend(first, StrictMath.min(LANES, rows - first), rows);
            }
            parts.get(part + 1).answer(attended, 0, rows, pointed, 0);
            add(pointed, rows * width);
            parts.get(part + 2).answer(hidden, 0, rows, attended, 0);
            add(attended, rows * width);
        }
        besideTheMean(rows);
        parts.getLast().answer(pointed, 0, rows, output, 0);
    }

    private void add(float[] more, int count) {
        for (int i = 0; i < count; i++) {
            hidden[i] += more[i];
        }
    }

    private void besideTheMean(int rows) {
        Arrays.fill(mean, 0);
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < width; i++) {
                mean[i] += hidden[row * width + i];
            }
        }
        for (int i = 0; i < width; i++) {
            mean[i] /= rows;
        }
        for (int row = 0; row < rows; row++) {
            System.arraycopy(hidden, row * width, pointed, row * 2 * width, width);
            System.arraycopy(mean, 0, pointed, row * 2 * width + width, width);
        }
    }

    /** What the rows from {@code first}, {@code lanes} of them, make of the values of all. */
    private void attend(int first, int lanes, int rows) {
        for (int lane = 0; lane < lanes; lane++) {
            for (int i = 0; i < width; i++) {
                queries[i * LANES + lane] = triples[(first + lane) * 3 * width + i] * scale;
            }
        }
        Arrays.fill(most, Float.NEGATIVE_INFINITY);
        for (int row = 0; row < rows; row++) {
            compare(row);
        }
        Arrays.fill(sums, 0);
        for (int row = 0; row < rows; row++) {
            weigh(row * LANES);
        }
        for (int i = 0; i < width; i += 4) {
            mix(i, rows);
            for (int lane = 0; lane < lanes; lane++) {
                for (int j = 0; j < 4; j++) {
                    attended[(first + lane) * width + i + j] = mixed[j * LANES + lane] / sums[lane];
                }
            }
        }
    }

    /** How alike the queries are to the key of {@code row}. */
    private void compare(int row) {
        int at = row * LANES;
        int key = row * 3 * width + width;
        Arrays.fill(weights, at, at + LANES, 0);
        for (int i = 0; i < width; i += 4) {
            addFour(at, i * LANES, key + i);
        }
        for (int lane = 0; lane < LANES; lane++) {
            most[lane] = StrictMath.max(most[lane], weights[at + lane]);
        }
    }

    private void addFour(int at, int query, int key) {
        float k0 = triples[key];
        float k1 = triples[key + 1];
        float k2 = triples[key + 2];
        float k3 = triples[key + 3];
        for (int lane = 0; lane < LANES; lane++) {
            weights[at + lane] =
                    (((weights[at + lane] + k0 * queries[query + lane]) + k1 * queries[query + LANES + lane])
                                    + k2 * queries[query + 2 * LANES + lane])
                            + k3 * queries[query + 3 * LANES + lane];
        }
    }

    /** The exponential of what is below the largest. */
    private void weigh(int at) {
        for (int lane = 0; lane < LANES; lane++) {
            float e = Exponential.of(weights[at + lane] - most[lane]);
            weights[at + lane] = e;
            sums[lane] += e;
        }
    }

    /** The sum of four numbers of the values, from number {@code i} on. */
    private void mix(int i, int rows) {
        Arrays.fill(mixed, 0);
        for (int row = 0; row < rows; row++) {
            int value = row * 3 * width + 2 * width + i;
            float v0 = triples[value];
            float v1 = triples[value + 1];
            float v2 = triples[value + 2];
            float v3 = triples[value + 3];
            int at = row * LANES;
            for (int lane = 0; lane < LANES; lane++) {
                float weight = weights[at + lane];
                mixed[lane] += v0 * weight;
                mixed[LANES + lane] += v1 * weight;
                mixed[2 * LANES + lane] += v2 * weight;
                mixed[3 * LANES + lane] += v3 * weight;
            }
        }
    }
}
