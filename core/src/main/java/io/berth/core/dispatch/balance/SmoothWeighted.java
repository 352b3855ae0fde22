package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.FleetWatcher;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * Servers by turns, in proportion to their weights and evenly spread: smooth weighted round robin.
 *
 * <p>Goals: requests in proportion to declared weights, no bursts. Constraints: open, memory. Algorithm: every server that
 * takes the request earns its weight; the richest is picked (the lower number among equals) and pays what all earned. Weights
 * 5, 1, 1 give 0, 0, 1, 0, 2, 0, 0 and again. A server that joins or leaves begins the turns anew for all, as a new list of servers
 * does in nginx: what is owed to one that is gone would else be owed for ever. A pick looks at all servers. Source: nginx 1.3.1
 * (2012).
 */
public final class SmoothWeighted implements Balancer {
    private long[] credit = new long[0];

    @Override
    public void begin(Fleet fleet) {
        credit = new long[fleet.size()];
        fleet.watch(new FleetWatcher() {
            @Override
            public void changed(int server) {}

            @Override
            public void reshaped() {
                credit = new long[fleet.size()];
            }
        });
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int richest = Fleet.NONE;
        long earned = 0;
        for (int rank = fleet.firstRank(request); rank < fleet.members(); rank++) {
            int server = fleet.byMemory(rank);
            if (fleet.open(server) && fleet.serves(server, request)) {
                earned += fleet.weight(server);
                credit[server] += fleet.weight(server);
                if (richest == Fleet.NONE || richer(server, richest)) {
                    richest = server;
                }
            }
        }
        if (richest != Fleet.NONE) {
            credit[richest] -= earned;
        }
        return richest;
    }

    private boolean richer(int server, int than) {
        return credit[server] > credit[than] || (credit[server] == credit[than] && server < than);
    }
}
