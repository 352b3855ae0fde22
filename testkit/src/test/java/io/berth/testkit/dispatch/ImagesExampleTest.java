package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.Source;
import io.berth.testkit.architecture.Code;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The shipped case of a hundred mixed GPUs: what the guide says of it. */
class ImagesExampleTest {
    private static final List<String> BETTER = List.of("load-aware", "resource-aware", "priority-to-fast");
    private static final List<String> IMBALANCE = List.of(
            "node_utilization_variance",
            "task_completion_time_variance",
            "resource_idle_rate",
            "queueing_time_mean_s",
            "request_rejection_rate");

    /** Each request as one piece, which the guide's first tables are of. */
    private static final List<Assignment> ONE_PIECE = List.of(
            Assignment.parse("requests.generate.load=0.95"),
            Assignment.parse("requests.generate.stages=[]"),
            Assignment.parse("fleet.feature_cache=0"));

    private final FleetScenario scenario =
            FleetScenarioReader.read(Source.file(Code.checkout().resolve("examples/images.yaml")), ONE_PIECE);
    private final PreparedFleet prepared = PreparedFleet.read(scenario);

    @Test
    void it_has_a_hundred_servers_ten_thousand_requests_and_ten_seeds() {
        assertThat(prepared.servers()).isEqualTo(100);
        assertThat(prepared.requests(1)).isEqualTo(10_000);
        assertThat(scenario.seeds()).hasSize(10);
    }

    @Test
    void three_balancers_beat_round_robin_in_all_five_figures_of_imbalance() {
        for (long seed : List.of(1L, 2L)) {
            TreeMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
            for (DispatchSpec strategy : scenario.strategies()) {
                if (strategy.name().equals("round-robin") || BETTER.contains(strategy.name())) {
                    FleetRun run = new FleetRun(prepared.setup(strategy, seed), FleetObserver.NONE);
                    figures.put(strategy.name(), run.run(_ -> {}).figures());
                }
            }
            for (String better : BETTER) {
                for (String figure : IMBALANCE) {
                    assertThat(figures.get(better).get(figure))
                            .as("%s of %s, seed %d", figure, better, seed)
                            .isLessThan(figures.get("round-robin").get(figure));
                }
            }
        }
    }
}
