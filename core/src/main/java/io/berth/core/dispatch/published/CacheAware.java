package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * The router of SGLang, and of vLLM after it: prompts where they were read, unless loads are too unlike.
 *
 * <p>Goals: little is read twice, no server is overrun for it. Constraints: open, memory. Algorithm: the load of a server is its requests. Where the
 * highest is more than {@code balance-abs} above the lowest and more than {@code balance-rel} times as much, the server with the lowest gets the request. Else
 * the one that was sent the longest beginning of the prompt, if that is more than {@code cache-threshold} of it; if not, the one with the lowest load. Equal beginnings go to the lower
 * load, equal loads to the lower number. With loads of 70 and 5: 65 > 64 and 70 > 1.5·5, so the second, whatever it knows; with 69 and 5, the first if it knows more than 0.3 of the prompt.
 *
 * <p>What stands in: its tree of characters is a table of blocks, of which those unused for longest go, in place of what is older than 120 s.
 *
 * <p>Source: SGLang's model gateway, policy {@code cache_aware}, thresholds of its command line: 0.3, 64, 1.5. (Earlier releases sent a prompt that nobody knew to the server that
 * knew least; this one does not.)
 */
public final class CacheAware extends Begun {
    private final double threshold;
    private final double above;
    private final double times;
    private final Prefixes prefixes;

    /**
     * @param threshold the part of a prompt that must be known, 0 to 1
     * @param above requests by which the highest load must be above the lowest
     * @param times how many times as high it must be
     * @param blocks of prompts that are remembered for each server, a power of two, 16 at least
     */
    public CacheAware(double threshold, double above, double times, int blocks) {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException(
                    "The parameter (cache-threshold) must be from 0 to 1, not (" + threshold + ").");
        }
        this.threshold = threshold;
        this.above = notBelowZero("balance-abs", above);
        this.times = notBelowZero("balance-rel", times);
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
        for (int place = 0; place < count; place++) {
            int load = fleet.outstanding(candidates.server(place));
            candidates.cost(place, load);
            most = StrictMath.max(most, load);
        }
        int lowest = candidates.lowest();
        if (lowest == Fleet.NONE) {
            return lowest;
        }
        int least = fleet.outstanding(lowest);
        if (most - least > above && most > times * least) {
            return lowest;
        }
        Prompt prompt = request.need().prompt();
        int knows = longest(prompt);
        return prefixes.share(knows, prompt) > threshold ? knows : lowest;
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        prefixes.read(server, request.need().prompt());
    }

    private int longest(Prompt prompt) {
        int best = 0;
        int most = -1;
        for (int place = 0; place < candidates.count(); place++) {
            int known = prefixes.known(candidates.server(place), prompt);
            if (known > most || known == most && candidates.cost(place) < candidates.cost(best)) {
                best = place;
                most = known;
            }
        }
        return candidates.server(best);
    }
}
