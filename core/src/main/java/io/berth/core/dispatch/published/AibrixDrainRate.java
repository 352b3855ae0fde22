package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;

/**
 * AIBrix, {@code load-balance}: the fewest requests for what a server gets done.
 *
 * <p>Goals: servers drain together, whatever their speed. Constraints: open, memory. Algorithm: the load of a server is its requests over its answers in the last minute; the lowest gets
 * the request, of equal ones any. 6 requests at one with 120 answers in the last minute and 2 at one with 30: 0.05 and 0.067 minutes; so the first.
 *
 * <p>What stands in: requests are those of this fleet and those of others at the last report. There a server without an answer in the last minute comes last of all, and is never tried while others answer; here
 * it is taken for the mean of those with answers, and where there are none all are equal.
 *
 * <p>Source: AIBrix, {@code load-balance} router (2026): {@code running / drain_rate_1m}.
 */
public final class AibrixDrainRate extends Begun implements Scoring {
    private final List<DrainRate> rates = new ArrayList<>();

    @Override
    void grow(int size) {
        while (rates.size() < size) {
            rates.add(new DrainRate());
        }
    }

    @Override
    void forget(int server) {
        rates.get(server).clear();
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        candidates.find(request, fleet);
        score(request, fleet, candidates, nowNanos);
        return candidates.lowest(chance);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates among, long nowNanos) {
        double sum = 0;
        int known = 0;
        for (int place = 0; place < among.count(); place++) {
            int answers = rates.get(among.server(place)).inMinute(nowNanos);
            sum += answers;
            known += answers > 0 ? 1 : 0;
        }
        double mean = known == 0 ? 1 : sum / known;
        for (int place = 0; place < among.count(); place++) {
            int server = among.server(place);
            int answers = rates.get(server).inMinute(nowNanos);
            among.cost(place, reports.there(fleet, server) / (answers == 0 ? mean : answers));
        }
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        if (workNanos != NO_ANSWER) {
            rates.get(server).answered(nowNanos);
        }
    }
}
