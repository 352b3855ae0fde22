package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.FleetWatcher;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * Each server in turn.
 *
 * <p>Goals: equal numbers of requests. Constraints: open, memory. Algorithm: the next server that takes the request after the
 * one of the last pick, going round; requests that need more memory than others go round the larger servers by a cursor of their
 * own, as a gateway with a list of servers per model does. With servers 0, 1, 2: 0, 1, 2, 0, ... Where a server joins or leaves, each cursor
 * stays at the server it was at, or goes to the one after it. It knows nothing of load or speed, so that the slow servers of a
 * mixed fleet are the first to be overrun.
 */
public final class RoundRobin implements Balancer {
    /** By the first rank of the servers that are large enough: where it goes on, as a rank. */
    private int[] next = new int[0];
    /** By rank: the server, and its memory, as they were when {@link #next} was made. */
    private int[] servers = new int[0];

    private long[] memoryBytes = new long[0];

    @Override
    public void begin(Fleet fleet) {
        look(fleet);
        next = new int[fleet.members()];
        fleet.watch(new FleetWatcher() {
            @Override
            public void changed(int server) {}

            @Override
            public void reshaped() {
                reshape(fleet);
            }
        });
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int first = fleet.firstRank(request);
        int size = fleet.members() - first;
        for (int step = 0; step < size; step++) {
            int server = fleet.byMemory(first + next[first]);
            next[first] = next[first] + 1 == size ? 0 : next[first] + 1;
            if (fleet.open(server) && fleet.serves(server, request)) {
                return server;
            }
        }
        return Fleet.NONE;
    }

    private void look(Fleet fleet) {
        servers = new int[fleet.members()];
        memoryBytes = new long[fleet.members()];
        for (int rank = 0; rank < servers.length; rank++) {
            servers[rank] = fleet.byMemory(rank);
            memoryBytes[rank] = fleet.spec(servers[rank]).memoryBytes();
        }
    }

    /** Finds for each cursor the rank that its server has now. */
    private void reshape(Fleet fleet) {
        int[] before = next;
        int[] serversBefore = servers;
        long[] bytesBefore = memoryBytes;
        look(fleet);
        next = new int[servers.length];
        for (int old = 0; old < before.length; old++) {
            int first = fleet.firstRank(bytesBefore[old]);
            if (first < next.length && (old == 0 || bytesBefore[old] > bytesBefore[old - 1])) {
                int at = old + before[old];
                next[first] =
                        rankFrom(bytesBefore[at], serversBefore[at], fleet.firstRank(bytesBefore[at]), first) - first;
            }
        }
    }

    /** The rank, from {@code low} on, of {@code server} or of the one after where it would be; {@code first} where none is. */
    private int rankFrom(long bytes, int server, int low, int first) {
        int rank = low;
        while (rank < servers.length && memoryBytes[rank] == bytes && servers[rank] < server) {
            rank++;
        }
        return rank == servers.length ? first : rank;
    }
}
