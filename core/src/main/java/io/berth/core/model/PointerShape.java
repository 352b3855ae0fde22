package io.berth.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a network that looks at all rows before it scores each: {@link PointerNetwork} says what it computes. Its parameters
 * are those of its {@link #parts}, one after the other.
 *
 * @param inputs numbers of a row
 * @param width numbers by which a row is represented; a multiple of 4
 * @param hidden size of the hidden layers
 * @param blocks how often each row attends to all
 */
public record PointerShape(int inputs, int width, int hidden, int blocks) implements NetworkShape {
    /** The cost of attention grows with the square of the rows: 512 of them take 16 times as long as 128. */
    public static final int MAX_ROWS = 512;

    private static final int MAX_WIDTH = 256;
    private static final int MAX_HIDDEN = 1024;
    private static final int MAX_BLOCKS = 8;

    /** Widths are worked on in fours. */
    private static final int STEP = 4;

    /** @throws IllegalArgumentException where a size is out of range */
    public PointerShape {
        check("inputs", inputs, MAX_HIDDEN);
        check("width", width, MAX_WIDTH);
        check("hidden", hidden, MAX_HIDDEN);
        check("blocks", blocks, MAX_BLOCKS);
        if (width % STEP != 0) {
            throw new IllegalArgumentException("The width (" + width + ") must be a multiple of " + STEP + ".");
        }
    }

    private static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must be 1 to " + most + ".");
        }
    }

    /** What represents a row. */
    public LayerSizes embedding() {
        return LayerSizes.relu(inputs, hidden, width);
    }

    /** What makes query, key and value of a row, one after the other. */
    public LayerSizes triple() {
        return LayerSizes.relu(width, 3 * width);
    }

    /** What is made of the values a row attended to. */
    public LayerSizes mixture() {
        return LayerSizes.relu(width, width);
    }

    /** What a row makes of itself after it attended. */
    public LayerSizes forward() {
        return LayerSizes.relu(width, hidden, width);
    }

    /** What scores a row beside the mean of all. */
    public LayerSizes pointer() {
        return LayerSizes.relu(2 * width, hidden, 1);
    }

    /** The perceptrons it is made of: embedding; triple, mixture and forward of each block; pointer. */
    @Override
    public List<LayerSizes> parts() {
        List<LayerSizes> parts = new ArrayList<>();
        parts.add(embedding());
        for (int block = 0; block < blocks; block++) {
            parts.add(triple());
            parts.add(mixture());
            parts.add(forward());
        }
        parts.add(pointer());
        return parts;
    }

    @Override
    public int outputs() {
        return 1;
    }

    @Override
    public int mostRows() {
        return MAX_ROWS;
    }

    @Override
    public String toString() {
        return "pointer inputs " + inputs + " width " + width + " hidden " + hidden + " blocks " + blocks;
    }
}
