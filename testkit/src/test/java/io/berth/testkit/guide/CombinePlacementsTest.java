package io.berth.testkit.guide;

import static io.berth.testkit.fixture.Given.given;
import static io.berth.testkit.fixture.Given.job;
import static io.berth.testkit.fixture.Given.rack;
import static io.berth.testkit.fixture.Planned.starts;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.strategy.StrategyReader;
import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scenario of the guide's section "Combine placements" runs, and combinations decide as it says. */
class CombinePlacementsTest {
    private static final Pattern SHOWN =
            Pattern.compile("### Combine placements\n.*?```yaml\n(.*?)```", Pattern.DOTALL);
    private static final CatalogNames NAMES = new CatalogNames(Catalog.standard());

    @Test
    void the_guides_scenario_runs_and_finishes_all_jobs_under_each_combination() throws IOException {
        Matcher page = SHOWN.matcher(Files.readString(Code.checkout().resolve("docs/guide/getting-started.md")));
        assertThat(page.find()).isTrue();
        Scenario scenario = new ScenarioReader(NAMES).read(Source.text("guide.yaml", page.group(1)));
        PreparedScenario prepared = PreparedScenario.read(scenario, "guide.yaml", (_, _) -> {});

        assertThat(scenario.strategies()).hasSize(3);
        for (StrategySpec strategy : scenario.strategies()) {
            List<JobOutcome> outcomes = new ArrayList<>();
            Observer follower = new Observer() {
                @Override
                public void ended(JobEnd end) {
                    outcomes.add(end.outcome());
                }
            };
            new Simulation(prepared.setup(strategy, 42), Catalog.standard(), Journal.NONE, follower).run();
            assertThat(outcomes).as(strategy.name()).hasSize(500).containsOnly(JobOutcome.FINISHED);
        }
    }

    @Test
    void without_weights_the_second_policy_decides_between_what_is_equal_to_the_first() {
        given(rack("r1").nodes(3).gpus(8, "H100"))
                .running(job("pair").gpus(2).on("r1-1"), job("other").gpus(2).on("r1-2"))
                .running(job("cpus").cpus(10).on("r1-2"))
                .queued(job("next").gpus(2))
                .whenPlanned(placing("[gpu-clustering, least-tasks]"))
                .then(starts("next", "r1-1"));
        given(rack("r1").nodes(3).gpus(8, "H100"))
                .running(job("pair").gpus(2).on("r1-1"), job("other").gpus(2).on("r1-2"))
                .running(job("cpus").cpus(10).on("r1-1"))
                .queued(job("next").gpus(2))
                .whenPlanned(placing("[gpu-clustering, least-tasks]"))
                .then(starts("next", "r1-2"));
    }

    @Test
    void weights_say_how_far_each_policy_counts() {
        packing("[{best-fit: 0.9}, {least-tasks: 0.1}]", "r1-0");
        packing("[{best-fit: 0.1}, {least-tasks: 0.9}]", "r1-1");
    }

    private static void packing(String place, String expected) {
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .running(job("half").gpus(4).on("r1-0"))
                .queued(job("next").gpus(1))
                .whenPlanned(placing(place))
                .then(starts("next", expected));
    }

    private static StrategySpec placing(String place) {
        return StrategyReader.ofText(NAMES).named("{place: " + place + "}", "test");
    }
}
