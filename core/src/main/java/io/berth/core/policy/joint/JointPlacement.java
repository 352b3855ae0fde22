package io.berth.core.policy.joint;

import io.berth.core.model.JointModel;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Picker;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Turn;
import org.jspecify.annotations.Nullable;

/**
 * The node with which a job makes the pair of the highest score: {@link JointOrder} says which job, and why. For each further task of a gang the
 * same is asked anew, with that job alone.
 */
public final class JointPlacement implements Picker {
    private final NodesInView view;
    private final JointScores scores;

    /** Goes by {@code model}. */
    public JointPlacement(JointModel model, Facts facts) {
        this.view = new NodesInView(model.view().nodes(), facts);
        this.scores = new JointScores(model, facts);
    }

    /** A node and the next best one, with what is seen of both. */
    public record Compared(int runnerUp, boolean alike, float[] first, float[] second) {}

    /** What it goes by. */
    public JointModel model() {
        return scores.model();
    }

    @Override
    public int pick(Candidates candidates, Turn turn) {
        int[] shown = view.of(candidates);
        return shown[best(candidates, shown, turn.job(), turn.nowNanos())];
    }

    /** What it sees of {@code node}, which it picks for a task of {@code job} at {@code now}, and of the next best; null where it saw no other. */
    public @Nullable Compared compare(Candidates candidates, int node, QueuedJob job, long now) {
        int[] shown = view.of(candidates);
        best(candidates, shown, job, now);
        int first = -1;
        int second = -1;
        for (int i = 0; i < shown.length; i++) {
            if (shown[i] == node) {
                first = i;
            } else if (second < 0 || scores.score(i) > scores.score(second)) {
                second = i;
            }
        }
        return first < 0 || second < 0
                ? null
                : new Compared(
                        shown[second],
                        scores.score(first) == scores.score(second),
                        scores.row(first),
                        scores.row(second));
    }

    private int best(Candidates candidates, int[] shown, QueuedJob job, long now) {
        scores.columns().begin(job, now);
        for (int i = 0; i < shown.length; i++) {
            scores.write(candidates.nodes(), shown[i], candidates.shape(), i);
        }
        return scores.best(shown.length);
    }
}
