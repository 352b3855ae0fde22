package io.berth.core.dispatch.combination;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import java.util.List;

/**
 * One balancer for urgent requests, another for all others.
 *
 * <p>Goals: those of each for its class of requests. Constraints: those of the two. Algorithm: a request of priority {@code urgent}
 * or more is picked a server by the first, any other by the second; both are told of all requests, as both see the whole load.
 * With {@code urgent} 1, a request of priority 2 goes where the first says, one of priority 0 where the second does.
 *
 * <p>Source: routing by class of requests, as HAProxy's {@code use_backend}.
 */
public final class ByPriority extends Several {
    private final int urgent;
    private final Balancer first;
    private final Balancer others;

    /** @param urgent the least priority that is urgent */
    public ByPriority(int urgent, Balancer first, Balancer others) {
        super(List.of(first, others));
        this.urgent = urgent;
        this.first = first;
        this.others = others;
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        return (request.priority() >= urgent ? first : others).pick(request, fleet, nowNanos, chance);
    }
}
