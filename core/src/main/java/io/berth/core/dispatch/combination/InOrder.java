package io.berth.core.dispatch.combination;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.time.Chance;
import java.util.List;

/**
 * The server that the first balancer holds best; of several such the one that the second does, and so on.
 *
 * <p>Goals: those of the first balancer, then, where it does not care, those of the next. Constraints: open, memory. Algorithm: of
 * the candidates those with the lowest cost by the first stay, of these those with the lowest by the second; of what is left the
 * lower number. By requests, then by how much of the prompt is known: of servers with 2, 1, 1 requests that know 9, 3, 5 blocks, server 2. Only
 * costs that are equal leave the next a choice, so that one that measures time is of use as the last alone.
 *
 * <p>Source: lexicographic order of preferences, Fishburn, Management Science 20(11), 1974.
 */
public final class InOrder extends Several {
    private final Scoring[] parts;
    private final Candidates candidates = new Candidates();

    /** @param parts the first decides first */
    public InOrder(List<Scoring> parts) {
        super(parts);
        this.parts = parts.toArray(Scoring[]::new);
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        candidates.find(request, fleet);
        for (int part = 0; part < parts.length && candidates.count() > 1; part++) {
            parts[part].score(request, fleet, candidates, nowNanos);
            candidates.keepLowest();
        }
        return candidates.count() == 0 ? Fleet.NONE : candidates.server(0);
    }
}
