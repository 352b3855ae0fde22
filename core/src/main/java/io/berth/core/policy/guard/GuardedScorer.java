package io.berth.core.policy.guard;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;
import java.util.List;

/** Instead of a score that failed: 0, so that the first node is taken. */
record GuardedScorer(Scorer scorer, Guard guard) implements Scorer {
    /** As {@link Scorer} says. */
    private static final long MOST = 1L << 38;

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        if (guard.broken()) {
            return 0;
        }
        try {
            long score = scorer.score(nodes, node, shape);
            if (score >= -MOST && score <= MOST) {
                return score;
            }
            guard.failed(
                    "gave node " + nodes.name(node) + " the score " + score + ", which must be between -2^38 and 2^38");
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            guard.threw(e);
        }
        return 0;
    }

    @Override
    public List<String> domainKeys() {
        if (!guard.broken()) {
            try {
                return List.copyOf(scorer.domainKeys());
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                guard.threw(e);
            }
        }
        return List.of();
    }
}
