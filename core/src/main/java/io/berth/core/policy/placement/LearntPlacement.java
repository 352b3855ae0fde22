package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.model.Perceptron;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Scorer;

/**
 * The node to which a learnt model gives the highest score.
 *
 * <p>Goals: whatever the model was trained for. Constraints: none beyond fit. A model learns from the best nodes by best-fit and some of
 * the others where a task fits on many; here it scores all of them.
 *
 * <p>Algorithm: the columns of the node and the task ({@link NodeRow}), then the model's perceptron, in plain Java with sums in a fixed
 * order; score = the bits of the float without its sign, negative where it is, which are whole numbers in the order of the floats. So
 * no two scores become equal that were not: −1.5 becomes −1,069,547,520, 0 becomes 0, 1 becomes 1,065,353,216. They have no scale: a
 * model learns which node is better, and means the same with any number added to all its scores. A model that scores −gpu_left goes
 * where the fewest GPUs are left.
 *
 * <p>Source: a perceptron that scores each candidate by itself, Zhang et al., RLScheduler, SC 2020, §IV-B, over nodes in place of jobs;
 * whole numbers in the order of floats: IEEE 754-2019, §5.10, total order of the interchange format.
 */
public final class LearntPlacement implements Scorer {
    private final PlacementModel model;
    private final NodeRow columns;
    private final Perceptron perceptron;
    private final float[] row = new float[NodeColumns.COUNT];
    private final float[] score = new float[1];

    /** Goes by {@code model}. */
    public LearntPlacement(PlacementModel model, Facts facts) {
        this.model = model;
        this.columns = new NodeRow(model.largest(), facts);
        this.perceptron = new Perceptron(model.network().shape(), model.parameters());
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        columns.write(nodes, node, shape, row, 0);
        perceptron.answer(row, 0, 1, score, 0);
        return ordered(score[0]);
    }

    /** What it goes by. */
    public PlacementModel model() {
        return model;
    }

    /** What it sees of {@code node}, where {@code shape} fits; a copy. */
    public float[] row(Nodes nodes, int node, Shape shape) {
        float[] seen = new float[NodeColumns.COUNT];
        columns.write(nodes, node, shape, seen, 0);
        return seen;
    }

    /** A whole number in the order of floats; −0 and 0 are one. */
    static long ordered(float value) {
        int bits = Float.floatToIntBits(value);
        return bits >= 0 ? bits : -(bits & Integer.MAX_VALUE);
    }
}
