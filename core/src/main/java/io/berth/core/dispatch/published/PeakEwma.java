package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.dispatch.predict.Flights;
import io.berth.core.dispatch.predict.Flights.Flight;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.Arrays;

/**
 * The better of two drawn at random, by a moving average of latency that follows peaks at once.
 *
 * <p>Goals: away from a server as soon as it is slow, back to it with care. Constraints: open, memory. Algorithm: of each server a
 * latency is kept. One that is observed and longer replaces it; else it becomes cost · w + observed · (1 − w), w = e^(−t/decay), t since the last look.
 * A look observes 0, so that the latency of a server nobody asks fades. The load is latency × (requests in flight + 1); one that has
 * requests and no latency yet comes after all that have. Two different servers are drawn; the one with the lower load gets it, of equals the
 * first drawn. An answer after 100 ms, looked at 10 s later with a decay of 10 s: 100/e = 36.8 ms; with two requests in flight a load of 110 ms.
 *
 * <p>Only answers are observed: what fails soon would seem fast. Combined with others, it costs its load.
 *
 * <p>Source: Finagle, {@code PeakEwma} under {@code p2cPeakEwma}, decay 10 s.
 */
public final class PeakEwma extends Begun implements Scoring {
    private static final double PENALTY = (double) (Long.MAX_VALUE >> 16);

    private final double decayNanos;
    private final Flights flights = new Flights();
    private double[] costs = {};
    private long[] looked = {};

    /** @param decaySeconds after which a latency counts 1/e, above 0 */
    public PeakEwma(double decaySeconds) {
        decayNanos = aboveZero("decay", decaySeconds) * Nanos.SECOND;
    }

    @Override
    void grow(int size) {
        if (costs.length < size) {
            costs = Arrays.copyOf(costs, size);
            looked = Arrays.copyOf(looked, size);
        }
        flights.grow(size);
    }

    @Override
    void forget(int server) {
        costs[server] = 0;
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int count = candidates.find(request, fleet);
        if (count < 2) {
            return candidates.lowest();
        }
        int one = candidates.draw(0, chance);
        int other = candidates.draw(1, chance);
        return load(one, nowNanos) <= load(other, nowNanos) ? one : other;
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates among, long nowNanos) {
        for (int place = 0; place < among.count(); place++) {
            among.cost(place, load(among.server(place), nowNanos));
        }
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        flights.add(request.id(), server).note(nowNanos, 0, 0);
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        Flight flight = flights.remove(request.id());
        if (flight != null && workNanos != NO_ANSWER) {
            observe(server, (double) (nowNanos - flight.sentNanos()), nowNanos);
        }
    }

    /** The load of {@code server}, which is looked at. */
    double load(int server, long nowNanos) {
        observe(server, 0, nowNanos);
        int pending = fleet().outstanding(server);
        return costs[server] == 0 && pending > 0 ? PENALTY + pending : costs[server] * (pending + 1);
    }

    private void observe(int server, double latency, long nowNanos) {
        double since = (double) StrictMath.max(0, nowNanos - looked[server]);
        double weight = StrictMath.exp(-since / decayNanos);
        costs[server] = latency > costs[server] ? latency : costs[server] * weight + latency * (1 - weight);
        looked[server] = nowNanos;
    }
}
