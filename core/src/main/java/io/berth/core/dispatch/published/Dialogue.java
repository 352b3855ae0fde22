package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.Arrays;

/**
 * Palantir's Dialogue, balanced: the fewest requests, where a failure counts as ten.
 *
 * <p>Goals: equal queues, away from servers that fail. Constraints: open, memory. Algorithm: the score of a server is its requests in flight, plus ten for each that failed there, which halves in 30 s, by tenths of that, rounded; the
 * lowest gets the request, of equal ones any. 3 requests at one and none at another that failed one 30 s ago: 3 and 5; so the first.
 *
 * <p>What stands in: a request that leaves without an answer counts as failed, also where its client left. Answers with an error of the client's (a tenth there) are not told from others, and nothing
 * is kept back from servers that are much worse than a full one.
 *
 * <p>Source: Palantir Dialogue, {@code BalancedNodeSelectionStrategyChannel}: 10 for a failure, 30 s.
 */
public final class Dialogue extends Begun implements Scoring {
    private static final double FAILURE = 10;
    private static final int STEPS = 10;
    private static final double STEP = StrictMath.pow(0.5, 1.0 / STEPS);

    private final long stepNanos;
    private double[] failures = {};
    private long[] decayed = {};

    /** @param halfLifeSeconds in which a failure comes to count half, above 0 */
    public Dialogue(double halfLifeSeconds) {
        stepNanos = StrictMath.max(1, (long) (aboveZero("memory", halfLifeSeconds) * Nanos.SECOND / STEPS));
    }

    @Override
    void grow(int size) {
        if (failures.length < size) {
            failures = Arrays.copyOf(failures, size);
            decayed = Arrays.copyOf(decayed, size);
        }
    }

    @Override
    void forget(int server) {
        failures[server] = 0;
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        candidates.find(request, fleet);
        score(request, fleet, candidates, nowNanos);
        return candidates.lowest(chance);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates among, long nowNanos) {
        for (int place = 0; place < among.count(); place++) {
            int server = among.server(place);
            decay(server, nowNanos);
            among.cost(place, fleet.outstanding(server) + (double) StrictMath.round(failures[server]));
        }
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        if (workNanos == NO_ANSWER) {
            decay(server, nowNanos);
            failures[server] += FAILURE;
        }
    }

    private void decay(int server, long nowNanos) {
        long steps = (nowNanos - decayed[server]) / stepNanos;
        if (steps < 0) {
            // A clock may begin below 0.
            decayed[server] = nowNanos;
        } else if (steps > 0) {
            failures[server] *= StrictMath.pow(STEP, (double) steps);
            decayed[server] += steps * stepNanos;
        }
    }
}
