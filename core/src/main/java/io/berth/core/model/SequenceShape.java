package io.berth.core.model;

import io.berth.core.model.column.WindowColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a network that says in which order the jobs of a window get their places: {@link
 * io.berth.core.model.sequence.SequenceNetwork} says what it computes, {@link WindowColumns} what it is shown. Its parameters are those
 * of its {@link #parts}, one after the other.
 *
 * @param width numbers by which a job, a node or what was emitted is represented
 * @param hidden size of the hidden layers
 * @param blocks of the encoder, and of the decoder
 */
public record SequenceShape(int width, int hidden, int blocks) implements NetworkShape {
    /** As many jobs as a window holds. */
    private static final int MAX_JOBS = 256;

    private static final int MAX_WIDTH = 256;
    private static final int MAX_HIDDEN = 1024;
    private static final int MAX_BLOCKS = 4;

    /** @throws IllegalArgumentException where a size is out of range */
    public SequenceShape {
        check("width", width, MAX_WIDTH);
        check("hidden", hidden, MAX_HIDDEN);
        check("blocks", blocks, MAX_BLOCKS);
    }

    private static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must be 1 to " + most + ".");
        }
    }

    /** What represents a job. */
    public LayerSizes job() {
        return LayerSizes.relu(WindowColumns.JOB.size(), hidden, width);
    }

    /** What represents a node. */
    public LayerSizes node() {
        return LayerSizes.relu(WindowColumns.NODE.size(), hidden, width);
    }

    /** What makes query, key and value, one after the other, where all attend to all of their own kind. */
    public LayerSizes triple() {
        return LayerSizes.relu(width, 3 * width);
    }

    /** What makes the query of the decoder to the encoder. */
    public LayerSizes query() {
        return LayerSizes.relu(width, width);
    }

    /** What makes the keys and values of the encoder for the decoder. */
    public LayerSizes pair() {
        return LayerSizes.relu(width, 2 * width);
    }

    /** What is made of the values that were attended to. */
    public LayerSizes mixture() {
        return LayerSizes.relu(width, width);
    }

    /** What each makes of itself after it attended. */
    public LayerSizes forward() {
        return LayerSizes.relu(width, hidden, width);
    }

    /** What represents the job emitted last, beside what is left now. */
    public LayerSizes emitted() {
        return LayerSizes.relu(width + WindowColumns.STATE.size(), width);
    }

    /** What the pointer makes of what was emitted, and of each job. */
    public LayerSizes points() {
        return LayerSizes.relu(width, hidden);
    }

    /** What the pointer makes of what would become of a job now. */
    public LayerSizes outlook() {
        return LayerSizes.relu(WindowColumns.STEP.size(), hidden);
    }

    /** What scores a job by the rectified sum of those three. */
    public LayerSizes score() {
        return LayerSizes.relu(hidden, 1);
    }

    /**
     * The perceptrons it is made of: job, node; triple, mixture and forward of each block of the encoder; emitted; triple, mixture,
     * query, pair, mixture and forward of each block of the decoder; points of jobs, points of what was emitted, outlook, score.
     */
    @Override
    public List<LayerSizes> parts() {
        List<LayerSizes> parts = new ArrayList<>(List.of(job(), node()));
        for (int block = 0; block < blocks; block++) {
            parts.addAll(List.of(triple(), mixture(), forward()));
        }
        parts.add(emitted());
        for (int block = 0; block < blocks; block++) {
            parts.addAll(List.of(triple(), mixture(), query(), pair(), mixture(), forward()));
        }
        parts.addAll(List.of(points(), points(), outlook(), score()));
        return parts;
    }

    @Override
    public int inputs() {
        return WindowColumns.JOB.size();
    }

    @Override
    public int outputs() {
        return 1;
    }

    @Override
    public int mostRows() {
        return MAX_JOBS;
    }

    @Override
    public String toString() {
        return "sequence width " + width + " hidden " + hidden + " blocks " + blocks;
    }
}
