package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.Source;
import io.berth.testkit.architecture.Code;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of engines, on their traces: what {@code predicted} gains there. */
class EngineTracesTest {
    @ParameterizedTest
    @CsvSource({
        "llm-azure.yaml, azure, llm/AzureLLMInferenceTrace_conv.csv",
        "llm-mooncake.yaml, mooncake, llm/mooncake_conversation.jsonl.gz"
    })
    void predictedHasTheShortestTailAndTheMostGoodAnswers(String example, String trace, String file) {
        String named = System.getProperty("berth.data", System.getenv().getOrDefault("BERTH_DATA", ""));
        Path path = Path.of(named.isEmpty() ? "../../shared/data" : named, file).toAbsolutePath();
        assumeTrue(Files.exists(path), "no " + path + ": set -Dberth.data or BERTH_DATA");
        FleetScenario scenario = FleetScenarioReader.read(
                Source.file(Code.checkout().resolve("examples/" + example)),
                List.of(Assignment.parse("requests." + trace + "=" + path)));
        PreparedFleet fleet = PreparedFleet.read(scenario);

        SortedMap<String, Double> predicted = figures(fleet, scenario, "predicted");
        for (String other : List.of("least-connections", "load-aware", "priority-to-fast", "resource-aware")) {
            SortedMap<String, Double> figures = figures(fleet, scenario, other);
            assertThat(predicted.get("latency_p99_s")).as(other).isLessThan(0.95 * figures.get("latency_p99_s"));
            assertThat(predicted.get("slo_attainment")).as(other).isGreaterThan(figures.get("slo_attainment") - 0.01);
        }
        assertThat(predicted.get("requests_finished")).isEqualTo(predicted.get("requests_submitted"));
    }

    private static SortedMap<String, Double> figures(PreparedFleet fleet, FleetScenario scenario, String balance) {
        DispatchSpec strategy = scenario.strategies().stream()
                .filter(known -> known.name().equals(balance))
                .findFirst()
                .orElseThrow();
        assertThat(strategy.balance()).isEqualTo(PolicySpec.of(balance));
        return new FleetRun(fleet.setup(strategy, 1), FleetObserver.NONE)
                .run(_ -> {})
                .figures();
    }
}
