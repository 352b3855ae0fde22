package io.berth.core.plan.index;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import java.util.List;

/**
 * The nodes that a task prefers go before others; of those that it likes as well, the one that the placement policy scores best. Where
 * images matter to it, nodes that the policy scores about the same go by how much of them they hold, and only then by the rest of the
 * score.
 *
 * <p>All are one number: what the node is worth ({@link Nodes#worth}, cut off at the ends of its scale), and below it the score of the
 * policy, of which as many bits count as there are left. What images are worth stands after the first {@value #BAND_BITS} bits of the
 * scale of the policy, so that scores in one part of {@code 1 << BAND_BITS} are about the same; after the whole score where that has no scale.
 */
final class Preferring implements Scorer {
    private static final int WORTH_BITS = 15;
    private static final int SCORE_BITS = 22;
    /** From 0 to 100. */
    private static final int IMAGE_BITS = 7;

    private static final int BAND_BITS = 6;
    /** Scores without a scale lie between -2^38 and 2^38 ({@link Scorer}). */
    private static final int UNSCALED_BITS = 38;

    private final Scored policy;
    private final int shift;
    private final int imageBits;
    /** How many bits of a score that is shifted count less than images. */
    private final int fineBits;

    Preferring(Scored policy, Shape shape) {
        this.policy = policy;
        boolean scaled = policy.highest() > 0;
        int bits = scaled ? Long.SIZE - Long.numberOfLeadingZeros(policy.highest()) : UNSCALED_BITS + 1;
        this.imageBits = shape.asksImages() ? IMAGE_BITS : 0;
        this.shift = StrictMath.max(0, bits - (SCORE_BITS - imageBits));
        this.fineBits = scaled ? StrictMath.max(0, bits - shift - BAND_BITS) : 0;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        int most = (1 << WORTH_BITS) - 1;
        long worth = StrictMath.clamp(nodes.worth(shape, node), -most, most);
        long score = policy.highest() > 0
                ? policy.onScale(nodes, node, shape)
                : policy.scorer().score(nodes, node, shape);
        return (worth << SCORE_BITS)
                + (imageBits == 0 ? score >> shift : withImages(nodes, node, shape, score >> shift));
    }

    private long withImages(Nodes nodes, int node, Shape shape, long score) {
        long band = score >> fineBits;
        return (band << imageBits | nodes.imageWorth(shape, node)) << fineBits | score & (1L << fineBits) - 1;
    }

    @Override
    public List<String> domainKeys() {
        return policy.scorer().domainKeys();
    }
}
