package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * The better of two drawn at random.
 *
 * <p>Goals: short queues at the cost of two draws, and no herd where many gateways see the same loads. Constraints: open,
 * memory. Algorithm: two different servers are drawn; the one with fewer requests gets it, the
 * first drawn among equals, and none whose queue is full where the other's is not. Drawn 4
 * with three requests and 7 with one: 7. Source: Mitzenmacher, The power of two choices in randomized load balancing, IEEE TPDS
 * 2001, §1.
 */
public final class PowerOfTwo implements Balancer {
    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int one = UniformRandom.draw(request, fleet, chance, Fleet.NONE);
        if (one == Fleet.NONE) {
            return one;
        }
        int other = UniformRandom.draw(request, fleet, chance, one);
        if (other == Fleet.NONE) {
            return one;
        }
        if (!fleet.free(one) || !fleet.free(other)) {
            return fleet.free(other) ? other : one;
        }
        return fleet.crowd(other) < fleet.crowd(one) ? other : one;
    }
}
