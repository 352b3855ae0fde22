package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Fleet;
import java.util.Arrays;

/**
 * The server with the lowest key, kept rather than searched: a tournament over servers in the order of their memory. A change
 * costs at most one comparison per round, and the lowest of those with enough memory is read from as many nodes. Equal keys
 * go to the lower number.
 */
final class Lowest {
    /** The key of a server that is out of the tournament. */
    static final long OUT = Long.MAX_VALUE;

    private final Fleet fleet;
    private int size;
    private int[] ranks = {};
    private long[] keys = {};
    /** By node of the tree: the server that won it, or {@link Fleet#NONE}; node 1 is the root, leaves begin at size. */
    private int[] winners = {};

    Lowest(Fleet fleet) {
        this.fleet = fleet;
        reshape();
    }

    /** Begins anew with the servers that there are now, all of them out. */
    void reshape() {
        int servers = fleet.members();
        size = Integer.highestOneBit(StrictMath.max(1, servers - 1)) << 1;
        ranks = new int[fleet.size()];
        keys = new long[fleet.size()];
        winners = new int[2 * size];
        Arrays.fill(winners, Fleet.NONE);
        Arrays.fill(keys, OUT);
        for (int rank = 0; rank < servers; rank++) {
            ranks[fleet.byMemory(rank)] = rank;
        }
    }

    void set(int server, long key) {
        if (keys[server] == key) {
            return;
        }
        keys[server] = key;
        int node = size + ranks[server];
        winners[node] = key == OUT ? Fleet.NONE : server;
        while (node > 1) {
            node >>= 1;
            int winner = better(winners[2 * node], winners[2 * node + 1]);
            if (winner == winners[node] && winner != server) {
                return;
            }
            winners[node] = winner;
        }
    }

    /** The server with the lowest key among the ranks from {@code first}; {@link Fleet#NONE} where all are out. */
    int from(int first) {
        int best = Fleet.NONE;
        int low = size + first;
        int high = 2 * size;
        while (low < high) {
            if ((low & 1) == 1) {
                best = better(best, winners[low++]);
            }
            low >>= 1;
            high >>= 1;
        }
        return best;
    }

    private int better(int one, int other) {
        if (one == Fleet.NONE || other == Fleet.NONE) {
            return StrictMath.max(one, other);
        }
        long difference = Long.compare(keys[one], keys[other]);
        if (difference == 0) {
            return StrictMath.min(one, other);
        }
        return difference < 0 ? one : other;
    }
}
