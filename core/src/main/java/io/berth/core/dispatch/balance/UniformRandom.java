package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * Any server, each as likely as another.
 *
 * <p>Goals: no state, no herd. Constraints: open, memory. Algorithm: one draw among those with enough memory, again where it is
 * not open; after {@value #DRAWS} draws that failed, one draw among those counted to be open, so that each stays as likely.
 */
public final class UniformRandom implements Balancer {
    private static final int DRAWS = 16;

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        return draw(request, fleet, chance, Fleet.NONE);
    }

    /** Any server that takes {@code request} but {@code not}; {@link Fleet#NONE} where there is none. */
    static int draw(Request request, Fleet fleet, Chance chance, int not) {
        int first = fleet.firstRank(request);
        int size = fleet.members() - first;
        for (int draw = 0; draw < DRAWS && size > 0; draw++) {
            int server = fleet.byMemory(first + chance.below(size));
            if (server != not && fleet.takes(server, request)) {
                return server;
            }
        }
        return counted(request, fleet, chance, not);
    }

    private static int counted(Request request, Fleet fleet, Chance chance, int not) {
        int first = fleet.firstRank(request);
        int open = 0;
        for (int rank = first; rank < fleet.members(); rank++) {
            open += candidate(request, fleet, rank, not) ? 1 : 0;
        }
        if (open == 0) {
            return Fleet.NONE;
        }
        int left = chance.below(open);
        int rank = first;
        while (!candidate(request, fleet, rank, not) || left-- > 0) {
            rank++;
        }
        return fleet.byMemory(rank);
    }

    private static boolean candidate(Request request, Fleet fleet, int rank, int not) {
        int server = fleet.byMemory(rank);
        return server != not && fleet.takes(server, request);
    }
}
