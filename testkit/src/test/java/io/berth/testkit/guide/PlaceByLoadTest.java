package io.berth.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.ScenarioWriter;
import io.berth.testkit.architecture.Code;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guide says of the example whose jobs use half of what they ask for. */
class PlaceByLoadTest {
    private static final double ONE_WINDOW_SECONDS = 300;

    @Test
    void a_strategy_that_looks_at_what_nodes_do_evens_that_out() {
        Source file = Source.file(Code.checkout().resolve("examples/load.yaml"));
        Scenario scenario = new ScenarioReader(new CatalogNames(Catalog.standard())).read(file);
        PreparedScenario prepared = PreparedScenario.read(scenario, "load.yaml", (_, _) -> {});
        TreeMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
        for (StrategySpec strategy : scenario.strategies()) {
            figures.put(
                    strategy.name(),
                    new Simulation(prepared.setup(strategy, 42), Catalog.standard(), Journal.NONE, new Observer() {})
                            .run(prepared.window(42))
                            .figures());
        }

        SortedMap<String, Double> byLoad = figures.get("least-load");
        assertThat(byLoad.get("jobs_finished"))
                .isEqualTo(figures.get("best-fit").get("jobs_finished"));
        assertThat(p95(figures, "least-load")).isLessThanOrEqualTo(0.8 * p95(figures, "best-fit"));
        assertThat(p95(figures, "least-load")).isLessThanOrEqualTo(0.8 * p95(figures, "least-allocated"));
        assertThat(byLoad.get("node_above_threshold_longest_s")).isLessThanOrEqualTo(ONE_WINDOW_SECONDS);
        assertThat(figures.get("best-fit").get("node_above_threshold_longest_s"))
                .isGreaterThan(ONE_WINDOW_SECONDS);
        assertThat(byLoad.get("node_load_mean_pct"))
                .isCloseTo(figures.get("best-fit").get("node_load_mean_pct"), Offset.offset(0.5));
    }

    /** What jobs alike used is learnt; by factors most nodes of the first are above it for half an hour and more. */
    @ParameterizedTest
    @ValueSource(strings = {"packed", "least-load", "predicted"})
    void no_node_is_above_its_threshold_in_any_seed_whatever_the_placement(String name) {
        Source file = Source.file(Code.checkout().resolve("examples/load.yaml"));
        Scenario scenario = new ScenarioReader(new CatalogNames(Catalog.standard())).read(file);
        PreparedScenario prepared = PreparedScenario.read(scenario, "load.yaml", (_, _) -> {});
        StrategySpec strategy = scenario.strategies().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();

        for (long seed : new long[] {42, 1, 2, 3, 4, 5}) {
            SortedMap<String, Double> figures = new Simulation(
                            prepared.setup(strategy, seed), Catalog.standard(), Journal.NONE, new Observer() {})
                    .run(prepared.window(seed))
                    .figures();
            assertThat(figures.get("node_above_threshold_longest_s"))
                    .as("seed " + seed)
                    .isLessThanOrEqualTo(ONE_WINDOW_SECONDS);
            assertThat(figures.get("nodes_above_threshold")).as("seed " + seed).isZero();
        }
    }

    @Test
    void what_a_scenario_says_of_uses_is_written_as_it_is_read() {
        Source file = Source.file(Code.checkout().resolve("examples/load.yaml"));
        ScenarioReader reader = new ScenarioReader(new CatalogNames(Catalog.standard()));
        Scenario scenario = reader.read(file);

        assertThat(reader.read(Source.text("written", ScenarioWriter.write(scenario)))
                        .workload())
                .isEqualTo(scenario.workload());
    }

    private static double p95(SortedMap<String, SortedMap<String, Double>> figures, String strategy) {
        return figures.get(strategy).get("node_load_p95_pct");
    }
}
