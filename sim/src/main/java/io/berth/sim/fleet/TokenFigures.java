package io.berth.sim.fleet;

import io.berth.core.metric.Distribution;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import io.berth.spec.fleet.ServingSpec;
import java.util.SortedMap;

/**
 * The figures of requests whose answers are tokens: time to the first token, mean time from a token to the next of one answer, how many
 * answers are good, which is within the limits on both, and the share of tokens of prompts that servers held.
 */
final class TokenFigures {
    private final ServingSpec asked;
    private final Distribution between = new Distribution();
    private long good;
    private long promptTokens;
    private long heldTokens;

    TokenFigures(ServingSpec asked) {
        this.asked = asked;
    }

    /** A server began so many prompts. */
    void began(ServerWork.PrefixHits hits) {
        promptTokens += hits.tokens();
        heldTokens += hits.held();
    }

    /** A request was answered. */
    void answered(RequestEnd end) {
        long tokens = 0;
        for (Stage stage : end.arrival().stages()) {
            Tokens of = stage.tokens();
            tokens += of == null ? 0 : of.answer();
        }
        if (tokens == 0 || end.firstNanos() == RequestEnd.NOT_YET) {
            return;
        }
        double each = tokens < 2 ? 0 : (double) (end.atNanos() - end.firstNanos()) / (tokens - 1);
        if (tokens >= 2) {
            between.add(each / Nanos.SECOND);
        }
        long first = end.firstNanos() - end.arrival().atNanos();
        good += first <= asked.firstNanos() && each <= asked.tokenNanos() ? 1 : 0;
    }

    /**
     * Puts them, where there are any.
     *
     * @param seconds of the run
     */
    void put(SortedMap<String, Double> figures, long submitted, double seconds) {
        if (between.size() == 0) {
            return;
        }
        figures.put("tpot_mean_s", between.mean());
        figures.put("tpot_p50_s", between.quantile(0.50));
        figures.put("tpot_p99_s", between.quantile(0.99));
        if (asked.firstNanos() != Nanos.NEVER || asked.tokenNanos() != Nanos.NEVER) {
            figures.put("slo_attainment", (double) good / submitted);
            figures.put("goodput_rps", good / seconds);
        }
        if (promptTokens > 0) {
            figures.put("prefix_hit_rate", (double) heldTokens / promptTokens);
        }
    }
}
