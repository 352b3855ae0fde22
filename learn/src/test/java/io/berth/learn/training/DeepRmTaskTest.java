package io.berth.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.deeprm.Rules;
import io.berth.learn.network.RowNetworks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeepRmTaskTest {
    private static final double ROUNDED = 0.0005;
    private static final double SHORTEST_FIRST = 5.146;

    private final DeepRmTask task = new DeepRmTask(
            Rules.published(10, Rules.End.ALL_DONE).seenAs(Rules.View.SLOTS).masked(), 0.7);

    @Test
    void baselinesAreThePublishedOnes() {
        assertThat(task.baselines().get("sjf")).isCloseTo(SHORTEST_FIRST, within(ROUNDED));
        assertThat(task.baselines().get("packer")).isCloseTo(12.814, within(ROUNDED));
        assertThat(task.baselines().get("tetris")).isCloseTo(11.631, within(ROUNDED));
    }

    @Test
    void aRuleOverSlotsThatIsShortestFirstDoesAsWell() {
        assertThat(test(Map.of("length", -1f, "later", -9f, "pass", -5f))).isCloseTo(SHORTEST_FIRST, within(ROUNDED));
    }

    @Test
    void theSearchForARuleBeginsWithShortestFirst() {
        RowNetworks rules = new RowNetworks(task.mdp(), List.of());
        assertThat(task.test(rules, task.knownRule())).isCloseTo(SHORTEST_FIRST, within(ROUNDED));
    }

    @Test
    void jobsThatNeverStartCountWithWhatTheyWaited() {
        assertThat(test(Map.of("length", -1f, "later", -9f, "pass", -0.1f))).isGreaterThan(2 * SHORTEST_FIRST);
    }

    private double test(Map<String, Float> weights) {
        List<String> features =
                task.mdp().observation().features().stream().map(Feature::name).toList();
        float[] rule = new float[features.size() + 1];
        weights.forEach((feature, weight) -> rule[features.indexOf(feature)] = weight);
        return task.test(new RowNetworks(task.mdp(), List.of()), rule);
    }
}
