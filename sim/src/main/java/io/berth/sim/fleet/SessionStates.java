package io.berth.sim.fleet;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.flow.Attempt;
import java.util.TreeMap;

/** Which server has what is kept of a session: the one that served it last, stage by stage. */
final class SessionStates {
    private final TreeMap<Place, Integer> servers = new TreeMap<>();

    private record Place(long session, int stage) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = Long.compare(session, other.session);
            return order == 0 ? Integer.compare(stage, other.stage) : order;
        }
    }

    /** {@code server} serves {@code attempt}; returns the work beside, {@code stateNanos} where another has what is kept or lost it. */
    long served(int server, Attempt attempt, long stateNanos) {
        long session = attempt.request().need().session();
        if (session == Need.NO_SESSION || stateNanos == 0) {
            return 0;
        }
        Integer before = servers.put(new Place(session, attempt.stage()), server);
        return before == null || before == server ? 0 : stateNanos;
    }

    /** {@code server} has nothing. */
    void none(int server) {
        servers.replaceAll((_, where) -> where == server ? -1 : where);
    }
}
