package io.berth.core.cluster.image;

import java.util.BitSet;

/** Nodes by number: a bit for each, up to the highest. It never changes. */
public final class NodeSet {
    public static final NodeSet NONE = new NodeSet(new BitSet());

    private final BitSet bits;

    private NodeSet(BitSet bits) {
        this.bits = bits;
    }

    /** Those of {@code numbers}. */
    public static NodeSet of(int... numbers) {
        BitSet bits = new BitSet();
        for (int number : numbers) {
            bits.set(number);
        }
        return new NodeSet(bits);
    }

    /** Those whose bits are set, node 64 as bit 0 of the second. */
    public static NodeSet ofWords(long[] words) {
        return new NodeSet(BitSet.valueOf(words));
    }

    /** What {@link #ofWords} reads; the last is not 0. */
    public long[] words() {
        return bits.toLongArray();
    }

    public boolean has(int node) {
        return bits.get(node);
    }

    /** How many there are. */
    public int size() {
        return bits.cardinality();
    }

    /** The first from {@code node} on; -1 for none. */
    public int next(int node) {
        return bits.nextSetBit(node);
    }

    /** These and {@code node}. */
    public NodeSet with(int node) {
        BitSet more = (BitSet) bits.clone();
        more.set(node);
        return new NodeSet(more);
    }

    /** The others. */
    public NodeSet without(int node) {
        BitSet fewer = (BitSet) bits.clone();
        fewer.clear(node);
        return new NodeSet(fewer);
    }

    /** Those of this or {@code other} that are not of both. */
    public NodeSet differing(NodeSet other) {
        BitSet either = (BitSet) bits.clone();
        either.xor(other.bits);
        return new NodeSet(either);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeSet set && set.bits.equals(bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    @Override
    public String toString() {
        return bits.toString();
    }
}
