package io.berth.sim.comparison;

import java.util.List;

/** Which way a figure is better. */
public enum Goal {
    LESS,
    MORE,
    NEITHER;

    private static final List<String> MORE_OF = List.of(
            "jobs_finished",
            "requests_finished",
            "graphs_finished",
            "gpu_allocation_pct",
            "jain_fairness",
            "queue_jain_fairness",
            "node_utilization_mean",
            "utilisation",
            "feature_cache_hit_rate");

    private static final List<String> NEITHER_OF = List.of(
            "jobs_submitted", "jobs_cancelled", "requests_submitted", "queue_used", "queue_borrowed", "beside_gpu_h");

    /** What figures of a service beside jobs begin with, which mean what they do without it. */
    private static final String OF_SERVICE = "service_";

    /** The goal of the figure {@code figure}. Most figures are costs. */
    public static Goal of(String figure) {
        String name = figure.startsWith(OF_SERVICE) ? figure.substring(OF_SERVICE.length()) : figure;
        for (String more : MORE_OF) {
            if (name.startsWith(more)) {
                return MORE;
            }
        }
        return NEITHER_OF.stream().anyMatch(name::startsWith) ? NEITHER : LESS;
    }

    /** What a real difference of this sign means. */
    Verdict verdict(boolean higher) {
        return switch (this) {
            case LESS -> higher ? Verdict.WORSE : Verdict.BETTER;
            case MORE -> higher ? Verdict.BETTER : Verdict.WORSE;
            case NEITHER -> higher ? Verdict.HIGHER : Verdict.LOWER;
        };
    }
}
