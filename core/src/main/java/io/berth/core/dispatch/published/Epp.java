package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.time.Chance;
import java.util.Arrays;

/**
 * The endpoint picker of the Gateway API Inference Extension and of llm-d: the highest weighted sum of scorers.
 *
 * <p>Goals: short queues, memory that is not full, prompts where they were read. Constraints: open, memory. Algorithm: each scorer gives
 * each server 0 to 1; the server with the highest sum of weight × score gets it, of equal ones any. The scorers: {@code queue} and {@code running-requests}, (max − x) / (max − min)
 * of the requests that wait or run there, 1 where all have as many; {@code kv-cache-utilization}, the part of the memory for requests that is not in use;
 * {@code prefix-cache}, the part of the prompt's blocks that was sent there before; {@code active-request}, 1 for a server without requests of this fleet, else (max − x) / max of them;
 * {@code token-load}, 1 − tokens there and of the request / 4,194,304; {@code lora-affinity}, 1 where the model is loaded, 0.8 where there is room for it, 0.6 where a
 * request there waits for it, else 0. With 4 and 0 waiting, memory used to 0.5 and 0.9, half of the prompt known by the first and weights 2, 2, 3: 2·0 + 2·0.5 + 3·0.5 = 2.5 and 2·1 + 2·0.1 + 3·0 = 2.2; so the first.
 *
 * <p>What stands in: requests that wait and run are those of the last report, as the original takes them from the last scrape, and where there was none the fleet's
 * count. Engines' use of memory is not reported here: that of a server whose memory is known follows from what is free, that of another is the requests that run over the most that ever ran.
 * Tokens are bytes of prompts / 4, those of answers 1.5 times as many, as there; blocks are those of {@code Prompt}, not of 64 tokens.
 *
 * <p>Source: llm-d-router v0.10 and the Gateway API Inference Extension, default profile: queue 2, kv-cache-utilization 2, prefix-cache 3, max-score-picker.
 */
public final class Epp extends Begun implements Scoring {
    private static final double QUEUE_TOKENS = 4_194_304;
    private static final double ANSWER = 1.5;

    private final Weights weights;
    private final Prefixes prefixes;
    private double[] tokens = {};
    private double[] totals = {};
    private int[] counts = {};

    /** How much each scorer counts, 0 for not at all. */
    public record Weights(
            double queue, double kvCache, double prefix, double running, double active, double tokens, double lora) {
        public Weights {
            notBelowZero("queue", queue);
            notBelowZero("kv-cache-utilization", kvCache);
            notBelowZero("prefix-cache", prefix);
            notBelowZero("running-requests", running);
            notBelowZero("active-request", active);
            notBelowZero("token-load", tokens);
            notBelowZero("lora-affinity", lora);
        }
    }

    /** @param blocks of prompts that are remembered for each server, a power of two, 16 at least */
    public Epp(Weights weights, int blocks) {
        this.weights = weights;
        prefixes = new Prefixes(blocks);
    }

    @Override
    void grow(int size) {
        prefixes.grow(size);
        if (tokens.length < size) {
            tokens = Arrays.copyOf(tokens, size);
            totals = new double[size];
            counts = new int[size];
        }
    }

    @Override
    void forget(int server) {
        prefixes.forget(server);
        tokens[server] = 0;
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        candidates.find(request, fleet);
        score(request, fleet, candidates, nowNanos);
        return candidates.lowest(chance);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates among, long nowNanos) {
        Arrays.fill(totals, 0, among.count(), 0);
        requests(among, fleet);
        prompts(request.need().prompt(), among);
        for (int place = 0; place < among.count(); place++) {
            int server = among.server(place);
            totals[place] += weights.kvCache * (1 - StrictMath.min(1, reports.memoryUse(fleet, server)));
            totals[place] += weights.lora * affinity(request, fleet, server);
            among.cost(place, -totals[place]);
        }
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        tokens[server] += expected(request);
        prefixes.read(server, request.need().prompt());
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        tokens[server] -= expected(request);
    }

    private static double expected(Request request) {
        return (1 + ANSWER) * Tokens.of(request.need().prompt().bytes());
    }

    private void requests(Candidates among, Fleet fleet) {
        int most = 0;
        for (int place = 0; place < among.count(); place++) {
            counts[place] = reports.waiting(fleet, among.server(place));
        }
        spread(among.count(), weights.queue);
        for (int place = 0; place < among.count(); place++) {
            counts[place] = reports.running(fleet, among.server(place));
        }
        spread(among.count(), weights.running);
        for (int place = 0; place < among.count(); place++) {
            most = StrictMath.max(most, fleet.outstanding(among.server(place)));
        }
        for (int place = 0; place < among.count(); place++) {
            int there = fleet.outstanding(among.server(place));
            totals[place] += weights.active * (there == 0 ? 1 : (double) (most - there) / most);
        }
    }

    /** Adds the scores of {@link #counts}: the fewest 1, the most 0. */
    private void spread(int count, double weight) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int place = 0; place < count; place++) {
            least = StrictMath.min(least, counts[place]);
            most = StrictMath.max(most, counts[place]);
        }
        for (int place = 0; place < count; place++) {
            totals[place] += weight * (most == least ? 1 : (double) (most - counts[place]) / (most - least));
        }
    }

    private void prompts(Prompt prompt, Candidates among) {
        for (int place = 0; place < among.count(); place++) {
            int server = among.server(place);
            int known = prefixes.known(server, prompt);
            double unread = Tokens.of(prompt.bytes() - prompt.bytesOf(known));
            totals[place] += weights.prefix * (prompt.blocks() == 0 ? 0 : (double) known / prompt.blocks());
            totals[place] += weights.tokens * (1 - StrictMath.min(1, (tokens[server] + unread) / QUEUE_TOKENS));
        }
    }

    private static double affinity(Request request, Fleet fleet, int server) {
        if (fleet.loaded(server, request.model())) {
            return 1;
        }
        if (fleet.willHave(server, request.model())) {
            return 0.6;
        }
        return fleet.freeBytes(server) >= fleet.modelBytes(request.model()) ? 0.8 : 0;
    }
}
