package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/**
 * The server with the lowest load.
 *
 * <p>Goals: servers drain together, whatever their speed. Constraints: open, memory. Algorithm: the load is how long a further
 * request would be there: (requests + 1) × pace / slots, the pace being how long a request takes on that server. The fleet's row
 * holds the pace, measured from requests that ended, or forecast; the balancer needs to know neither the work of a request nor
 * the speed of a server. With paces of 10 s and 30 s and 2 requests on the first: 30 s against 30 s, so the first, by number;
 * with 3 requests there: 40 s against 30 s, the second. Source: the shortest expected delay, (requests + 1) / rate, Banawan
 * and Zeidat, A comparative study of load sharing in heterogeneous multicomputer systems, 1992, with a rate that is measured.
 */
public final class LoadAware extends KeptLowest {
    @Override
    long key(Fleet fleet, int server) {
        return fleet.loadNanos(server);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates candidates, long nowNanos) {
        for (int place = 0; place < candidates.count(); place++) {
            candidates.cost(place, (double) fleet.loadNanos(candidates.server(place)));
        }
    }

    @Override
    public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        into.set(Candidate.Measure.LOAD, (double) fleet.loadNanos(server));
    }
}
