package io.berth.core.model;

import io.berth.core.model.column.JobColumns;

/**
 * Scores waiting jobs by a model: the rows it is shown, and what it says to each. It allocates nothing after it was made. For one
 * thread.
 */
public final class QueueScores {
    private final Model model;
    private final Scorer scorer;
    private final float[] rows;
    private final float[] scores;

    /** Scores by {@code model}. */
    public QueueScores(Model model) {
        this.model = model;
        this.scorer = scorer(model);
        this.rows = new float[model.rows() * JobColumns.COUNT];
        this.scores = new float[model.rows()];
    }

    private interface Scorer {
        void score(float[] rows, int count, float[] into);
    }

    private static Scorer scorer(Model model) {
        return switch (model.shape()) {
            case LayerSizes layers -> {
                Perceptron perceptron = new Perceptron(layers, model.parameters());
                yield (rows, count, into) -> perceptron.answer(rows, 0, count, into, 0);
            }
            case PointerShape pointer -> new PointerNetwork(pointer, model.parameters(), model.rows())::answer;
            case SequenceShape sequence ->
                throw new IllegalArgumentException(
                        "A learnt order scores jobs, and a network of " + sequence + " does not.");
        };
    }

    /** Where row {@code row} begins in {@link #rows()}. */
    public static int at(int row) {
        return row * JobColumns.COUNT;
    }

    /** The rows to be scored, written by the caller. */
    public float[] rows() {
        return rows;
    }

    /** The first of {@code count} rows with the highest score. */
    public int best(int count) {
        scorer.score(rows, count, scores);
        int best = 0;
        for (int row = 1; row < count; row++) {
            if (scores[row] > scores[best]) {
                best = row;
            }
        }
        return best;
    }

    /** What the last {@link #best} said to {@code row}. */
    public float score(int row) {
        return scores[row];
    }

    /** The model. */
    public Model model() {
        return model;
    }
}
