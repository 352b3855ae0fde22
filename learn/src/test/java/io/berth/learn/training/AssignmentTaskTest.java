package io.berth.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.environment.finite.Assignment;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AssignmentTaskTest {
    /** To take what costs least each time brings 1 + 3 + 9; the best is 2 + 1 + 5. */
    private static final Assignment TRAP = Assignment.oneEach(new double[][] {{1, 2, 9}, {1.5, 3, 5}, {1, 8, 9}}, 100);

    @Test
    void whatIsKnownStandsBesideGreedyAndChance() {
        SortedMap<String, Double> baselines =
                new AssignmentTask(TRAP, new TreeMap<>(Map.of("optimum", 8.0))).baselines();

        assertThat(baselines.get("optimum")).isEqualTo(8);
        assertThat(baselines.get("cheapest-first")).isCloseTo(1 + 3 + 9, within(1e-9));
        assertThat(baselines.get("random")).isBetween(8.0, 20.0);
    }
}
