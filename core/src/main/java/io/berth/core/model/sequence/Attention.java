package io.berth.core.model.sequence;

import io.berth.core.model.Exponential;

/**
 * Attention of one query at a time, {@code Σ aᵢ valueᵢ} with {@code a = softmax(query · keyᵢ / √width)}. Each sum is added up in the order
 * of its parts. It allocates nothing after it was made. For one thread.
 *
 * <p>Source: Vaswani et al., Attention is all you need, NeurIPS 2017, §3.2.1.
 */
final class Attention {
    private final int width;
    private final float scale;
    private final float[] weights;
    private final float[] into;

    /**
     * @param rows how many keys there are at most
     * @param into where what is made of values is written
     */
    Attention(int width, int rows, float[] into) {
        this.into = into;
        this.width = width;
        this.scale = (float) (1 / StrictMath.sqrt(width));
        this.weights = new float[rows];
    }

    /**
     * Rows of which each has a key and, behind it, a value.
     *
     * @param numbers all of them
     * @param stride numbers of a row
     * @param key where in a row its key begins
     */
    record Memory(float[] numbers, int stride, int key) {}

    /** Writes what the query, from {@code at} in {@code queries}, makes of the first {@code rows} rows, from {@code to} on. */
    void attend(float[] queries, int at, Memory memory, int rows, int to) {
        float most = Float.NEGATIVE_INFINITY;
        for (int row = 0; row < rows; row++) {
            float alike = alike(queries, at, memory.numbers(), row * memory.stride() + memory.key());
            weights[row] = alike;
            most = StrictMath.max(most, alike);
        }
        float sum = 0;
        for (int row = 0; row < rows; row++) {
            weights[row] = Exponential.of(weights[row] - most);
            sum += weights[row];
        }
        for (int i = 0; i < width; i++) {
            into[to + i] = 0;
        }
        for (int row = 0; row < rows; row++) {
            add(weights[row] / sum, memory.numbers(), row * memory.stride() + memory.key() + width, to);
        }
    }

    private float alike(float[] queries, int at, float[] numbers, int key) {
        float sum = 0;
        for (int i = 0; i < width; i++) {
            sum += queries[at + i] * scale * numbers[key + i];
        }
        return sum;
    }

    private void add(float weight, float[] numbers, int value, int to) {
        for (int i = 0; i < width; i++) {
            into[to + i] += weight * numbers[value + i];
        }
    }
}
