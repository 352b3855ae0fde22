package io.berth.core.policy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import java.util.Arrays;
import java.util.List;

/** How nodes and devices are chosen: by the best score, or by a choice among all that fit. */
public sealed interface Placer {
    /** Chooses the device of a share once the node is chosen. */
    GpuPicker gpus();

    /**
     * The node of the best score.
     *
     * @param highest the scale of the scores: 0 to this. 0 where they have none; then they cannot be combined with others
     */
    record Scored(Scorer scorer, GpuPicker gpus, long highest) implements Placer {
        /** Scores without a scale. */
        public Scored(Scorer scorer) {
            this(scorer, GpuPicker.LEAST_LEFT, 0);
        }

        /** Scores from 0 to {@code highest}. */
        public static Scored upTo(long highest, Scorer scorer) {
            return new Scored(scorer, GpuPicker.LEAST_LEFT, highest);
        }

        /** The label keys of domains that the scores of {@code policies} depend on, each once. */
        public static List<String> domainKeys(Scored... policies) {
            return Arrays.stream(policies)
                    .flatMap(policy -> policy.scorer.domainKeys().stream())
                    .distinct()
                    .toList();
        }

        /** The score, cut off at the ends of its scale. */
        public long onScale(Nodes nodes, int node, Shape shape) {
            return StrictMath.clamp(scorer.score(nodes, node, shape), 0, highest);
        }
    }

    /** A choice among all nodes that fit. */
    record Picked(Picker picker, GpuPicker gpus) implements Placer {
        public Picked(Picker picker) {
            this(picker, GpuPicker.LEAST_LEFT);
        }
    }
}
