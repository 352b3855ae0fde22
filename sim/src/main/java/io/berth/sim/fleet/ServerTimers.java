package io.berth.sim.fleet;

import io.berth.core.time.Nanos;
import java.util.Arrays;

/** One timer per server: a binary tournament of due times; of equal ones the lower number is first. */
final class ServerTimers {
    private final int size;
    private final long[] due;
    private final int[] winners;

    ServerTimers(int servers) {
        size = Integer.highestOneBit(StrictMath.max(1, servers - 1)) << 1;
        due = new long[size];
        winners = new int[2 * size];
        Arrays.fill(due, Nanos.NEVER);
        for (int server = 0; server < size; server++) {
            winners[size + server] = server;
        }
        for (int node = size - 1; node > 0; node--) {
            winners[node] = winners[2 * node];
        }
    }

    /** The server whose timer is due first. */
    int first() {
        return winners[1];
    }

    /** When that is; {@link Nanos#NEVER} where no timer is set. */
    long nextNanos() {
        return due[winners[1]];
    }

    void set(int server, long atNanos) {
        due[server] = atNanos;
        for (int node = size + server >> 1; node > 0; node >>= 1) {
            int left = winners[2 * node];
            int right = winners[2 * node + 1];
            winners[node] = due[right] < due[left] ? right : left;
        }
    }
}
