package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.time.Chance;

/**
 * The server that was sent the longest beginning of the prompt before.
 *
 * <p>Goals: nothing is read twice. Constraints: open, memory. Algorithm: a request costs the part of its prompt that the server was not sent; the
 * lowest gets it, of equal ones any. It does not look at loads: it is for combinations, {@code [least-connections, prefix-affinity]} or
 * {@code [{predicted: 0.8}, {prefix-affinity: 0.2}]}. Of a prompt of 4 kB one server knows 3 kB, another 1 kB: 0.25 and 0.75, so the first.
 *
 * <p>Source: the {@code prefix-cache-scorer} of the Gateway API Inference Extension by itself.
 */
public final class PrefixAffinity extends Begun implements Scoring {
    private final Prefixes prefixes;

    /** @param blocks of prompts that are remembered for each server, a power of two, 16 at least */
    public PrefixAffinity(int blocks) {
        prefixes = new Prefixes(blocks);
    }

    @Override
    void grow(int size) {
        prefixes.grow(size);
    }

    @Override
    void forget(int server) {
        prefixes.forget(server);
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        candidates.find(request, fleet);
        score(request, fleet, candidates, nowNanos);
        return candidates.lowest(chance);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates among, long nowNanos) {
        Prompt prompt = request.need().prompt();
        for (int place = 0; place < among.count(); place++) {
            among.cost(place, 1 - prefixes.share(among.server(place), prompt));
        }
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        prefixes.read(server, request.need().prompt());
    }
}
