package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.sim.comparison.Interval;
import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Every balancer on fleets to which something happens: the table is as it was, and Berth's own balancer near the best. */
class FleetScenariosTest {
    private static final Path TOLD = Code.checkout().resolve("testkit/src/test/resources/golden/fleet-scenarios.md");
    /** How many times the best one of each scenario, on one seed. */
    private static final Map<String, Double> NEAR = Map.of("latency_mean_s", 1.1, "latency_p99_s", 1.25);

    @Test
    void theTableIsAsItWasAndPredictedIsNearTheBestInAll() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String scenario : FleetScenarioTable.SCENARIOS) {
            SortedMap<String, SortedMap<String, Interval>> figures = FleetScenarioTable.figures(scenario, List.of(1L));
            text.append(FleetScenarioTable.table(scenario, figures));
            for (String figure : NEAR.keySet()) {
                double best = figures.values().stream()
                        .mapToDouble(row -> row.get(figure).mean())
                        .min()
                        .orElseThrow();
                assertThat(figures.get("predicted").get(figure).mean())
                        .as("%s, %s", scenario, figure)
                        .isLessThan(NEAR.get(figure) * best);
            }
        }
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(TOLD, text);
        }
        assertThat(TOLD).content().isEqualTo(text.toString());
    }
}
