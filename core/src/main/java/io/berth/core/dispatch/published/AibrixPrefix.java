package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * AIBrix, {@code prefix-cache}: prompts where they were read, on servers that are not far above the mean.
 *
 * <p>Goals: little is read twice, no server is overrun for it. Constraints: open, memory. Algorithm: where the most requests of a server are more than {@code imbalance} above the fewest, the server with
 * the fewest gets it. Else, of the servers with at most mean + {@code deviations} standard deviations of requests, the one that was sent most of the prompt before, of equal ones that with
 * fewer requests; where none was sent any of it, the one with the fewest, of equal ones any. With 6, 2, 2, 2 requests and one deviation: mean 3, deviation 1.73; a prompt that the first knows wholly and the second by half goes to the second.
 *
 * <p>What stands in: requests are those of this fleet; of a prompt, blocks of {@code Prompt} are compared in place of 128 characters, 32,768 for each server in place of 200,000 for all.
 *
 * <p>Source: AIBrix, {@code prefix-cache} router: imbalance 16, 2 deviations.
 */
public final class AibrixPrefix extends Begun {
    private final double imbalance;
    private final double deviations;
    private final Prefixes prefixes;

    /**
     * @param imbalance requests by which the most may be above the fewest
     * @param deviations how many standard deviations above the mean a server may be
     * @param blocks of prompts that are remembered for each server, a power of two, 16 at least
     */
    public AibrixPrefix(double imbalance, double deviations, int blocks) {
        this.imbalance = notBelowZero("imbalance", imbalance);
        this.deviations = notBelowZero("deviations", deviations);
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
        int count = candidates.find(request, fleet);
        int most = 0;
        double sum = 0;
        double squares = 0;
        for (int place = 0; place < count; place++) {
            int there = fleet.outstanding(candidates.server(place));
            candidates.cost(place, there);
            most = StrictMath.max(most, there);
            sum += there;
            squares += (double) there * there;
        }
        int fewest = candidates.lowest(chance);
        if (fewest == Fleet.NONE || most - fleet.outstanding(fewest) > imbalance) {
            return fewest;
        }
        double mean = sum / count;
        double deviation = StrictMath.sqrt(StrictMath.max(0, squares / count - mean * mean));
        int knows = longest(request.need().prompt(), mean + deviations * deviation);
        return knows == Fleet.NONE ? fewest : knows;
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        prefixes.read(server, request.need().prompt());
    }

    /** Of the servers with no more than {@code limit} requests the one that knows most of {@code prompt}; none where none knows any. */
    private int longest(Prompt prompt, double limit) {
        int best = Fleet.NONE;
        int most = 0;
        double fewest = 0;
        for (int place = 0; place < candidates.count(); place++) {
            int known = candidates.cost(place) <= limit ? prefixes.known(candidates.server(place), prompt) : 0;
            if (known > most || best != Fleet.NONE && known == most && candidates.cost(place) < fewest) {
                best = candidates.server(place);
                most = known;
                fewest = candidates.cost(place);
            }
        }
        return best;
    }
}
