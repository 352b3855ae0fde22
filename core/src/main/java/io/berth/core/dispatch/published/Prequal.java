package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.predict.Flights;
import io.berth.core.dispatch.predict.Flights.Flight;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * Probing to reduce queuing and latency: servers are probed at random, and of the answers at hand the rule "hot or cold, then latency" chooses.
 *
 * <p>Goals: short tails where servers are unlike or are slowed down by others. Constraints: open, memory. Algorithm: a pool holds at most
 * {@code pool} answers, no older than {@value #AGE_SECONDS} s; an answer is the requests that were at the server and the median of its recent latencies at about
 * as many. A server is hot where it has more requests than the quantile {@code quantile} of the last 128 answers. Of cold servers the one with the
 * lowest latency gets the request; where all are hot, the one with the fewest requests; with fewer than two answers, any. The answer that was used counts a request more,
 * and goes when it was used b times, b = max(1, 2 / ((1 − pool/servers) · probes − remove)), rounded up or down by chance. Each request removes {@code remove}
 * answers, the worst and the oldest in turn, and probes {@code probes} servers, for the requests to come. With answers (requests, latency) of (9, 10 ms), (3, 40 ms),
 * (2, 60 ms) and a quantile of 5: the first is hot, of the others the second is faster.
 *
 * <p>What stands in: nobody sends probes. An answer is made at once from what is known of the server: the requests of this fleet and those of others that it last reported, and
 * the latencies of answers as this fleet saw them. A server that has answered nothing has a latency of 0. A server has one answer in the pool, its last. Where the
 * denominator of b is not above 0, as in fleets of fewer than half as many servers again as the pool has answers, an answer is used until it goes otherwise.
 *
 * <p>Source: Wydrowski et al., Load is not what you should balance: introducing Prequal, NSDI 2024, §4: pool 16, 3 probes, 1 removed, quantile 2^−0.25.
 */
public final class Prequal extends Begun {
    private static final long AGE_SECONDS = 1;
    /** By how much more is added to the pool than is used or removed. */
    private static final double DELTA = 1;

    private final int size;
    private final int probes;
    private final int removed;
    private final double quantile;
    private final Flights flights = new Flights();
    private final RecentCounts counts = new RecentCounts();
    private final List<RecentLatencies> latencies = new ArrayList<>();
    private final ProbePool pool;

    /**
     * @param size answers in the pool
     * @param probes servers probed for each request
     * @param removed answers removed for each
     * @param quantile above which a server is hot, 0 to 1
     */
    public Prequal(long size, long probes, long removed, double quantile) {
        this.size = within("pool", size, 2, 1024);
        this.probes = within("probes", probes, 1, 1024);
        this.removed = within("remove", removed, 0, 1024);
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException("The parameter (quantile) must be from 0 to 1, not (" + quantile + ").");
        }
        this.quantile = quantile;
        pool = new ProbePool(this.size);
    }

    @Override
    void grow(int size) {
        while (latencies.size() < size) {
            latencies.add(new RecentLatencies());
        }
        flights.grow(size);
    }

    @Override
    void forget(int server) {
        latencies.get(server).clear();
        pool.forget(server);
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int count = candidates.find(request, fleet);
        if (count == 0) {
            return Fleet.NONE;
        }
        pool.expire(nowNanos - AGE_SECONDS * Nanos.SECOND);
        int hotAbove = counts.quantile(quantile);
        int picked = pool.use(request, fleet, hotAbove);
        if (picked == Fleet.NONE) {
            picked = candidates.server(chance.below(count));
        }
        for (int i = 0; i < removed; i++) {
            pool.removeInTurn(hotAbove);
        }
        probe(fleet, nowNanos, chance);
        return picked;
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        flights.add(request.id(), server).note(nowNanos, reports.there(fleet(), server) - 1, 0);
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        Flight flight = flights.remove(request.id());
        if (flight != null && workNanos != NO_ANSWER) {
            latencies.get(server).add(flight.ahead(), nowNanos - flight.sentNanos());
        }
    }

    /** How often an answer may be used in a fleet of {@code servers}. */
    double uses(int servers) {
        double net = (1 - (double) size / servers) * probes - removed;
        return net <= 0 ? Double.POSITIVE_INFINITY : StrictMath.max(1, (1 + DELTA) / net);
    }

    private void probe(Fleet fleet, long nowNanos, Chance chance) {
        double uses = uses(fleet.members());
        for (int place = 0; place < StrictMath.min(probes, candidates.count()); place++) {
            int server = candidates.draw(place, chance);
            int requests = reports.there(fleet, server);
            counts.add(requests);
            double whole = StrictMath.floor(uses);
            boolean more = whole < uses && chance.unit() < uses - whole;
            pool.add(server, requests, latencies.get(server).median(requests), more ? whole + 1 : whole, nowNanos);
        }
    }
}
