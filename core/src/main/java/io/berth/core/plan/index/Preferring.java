package io.berth.core.plan.index;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import java.util.List;

/**
 * The nodes that a task prefers go before others; of those that it likes as well, the one that the placement policy scores best.
 *
 * <p>Both are one number: what the node is worth ({@link Nodes#worth}, cut off at the ends of its scale), and below it the score of the
 * policy, of which as many bits count as there are left.
 */
final class Preferring implements Scorer {
    private static final int WORTH_BITS = 15;
    private static final int SCORE_BITS = 22;
    /** Scores without a scale lie between -2^38 and 2^38 ({@link Scorer}). */
    private static final int UNSCALED_BITS = 38;

    private final Scored policy;
    private final int shift;

    Preferring(Scored policy) {
        this.policy = policy;
        int bits = policy.highest() > 0 ? Long.SIZE - Long.numberOfLeadingZeros(policy.highest()) : UNSCALED_BITS + 1;
        this.shift = StrictMath.max(0, bits - SCORE_BITS);
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        int most = (1 << WORTH_BITS) - 1;
        long worth = StrictMath.clamp(nodes.worth(shape, node), -most, most);
        long score = policy.highest() > 0
                ? policy.onScale(nodes, node, shape)
                : policy.scorer().score(nodes, node, shape);
        return (worth << SCORE_BITS) + (score >> shift);
    }

    @Override
    public List<String> domainKeys() {
        return policy.scorer().domainKeys();
    }
}
