package io.berth.core.plan.backfill;

import io.berth.core.cluster.ChangeReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Before when a node is known to have no room, by shape, node and length: what one search found out holds for all tasks of the
 * shape that run as long or longer, until the node gets room back. Lengths are told apart by quarters of powers of two from about
 * eight seconds to a hundred days.
 */
final class RoomBounds {
    /** Of as many shapes it is kept; 672 bytes a node each. */
    private static final int MAX_SHAPES = 32;

    /** Below 2^33 ns all lengths are one, and from 2^53 ns on. */
    private static final int SHORTEST_BITS = 33;

    private static final int LONGEST_BITS = 53;
    /** So many of the next classes are told: lengths that differ more have little to tell each other. */
    private static final int TOLD = 3;

    private static final int LENGTHS = 4 * (LONGEST_BITS - SHORTEST_BITS + 1);

    private final long[] @Nullable [] times = new long[MAX_SHAPES][];
    private int nodes;

    /** Makes room for {@code count} nodes; what was known is forgotten where there is no room left. */
    void grow(int count) {
        if (count > nodes) {
            nodes = ChangeReader.room(nodes, count);
            Arrays.fill(times, null);
        }
    }

    /** The moment before which there is none for a task that runs for {@code duration}; long past where nothing is known. */
    long notBefore(int shape, int node, long duration) {
        long[] known = shape < MAX_SHAPES ? times[shape] : null;
        return known == null ? Long.MIN_VALUE : known[length(duration) * nodes + node];
    }

    /** A task that runs for {@code duration} has no room before {@code time}. */
    void learn(int shape, int node, long duration, long time) {
        if (shape >= MAX_SHAPES) {
            return;
        }
        long[] known = times[shape];
        if (known == null) {
            known = new long[nodes * LENGTHS];
            Arrays.fill(known, Long.MIN_VALUE);
            times[shape] = known;
        }
        int first = length(duration - 1) + 1;
        for (int length = first; length < StrictMath.min(LENGTHS, first + TOLD); length++) {
            known[length * nodes + node] = StrictMath.max(known[length * nodes + node], time);
        }
    }

    /** Nothing is known. */
    void forget() {
        Arrays.fill(times, null);
    }

    /** {@code node} got room back. */
    void forget(int node) {
        for (long[] known : times) {
            for (int at = node; known != null && at < known.length; at += nodes) {
                known[at] = Long.MIN_VALUE;
            }
        }
    }

    /** The class of a duration: all in it are at least as long as the shortest of it. */
    private static int length(long duration) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(duration);
        if (bits <= SHORTEST_BITS) {
            return 0;
        }
        int quarter = (int) (duration >>> bits - 3) & 3;
        return StrictMath.min(LENGTHS - 1, 4 * (bits - SHORTEST_BITS) + quarter);
    }
}
