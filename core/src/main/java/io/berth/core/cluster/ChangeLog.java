package io.berth.core.cluster;

import java.util.Arrays;

/**
 * Which nodes changed, in order, so that a reader looks only at what changed since it last looked. A node that changed
 * twice is told once: at its last change.
 */
public final class ChangeLog {
    private int[] ring = new int[64];
    private long[] last = new long[0];
    private long head;
    private long readUpTo;

    /** The position after the latest change; what a reader that is up to date remembers. */
    public long head() {
        return head;
    }

    /** True where the log still holds all changes since {@code position}. */
    public boolean reaches(long position) {
        return head - position <= ring.length;
    }

    /** The node changed at {@code position}, or -1 where it changed again later. */
    public int at(long position) {
        int node = ring[(int) position & (ring.length - 1)];
        return last[node] == position ? node : -1;
    }

    /** When {@code node} last changed. */
    public long last(int node) {
        return last[node];
    }

    /** Says that some reader has seen all changes so far. */
    void read() {
        readUpTo = head;
    }

    /** Logs a change; one that follows another of the same node, which nobody has read, is the same change. */
    void mark(int node) {
        if (head > readUpTo && last[node] == head - 1) {
            return;
        }
        last[node] = head;
        ring[(int) head & (ring.length - 1)] = node;
        head++;
    }

    /** Makes room for {@code node}. */
    void reach(int node) {
        if (node >= last.length) {
            resize(StrictMath.max(16, last.length * 2));
        }
    }

    /** Makes room for {@code nodes}; what was logged before may no longer be reached. */
    void resize(int nodes) {
        last = Arrays.copyOf(last, nodes);
        int wanted = Integer.highestOneBit(StrictMath.max(32, nodes)) << 2;
        if (wanted > ring.length) {
            head += wanted;
            ring = new int[wanted];
            head += ring.length;
        }
    }
}
