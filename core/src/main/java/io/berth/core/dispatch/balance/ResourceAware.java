package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * The server that would answer first, by the work and GPU memory that the request asks for.
 *
 * <p>Goals: short answers, few model loads. Constraints: open, memory. Algorithm: the earliest expected finish, which is the
 * work that is there over the server's capacity, plus the load of the model where the server neither has it nor will have it for
 * a request before, plus the work over the server's speed. Where the free memory has no room for the model, the load pushes
 * another out that somebody will load again: it counts {@code evict} times more. Equal finishes go to the server with less free
 * memory, which leaves large ones for large requests, then to the lower number. An idle server of speed 1 that must load for 22
 * s, and one of speed 2 with 30 s of work that has the model, for a request of 20 s: 42 s against 25 s, the second. A pick looks
 * at every server with enough memory. Source: minimum completion time (MCT), Maheswaran et al., JPDC 1999, §3.1, with the load
 * as setup time.
 */
public final class ResourceAware implements Scoring {
    private final double evict;

    /** @param evict how much more a load counts that pushes another model out; 0 for not at all */
    public ResourceAware(double evict) {
        if (evict < 0) {
            throw new IllegalArgumentException("The parameter (evict) must be 0 or more, not (" + evict + ").");
        }
        this.evict = evict;
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        long need = fleet.needBytes(request);
        int best = Fleet.NONE;
        long least = Long.MAX_VALUE;
        for (int rank = fleet.firstRank(request); rank < fleet.members(); rank++) {
            int server = fleet.byMemory(rank);
            if (fleet.free(server) && fleet.serves(server, request)) {
                long finish = finish(request, fleet, server, need);
                if (finish < least || (finish == least && closer(fleet, server, best))) {
                    least = finish;
                    best = server;
                }
            }
        }
        return best;
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates candidates, long nowNanos) {
        long need = fleet.needBytes(request);
        for (int place = 0; place < candidates.count(); place++) {
            candidates.cost(place, (double) finish(request, fleet, candidates.server(place), need));
        }
    }

    @Override
    public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        into.set(Candidate.Measure.COST, (double) finish(request, fleet, server, fleet.needBytes(request)));
    }

    private long finish(Request request, Fleet fleet, int server, long need) {
        long finish = fleet.drainNanos(server) + fleet.serviceNanos(server, request);
        if (fleet.willHave(server, request.model())) {
            return finish;
        }
        long load = fleet.loadTimeNanos(server);
        return finish + (fleet.freeBytes(server) < need ? load + (long) (evict * load) : load);
    }

    private static boolean closer(Fleet fleet, int server, int best) {
        int free = best == Fleet.NONE ? -1 : Long.compare(fleet.freeBytes(server), fleet.freeBytes(best));
        return free == 0 ? server < best : free < 0;
    }
}
