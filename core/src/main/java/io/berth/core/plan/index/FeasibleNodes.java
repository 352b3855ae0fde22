package io.berth.core.plan.index;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Filter;
import java.util.Arrays;

/** The nodes where one shape fits, as a bit set with its count. */
final class FeasibleNodes extends ShapeIndex implements Candidates {
    private long[] words = new long[1];
    private int count;

    FeasibleNodes(Nodes nodes, Shape shape, Filter filter) {
        super(nodes, shape, filter);
    }

    @Override
    public Nodes nodes() {
        return nodes;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int at(int rank) {
        int left = rank;
        int word = 0;
        for (int here = Long.bitCount(words[0]); here <= left; here = Long.bitCount(words[word])) {
            left -= here;
            word++;
        }
        long bits = words[word];
        for (; left > 0; left--) {
            bits &= bits - 1;
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    @Override
    public int from(int node) {
        int word = node >> 6;
        if (word < words.length) {
            long bits = words[word] & -1L << node;
            while (bits == 0 && ++word < words.length) {
                bits = words[word];
            }
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return at(0);
    }

    /** Those that are among {@code some}, ascending. */
    Candidates among(int[] some) {
        return new Among(nodes, shape, Arrays.stream(some).filter(this::has).toArray());
    }

    private boolean has(int node) {
        return (words[node >> 6] & 1L << node) != 0;
    }

    @Override
    boolean any() {
        return count > 0;
    }

    @Override
    public void grow(int nodeCount) {
        words = Arrays.copyOf(words, ChangeReader.room(words.length, nodeCount + 63 >> 6));
    }

    @Override
    public void update(int node) {
        long bit = 1L << node;
        long before = words[node >> 6];
        long after = takes(node) ? before | bit : before & ~bit;
        if (before != after) {
            words[node >> 6] = after;
            count += (after & bit) != 0 ? 1 : -1;
        }
    }
}
