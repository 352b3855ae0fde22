package io.berth.core.engine;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;
import java.util.Arrays;

/**
 * The best node for one shape, kept rather than searched.
 *
 * <p>A complete binary tree of keys in one array: leaf {@code leaves + node}, the larger child in each parent. A key is the
 * score above 24 bits of inverted node number, so that the larger key is the better score or the lower number; a node that
 * does not fit has no key. A changed node costs one score and at most log2(n) comparisons, fewer where a parent does not
 * change.
 */
final class Tournament extends ShapeIndex {
    private static final int NODE_BITS = 24;
    private static final long NODE_MASK = (1L << NODE_BITS) - 1;
    private static final long NONE = Long.MIN_VALUE;

    private final Scorer scorer;
    private long[] keys = {NONE, NONE};
    private int leaves = 1;
    private boolean rebuilding;

    Tournament(Nodes nodes, Shape shape, Scorer scorer) {
        super(nodes, shape);
        this.scorer = scorer;
    }

    /** The best node; there must be {@link #any()}. */
    int best() {
        return (int) (NODE_MASK - (keys[1] & NODE_MASK));
    }

    @Override
    boolean any() {
        return keys[1] != NONE;
    }

    /** A first look at all nodes fills the leaves and plays the rounds once, rather than once per leaf. */
    @Override
    void catchUp() {
        rebuilding = false;
        super.catchUp();
        if (rebuilding) {
            for (int parent = leaves - 1; parent > 0; parent--) {
                keys[parent] = StrictMath.max(keys[2 * parent], keys[2 * parent + 1]);
            }
        }
    }

    @Override
    public void resize(int count) {
        rebuilding = true;
        leaves = count <= 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
        if (keys.length != 2 * leaves) {
            keys = new long[2 * leaves];
        }
        Arrays.fill(keys, NONE);
    }

    @Override
    public void update(int node) {
        int at = leaves + node;
        long key = key(node);
        if (keys[at] == key) {
            return;
        }
        keys[at] = key;
        if (rebuilding) {
            return;
        }
        while (at > 1) {
            long best = StrictMath.max(keys[at], keys[at ^ 1]);
            at >>= 1;
            if (keys[at] == best) {
                return;
            }
            keys[at] = best;
        }
    }

    private long key(int node) {
        return nodes.whyNot(shape, node) != null
                ? NONE
                : scorer.score(nodes, node, shape) << NODE_BITS | NODE_MASK - node;
    }
}
