package io.berth.core.policy.joint;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.model.JointModel;
import io.berth.core.model.Perceptron;
import io.berth.core.model.column.JointColumns;
import io.berth.core.policy.Facts;
import java.util.Arrays;

/** Pairs, each a row of a model's columns with the score that the model gave it. For one thread. */
final class JointScores {
    private final JointModel model;
    private final Perceptron perceptron;
    private final PairRow columns;
    private final float[] rows;
    private final float[] scores;

    JointScores(JointModel model, Facts facts) {
        this.model = model;
        this.perceptron = new Perceptron(model.network().shape(), model.parameters());
        this.columns = new PairRow(model.scales(), facts);
        int most = model.view().jobs() * model.view().nodes();
        this.rows = new float[most * JointColumns.COUNT];
        this.scores = new float[most];
    }

    JointModel model() {
        return model;
    }

    /** Whose pairs are written next is said here. */
    PairRow columns() {
        return columns;
    }

    void write(Nodes nodes, int node, Shape shape, int row) {
        columns.write(nodes, node, shape, rows, row * JointColumns.COUNT);
    }

    /** Scores {@code count} rows and returns the first with the highest score. */
    int best(int count) {
        perceptron.answer(rows, 0, count, scores, 0);
        return best(0, count);
    }

    /** The first with the highest score of those from {@code from} to before {@code to}, which were scored. */
    int best(int from, int to) {
        int best = from;
        for (int row = from + 1; row < to; row++) {
            best = scores[row] > scores[best] ? row : best;
        }
        return best;
    }

    float score(int row) {
        return scores[row];
    }

    /** A copy. */
    float[] row(int row) {
        return Arrays.copyOfRange(rows, row * JointColumns.COUNT, (row + 1) * JointColumns.COUNT);
    }
}
