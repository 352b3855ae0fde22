package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import java.util.List;

/**
 * The node of the first policy's best score; of several such nodes the one of the second's, and so on.
 *
 * <p>Goals: those of the first policy, then, where it does not care, those of the next. Constraints: none beyond fit.
 *
 * <p>Algorithm: scores, cut off at the ends of their scales, are the digits of one number: score = (… s₁ (h₂ + 1) + s₂) (h₃
 * + 1) + s₃ …, where hᵢ is the highest score of policy i. With gpu-clustering and best-fit, both to 100, scores 75 and 40
 * make 75·101 + 40 = 7615, less than 75 and 60 with 7635, more than 50 and 100 with 5150.
 *
 * <p>Source: lexicographic order of preferences, Fishburn, Management Science 20(11), 1974.
 */
public final class Lexicographic implements Scorer {
    private static final long MOST_SCORES = 1L << 38;

    private final Scored[] policies;

    /** @throws IllegalArgumentException where one number cannot hold the scores of all */
    public Lexicographic(List<Scored> policies) {
        this.policies = policies.toArray(Scored[]::new);
        double scores = 1;
        for (Scored policy : policies) {
            scores *= policy.highest() + 1.0;
        }
        if (scores > MOST_SCORES) {
            throw new IllegalArgumentException("The scores of the policies are together (" + scores
                    + ") too fine to be told apart in order; use fewer policies, or weights.");
        }
    }

    /** The best score that there may be. */
    public long highest() {
        long highest = 0;
        for (Scored policy : policies) {
            highest = highest * (policy.highest() + 1) + policy.highest();
        }
        return highest;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        long score = 0;
        for (Scored policy : policies) {
            score = score * (policy.highest() + 1) + policy.onScale(nodes, node, shape);
        }
        return score;
    }

    @Override
    public List<String> domainKeys() {
        return Scored.domainKeys(policies);
    }
}
