package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.FleetWatcher;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Urgent requests to the fast servers, the others to what is left.
 *
 * <p>Goals: fast answers for urgent requests, without fast servers standing idle. Constraints: open, memory. Algorithm: the
 * fastest servers that have {@code fast} per cent of the fleet's capacity are the fast tier. A server that joins or leaves
 * moves the tiers. The load of a server is how long it
 * needs for what is there. An urgent request goes to the least loaded server of the fast tier, unless one of the others has less
 * than {@code 1 / reserve} of its load. Any other goes to the least loaded of the others, unless a fast one has less than
 * {@code 1 / reserve} of its load; an idle fast server is taken by anybody only where the others have something to do. So a tier
 * helps the other out when it is {@code reserve} times less loaded: the threshold by which, between a fast and a slow server,
 * each is best used. With loads of 10 s (fast), 4 s (other) and a reserve of 2: an urgent request goes to the other, as 4 < 5;
 * one that is not urgent too.
 *
 * <p>Source: Lin and Kumar, Optimal control of a queueing system with two heterogeneous servers, IEEE TAC 1984: the optimal
 * policy is a threshold; theirs is on the length of the queue.
 */
public final class PriorityToFast implements Balancer {
    private final int urgent;
    private final double fastShare;
    private final double reserve;
    private @Nullable Lowest fast;
    private @Nullable Lowest others;
    /** By server number: whether it is of the fast tier. */
    private boolean[] tier = {};

    /**
     * @param urgent the least priority that is urgent
     * @param fastShare how much of the capacity the fast tier has, above 0 and at most 1
     * @param reserve how many times less loaded the other tier must be to be used; at least 1
     */
    public PriorityToFast(int urgent, double fastShare, double reserve) {
        if (!(fastShare > 0 && fastShare <= 1)) {
            throw new IllegalArgumentException(
                    "The parameter (fast) must be above 0, at most 100 per cent, not (" + 100 * fastShare + ").");
        }
        if (reserve < 1) {
            throw new IllegalArgumentException("The parameter (reserve) must be 1 or more, not (" + reserve + ").");
        }
        this.urgent = urgent;
        this.fastShare = fastShare;
        this.reserve = reserve;
    }

    @Override
    public void begin(Fleet fleet) {
        Lowest kept = new Lowest(fleet);
        Lowest left = new Lowest(fleet);
        fast = kept;
        others = left;
        tier = tier(fleet);
        fleet.watch(new FleetWatcher() {
            @Override
            public void changed(int server) {
                (tier[server] ? kept : left).set(server, fleet.free(server) ? load(fleet, server) : Lowest.OUT);
            }

            @Override
            public void reshaped() {
                kept.reshape();
                left.reshape();
                tier = tier(fleet);
            }
        });
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        if (fast == null || others == null) {
            throw new IllegalStateException("A balancer must begin before it picks.");
        }
        int first = fleet.firstRank(request);
        int quick = fast.from(first);
        int slow = others.from(first);
        if (quick == Fleet.NONE || slow == Fleet.NONE) {
            return StrictMath.max(quick, slow);
        }
        int own = request.priority() >= urgent ? quick : slow;
        int other = own == quick ? slow : quick;
        return reserve * fleet.drainNanos(other) < fleet.drainNanos(own) ? other : own;
    }

    @Override
    public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        into.set(Candidate.Measure.LOAD, (double) fleet.drainNanos(server));
    }

    /** A millisecond of work on top puts the faster of two idle servers first, and weighs nothing beside a request. */
    private static long load(Fleet fleet, int server) {
        return fleet.drainNanos(server) + Nanos.SECOND / fleet.spec(server).speedMilli();
    }

    /** True for each server of the fast tier; servers of one speed are in it by number. */
    private boolean[] tier(Fleet fleet) {
        boolean[] chosen = new boolean[fleet.size()];
        double left = 0;
        for (int server = 0; server < fleet.size(); server++) {
            left += fleet.present(server) ? fastShare * fleet.spec(server).capacityMilli() : 0;
        }
        List<Integer> fastest = IntStream.range(0, fleet.size())
                .filter(fleet::present)
                .boxed()
                .sorted(Comparator.comparingInt(server -> -fleet.spec(server).speedMilli()))
                .toList();
        for (int server : fastest) {
            chosen[server] = left > 0;
            left -= fleet.spec(server).capacityMilli();
        }
        return chosen;
    }
}
