package io.berth.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.LargestServer;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.environment.fleet.FleetEpisodes;
import io.berth.learn.environment.fleet.FleetReward;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Source;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DispatchTaskTest {
    private static final String SCENARIO = """
            fleet:
              models: [{name: small, memory: 4Gi}]
              servers:
                - {count: 3, name: slow, speed: 0.25, memory: 16Gi, models: [small]}
                - {count: 1, name: quick, speed: 4, slots: 2, memory: 40Gi, models: [small]}
            requests: {generate: {requests: 100, load: 0.9, models: {small: 1}, memory: {1Gi: 1}}}
            """;

    private final FleetScenario scenario = FleetScenarioReader.read(Source.text("fleet", SCENARIO), List.of());
    private final DispatchSpec strategy = scenario.strategies().getFirst();
    private final FleetEpisodes episodes =
            FleetEpisodes.of(PreparedFleet.read(scenario), strategy, 100, FleetReward.LATENCY);

    @Test
    void knownBalancersAndChanceAreComparedInTheSameEpisodes() {
        SortedMap<String, Double> baselines = new DispatchTask(episodes, strategy, 3).baselines();

        assertThat(baselines).containsKeys("random", "round-robin", "least-connections", "resource-aware");
        assertThat(baselines.get("resource-aware")).isLessThan(baselines.get("round-robin"));
        assertThat(new DispatchTask(episodes, strategy, 3).baselines()).isEqualTo(baselines);
    }

    @Test
    void aModelCostsInTheTestsWhatItsActorDoes() {
        DispatchTask task = new DispatchTask(episodes, strategy, 3);
        RowNetworks networks = new RowNetworks(task.mdp(), List.of(8));
        float[] parameters = networks.newActor(4);
        BalancerModel model = task.model(List.of(8), parameters, new TreeMap<>());

        assertThat(model.largest()).isEqualTo(new LargestServer(4000, 2, 40L << 30));
        assertThat(Arrays.stream(task.figures(model)).average().orElseThrow())
                .isEqualTo(task.test(networks, parameters));
        assertThat(task.facts()).containsEntry("strategy", "queue fifo, admit [], wait server");
    }

    @Test
    void theSearchBeginsAboutWhereResourceAwareIs() {
        DispatchTask task = new DispatchTask(episodes, strategy, 10);
        double known = task.test(new RowNetworks(task.mdp(), List.of()), task.knownRule());

        assertThat(known).isCloseTo(task.baselines().get("resource-aware"), withinPercentage(3));
    }

    @Test
    void aBalancerCostsWhatItsRunSays() {
        SortedMap<String, Double> figures =
                episodes.figures(PolicySpec.of("round-robin"), 5).values();
        double answered = 1 - figures.get("request_rejection_rate");

        assertThat(figures.get(FleetEpisodes.COST))
                .isEqualTo(figures.get("latency_mean_s") * answered + 60 * (1 - answered));
    }
}
