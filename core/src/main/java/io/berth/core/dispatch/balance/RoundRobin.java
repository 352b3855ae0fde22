package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * Each server in turn.
 *
 * <p>Goals: equal numbers of requests. Constraints: open, memory. Algorithm: the next server that takes the request after the
 * one of the last pick, going round; requests that need more memory than others go round the larger servers by a cursor of their
 * own, as a gateway with a list of servers per model does. With servers 0, 1, 2: 0, 1, 2, 0, ... It knows nothing of load or
 * speed, so that the slow servers of a mixed fleet are the first to be overrun.
 */
public final class RoundRobin implements Balancer {
    /** By the first rank of the servers that are large enough: where it goes on, as a rank. */
    private int[] next = new int[0];

    @Override
    public void begin(Fleet fleet) {
        next = new int[fleet.size()];
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int first = fleet.firstRank(request);
        int size = fleet.size() - first;
        for (int step = 0; step < size; step++) {
            int server = fleet.byMemory(first + next[first]);
            next[first] = next[first] + 1 == size ? 0 : next[first] + 1;
            if (fleet.open(server)) {
                return server;
            }
        }
        return Fleet.NONE;
    }
}
