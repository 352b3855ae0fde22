package io.berth.learn.environment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.order.F1;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.policy.order.Sjf;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.learn.PublishedData;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpisodesTest {
    private static final String GENERATED = """
            cluster:
              nodes:
                - {count: 4, gpus: 4, model: T4, cpu: 32, memory: 128Gi}
            workload:
              generate: {jobs: 80}
            strategies: [fcfs]
            seeds: [%d]
            """;

    @Test
    void generatedJobsAreDrawnForEachSeedAsAScenarioOfThatSeedDrawsThem() {
        PreparedScenario scenario = read(GENERATED.formatted(1));
        Episodes episodes = Episodes.of(scenario, Episodes.ALL, 1);
        for (long seed = 1; seed <= 5; seed++) {
            Simulation.Setup same = read(GENERATED.formatted(seed)).setup(EngineOptions.FIRST_COME, seed);
            assertThat(arrivals(episodes.of(seed))).isEqualTo(arrivals(same));
        }
        assertThat(arrivals(episodes.of(1))).isNotEqualTo(arrivals(episodes.of(2)));
        assertThat(arrivals(Episodes.of(scenario, 30, 1).of(7))).hasSize(30).isSubsetOf(arrivals(episodes.of(7)));
    }

    @Test
    void partsOfTheJobsAreLearntFromAndTestedOn() {
        Episodes all = Episodes.of(read(GENERATED.formatted(1)), Episodes.ALL, 1);
        Episodes held = all.part(0.75, 1, 10);
        List<Arrival> jobs = arrivals(all.of(1));

        assertThat(arrivals(all.part(0, 0.75, Episodes.ALL).of(1))).isEqualTo(jobs.subList(0, 60));
        assertThat(arrivals(all.part(0.75, 1, Episodes.ALL).of(1))).isEqualTo(jobs.subList(60, 80));
        assertThat(arrivals(held.of(1))).hasSize(10).isSubsetOf(jobs.subList(60, 80));
        assertThat(held.scales()).isEqualTo(all.scales());
    }

    @Test
    void aWorkloadWithoutAnEndHasNoEpisodes() {
        Simulation.Setup ends = Worlds.setup(1, 5);
        GeneratorOptions options =
                GeneratorOptions.builder().jobs(Workload.ENDLESS).build();
        Simulation.Setup endless = new Simulation.Setup(
                ends.nodes(), new Generator(options, ends.nodes()), ends.strategy(), 1, ends.world(), Nanos.NEVER, 0);
        assertThatThrownBy(() -> Episodes.of(_ -> endless, 100, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an end");
    }

    /** Windows of a real log, where the logs are at hand. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "easy"})
    void ordersPlayedOnWindowsOfALogDecideAsTheStrategies(String backfill) {
        Path log = PublishedData.needed("swf/lublin_256.swf.gz");
        PreparedScenario scenario = read("""
                cluster: {swf: from-log}
                workload: {swf: %s}
                strategies: [fcfs]
                seeds: [1]
                """.formatted(log));
        Episodes episodes = Episodes.of(scenario, 256, 1);
        played("fcfs", new Fcfs(), backfill, episodes);
        played("sjf", new Sjf(), backfill, episodes);
        played("f1", new F1(), backfill, episodes);
    }

    private static void played(String name, KeyedOrder order, String backfill, Episodes episodes) {
        StrategySpec strategy = StrategySpec.of("s", name, "best-fit", backfill);
        EngineEnvironment environment =
                EngineEnvironment.ordering(EngineOptions.of(episodes).with(strategy), 256);
        for (long seed = 1; seed <= 2; seed++) {
            assertThat(Worlds.plans(environment, seed, Worlds.smallest(order)))
                    .isEqualTo(Worlds.plans(episodes.of(seed), strategy));
        }
    }

    private static PreparedScenario read(String text) {
        ScenarioReader reader = new ScenarioReader(new CatalogNames(Catalog.standard()));
        return PreparedScenario.read(reader.read(Source.text("test.yaml", text)), "test.yaml", (_, _) -> {});
    }

    private static List<Arrival> arrivals(Simulation.Setup setup) {
        List<Arrival> arrivals = new ArrayList<>();
        setup.workload().forEach(arrivals::add);
        return arrivals;
    }
}
