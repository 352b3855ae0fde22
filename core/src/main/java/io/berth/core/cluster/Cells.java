package io.berth.core.cluster;

import java.util.Arrays;

/**
 * So many numbers for each node, in chunks of nodes. A copy shares the chunks until one of the two writes into them, so it costs as
 * much as there are chunks and not as there are nodes, and whoever writes pays for the chunk he writes into.
 */
final class Cells {
    /** Nodes of a chunk: 32 KB with eight devices a node, some microseconds to copy. */
    private static final int CHUNK_BITS = 7;

    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int IN_CHUNK = CHUNK - 1;

    private int stride;
    private long[][] chunks;
    private boolean[] owned;

    /** @param stride how many numbers a node has */
    Cells(int stride) {
        this(stride, new long[0][]);
    }

    private Cells(int stride, long[][] chunks) {
        this.stride = stride;
        this.chunks = chunks;
        this.owned = new boolean[chunks.length];
    }

    /** The same once more, for another thread if need be. */
    Cells copy() {
        Arrays.fill(owned, false);
        return new Cells(stride, chunks.clone());
    }

    /** How many numbers a node has. */
    int stride() {
        return stride;
    }

    /** How many nodes there is room for. */
    int capacity() {
        return chunks.length << CHUNK_BITS;
    }

    /** The numbers of {@code node}, from {@link #at} on, to be read. */
    long[] read(int node) {
        return chunks[node >> CHUNK_BITS];
    }

    /** The same, to be written. */
    long[] write(int node) {
        int chunk = node >> CHUNK_BITS;
        if (!owned[chunk]) {
            chunks[chunk] = chunks[chunk].clone();
            owned[chunk] = true;
        }
        return chunks[chunk];
    }

    /** Where the numbers of {@code node} begin. */
    int at(int node) {
        return (node & IN_CHUNK) * stride;
    }

    /** True where two nodes have the same numbers. */
    boolean alike(int node, int other) {
        long[] mine = read(node);
        long[] others = read(other);
        int from = at(node);
        int fromOther = at(other);
        for (int i = 0; i < stride; i++) {
            if (mine[from + i] != others[fromOther + i]) {
                return false;
            }
        }
        return true;
    }

    /** Makes room for node {@code node}; what is new is 0. */
    void reach(int node) {
        int known = chunks.length;
        if (node < capacity()) {
            return;
        }
        chunks = Arrays.copyOf(chunks, (node >> CHUNK_BITS) + 1);
        owned = Arrays.copyOf(owned, chunks.length);
        for (int chunk = known; chunk < chunks.length; chunk++) {
            chunks[chunk] = new long[CHUNK * stride];
            owned[chunk] = true;
        }
    }

    /** Gives each node {@code newStride} numbers; {@code laying} says where those of before go. */
    void restride(int newStride, Laying laying) {
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            long[] wider = new long[CHUNK * newStride];
            for (int row = 0; row < CHUNK; row++) {
                laying.lay(chunks[chunk], row * stride, wider, row * newStride);
            }
            chunks[chunk] = wider;
            owned[chunk] = true;
        }
        stride = newStride;
    }

    /** Copies the numbers of one node to where they belong from now on. */
    interface Laying {
        void lay(long[] from, int at, long[] to, int newAt);
    }
}
