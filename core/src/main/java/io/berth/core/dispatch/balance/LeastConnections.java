package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/**
 * The server with the fewest requests.
 *
 * <p>Goals: equal queues, whatever requests take. Constraints: open, memory. Algorithm: the fewest requests waiting and running;
 * among equals the one that was sent to longest ago, then the lower number. With 2, 0, 0 requests on servers never sent to: 1,
 * then 2. A request counts as one on every server, so that a slow one is given as many as a fast one. Source: HAProxy,
 * {@code balance leastconn}.
 */
public final class LeastConnections extends KeptLowest {
    /** Below the count of requests in a key stands the send that came last: 2^40 sends are a year at 30,000 a second. */
    private static final int SEND_BITS = 40;

    @Override
    long key(Fleet fleet, int server) {
        return (long) fleet.crowd(server) << SEND_BITS | fleet.lastSent(server);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates candidates, long nowNanos) {
        for (int place = 0; place < candidates.count(); place++) {
            candidates.cost(place, fleet.crowd(candidates.server(place)));
        }
    }
}
