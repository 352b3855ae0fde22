package io.berth.learn.environment.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.learn.agent.Player;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learnt in the environment and what decides without it see the same and say the same. */
class PlayedBalancerTest {
    private static final List<Integer> HIDDEN = List.of(16, 8);

    /** Some requests are too large for any server, and at the gateway often none has a slot: then nobody is asked. */
    private static final String SCENARIO = """
            fleet:
              models: [{name: small, memory: 4Gi}, {name: large, memory: 20Gi}]
              servers:
                - {count: 7, name: slow, speed: 0.5, memory: 16Gi, load_time: 30s, models: [small]}
                - {count: 2, name: quick, speed: 2, slots: 2, memory: 40Gi, load_time: 10s, models: [small, large]}
            requests:
              generate:
                requests: 300
                load: 1.1
                models: {small: 5, large: 2}
                memory: {2Gi: 6, 12Gi: 1, 50Gi: 1}
                stages: [{name: mask, share: 20%, model: small}, {name: image, share: 80%}]
              priorities: {0: 8, 1: 2}
              deadline: 3m
            strategies:
              - {name: limited, balance: round-robin, queue: priority, admit: {queue-limit: {length: 4}}}
              - {name: gateway, balance: round-robin, wait: gateway}
              - {name: plain, balance: round-robin}
            """;

    private final FleetScenario scenario = FleetScenarioReader.read(Source.text("scenario.yaml", SCENARIO), List.of());
    private final PreparedFleet prepared = PreparedFleet.read(scenario);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aModelThatIsPlayedDecidesAsTheStrategyThatGoesByIt(int place) {
        DispatchSpec strategy = scenario.strategies().get(place);
        FleetEnvironment environment =
                new FleetEnvironment(FleetEpisodes.of(prepared, strategy, 300, FleetReward.LATENCY));
        for (long seed = 1; seed <= 3; seed++) {
            RowNetworks networks = new RowNetworks(environment.mdp(), HIDDEN);
            BalancerModel model = model(environment, networks.actor(), seed);
            FleetRun.Setup setup = prepared.setup(balancing(strategy, model), seed);
            Picks picks = new Picks();
            SortedMap<String, Double> expected =
                    new FleetRun(setup, picks).run(_ -> {}).figures();

            environment.reset(seed);
            new Player(environment, networks.evaluation(model.parameters(), new float[networks.criticParameters()]))
                    .finish();
            assertThat(environment.figures().values()).containsAllEntriesOf(expected);
            assertThat(picks.servers).hasSizeGreaterThan(1);
            assertThat(expected.get("request_rejection_rate")).isPositive();
            assertThat(expected)
                    .isNotEqualTo(new FleetRun(prepared.setup(strategy, seed), FleetObserver.NONE)
                            .run(_ -> {})
                            .figures());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void twoRunsByOneModelPickTheSame(long seed) {
        FleetEnvironment environment = new FleetEnvironment(
                FleetEpisodes.of(prepared, scenario.strategies().getLast(), 300, FleetReward.LATENCY));
        BalancerModel model = model(environment, new RowNetworks(environment.mdp(), HIDDEN).actor(), seed);
        FleetRun.Setup setup = prepared.setup(balancing(scenario.strategies().getLast(), model), seed);
        Picks first = new Picks();
        Picks second = new Picks();

        new FleetRun(setup, first).run(_ -> {});
        new FleetRun(setup, DispatchCatalog.standard().balancer(setup.strategy().balance()), second).run(_ -> {});

        assertThat(first.picks).isEqualTo(second.picks).isNotEmpty();
    }

    private static DispatchSpec balancing(DispatchSpec strategy, BalancerModel model) {
        return new DispatchSpec(
                strategy.name(),
                PolicySpec.of("learnt", Map.of("model", ModelFile.write(model))),
                strategy.queue(),
                strategy.admit(),
                strategy.waiting());
    }

    private static BalancerModel model(FleetEnvironment environment, LayerSizes shape, long seed) {
        Chance chance = new Chance(seed, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return new BalancerModel(environment.largest(), new LearntNetwork<>(shape, weights, new TreeMap<>()));
    }

    private static final class Picks implements FleetObserver {
        private final List<String> picks = new ArrayList<>();
        private final SortedMap<Integer, Integer> servers = new TreeMap<>();

        @Override
        public void sent(Request request, int server) {
            assertThat(server).isNotEqualTo(Fleet.NONE);
            picks.add(request.id() + ">" + server);
            servers.merge(server, 1, Integer::sum);
        }
    }
}
