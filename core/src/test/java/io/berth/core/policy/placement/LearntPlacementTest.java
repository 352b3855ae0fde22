package io.berth.core.policy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.ShippedModel;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Scorer;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LearntPlacementTest {
    private static final Facts FACTS = new Facts(96_000, 8_000, List.of());
    private static final int GPU_LEFT = 7;

    @Test
    void whole_numbers_keep_the_order_of_floats() {
        float[] rising = {
            Float.NEGATIVE_INFINITY, -1e30f, -1.5f, -1, -Float.MIN_VALUE, 0, Float.MIN_VALUE, 1, Math.nextUp(1f), 1e30f
        };
        for (int i = 1; i < rising.length; i++) {
            assertThat(LearntPlacement.ordered(rising[i]))
                    .isGreaterThan(LearntPlacement.ordered(rising[i - 1]))
                    .isBetween(-(1L << 38), 1L << 38);
        }
        assertThat(LearntPlacement.ordered(-0f)).isEqualTo(LearntPlacement.ordered(0));
        assertThat(LearntPlacement.ordered(-1.5f)).isEqualTo(-1_069_547_520);
        assertThat(LearntPlacement.ordered(1)).isEqualTo(1_065_353_216);
    }

    @Test
    void a_model_that_scores_what_is_left_low_goes_where_least_is_left() {
        NodeTable nodes = new NodeTable();
        nodes.join(0, NodeSpec.of("n0", 96_000, 1L << 40, 8, "H100"));
        nodes.join(1, NodeSpec.of("n1", 96_000, 1L << 40, 4, "H100"));
        Shape task = new Shape(1, Demand.cpu(1000, 1 << 10).withGpus(2));
        Scorer learnt = new LearntPlacement(model(), FACTS);

        assertThat(learnt.score(nodes, 0, task)).isEqualTo(LearntPlacement.ordered(-0.75f));
        assertThat(learnt.score(nodes, 1, task)).isEqualTo(LearntPlacement.ordered(-0.25f));
        nodes.take(task, 1, Grant.of(0b11));
        assertThat(learnt.score(nodes, 1, task)).isEqualTo(0);
    }

    @Test
    void what_is_no_placement_is_refused() {
        assertRefused(Map.of(), "needs the parameter (model)");
        assertRefused(Map.of("model", "none"), "The model, line 1: should say (berth-model)");
        assertRefused(
                Map.of("model", ShippedModel.text()),
                "The model, line 2: decides order, and what decides placement is needed here");
        String placement = ModelFile.write(model());
        StrategySpec ordering = StrategySpec.of("s", "fcfs", "fgd", "none")
                .ordering(PolicySpec.of("learnt", Map.of("model", placement)));
        assertThatThrownBy(() -> Catalog.standard().strategy(ordering, FACTS))
                .hasMessageContaining("The model, line 2: decides placement, and what decides order is needed here");
    }

    @Test
    void scores_without_a_scale_are_not_combined() {
        PolicySpec learnt = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model())));
        PartSpec mixed = new PartSpec.Weighted(
                List.of(new PartSpec.Weighed(learnt, 0.7), new PartSpec.Weighed(PolicySpec.of("fgd"), 0.3)));

        assertThatThrownBy(() -> Catalog.standard().strategy(strategy(mixed), FACTS))
                .hasMessageContaining("The policy (learnt) cannot be combined, only [best-fit, ");
    }

    private static void assertRefused(Map<String, String> parameters, String problem) {
        PolicySpec learnt = PolicySpec.of("learnt", parameters);
        assertThatThrownBy(() -> Catalog.standard().strategy(strategy(learnt), FACTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    private static StrategySpec strategy(PartSpec place) {
        return StrategySpec.of("s", "fcfs", "fgd", "none").placing(place);
    }

    private static PlacementModel model() {
        float[] weights = new float[NodeColumns.COUNT + 1];
        weights[GPU_LEFT] = -1;
        return new PlacementModel(
                new LargestNode(96_000, 1L << 40, 8_000),
                new LearntNetwork<>(LayerSizes.relu(NodeColumns.COUNT, 1), weights, new TreeMap<>()));
    }
}
