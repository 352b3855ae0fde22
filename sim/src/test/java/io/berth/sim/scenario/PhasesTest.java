package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.workload.Arrival;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhasesTest {
    private static PreparedScenario prepared(String phases) {
        String yaml = "cluster: {nodes: [{count: 2, gpus: 4, cpu: 32, memory: 64Gi}]}\nworkload: {phases: " + phases
                + "}\nseeds: 1..2";
        return PreparedScenario.read(
                new ScenarioReader(new CatalogNames(Catalog.standard())).read(Source.inline("phases", yaml)),
                "phases",
                (_, _) -> {});
    }

    private static List<Arrival> arrivals(PreparedScenario prepared, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        prepared.draw(StrategySpec.of("fcfs"), seed).workload().forEach(arrivals::add);
        return arrivals;
    }

    @Test
    void a_phase_begins_when_the_last_job_of_the_one_before_has_come() {
        PreparedScenario prepared = prepared("[{jobs: 40, gpus: {1: 1}, estimated: 0%}, {jobs: 60, gpus: {4: 1}}]");
        List<Arrival> arrivals = arrivals(prepared, 1);

        assertThat(prepared.jobs(1)).isEqualTo(100);
        assertThat(prepared.generated()).isTrue();
        assertThat(arrivals).isSortedAccordingTo((one, other) -> Long.compare(one.atNanos(), other.atNanos()));
        assertThat(arrivals.subList(0, 40))
                .allMatch(arrival -> arrival.spec().demand().gpus() == 1)
                .allMatch(arrival -> arrival.spec().estimateNanos() == Nanos.NEVER)
                .allMatch(arrival -> arrival.spec().name().startsWith("phase-1-"));
        assertThat(arrivals.subList(40, 100))
                .allMatch(arrival -> arrival.spec().demand().gpus() == 4)
                .allMatch(arrival -> arrival.spec().estimateNanos() < Nanos.NEVER);
        assertThat(arrivals(prepared, 2)).isNotEqualTo(arrivals);
        assertThat(arrivals(prepared, 1)).isEqualTo(arrivals);
    }

    @Test
    void equal_phases_draw_different_jobs() {
        List<Arrival> arrivals = arrivals(prepared("[{jobs: 30}, {jobs: 30}]"), 1);
        assertThat(arrivals.subList(0, 30).stream()
                        .map(arrival -> arrival.spec().workNanos()))
                .isNotEqualTo(arrivals.subList(30, 60).stream()
                        .map(arrival -> arrival.spec().workNanos())
                        .toList());
    }

    @Test
    void phases_that_cannot_be_are_refused() {
        assertThatThrownBy(() -> prepared("[]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("one phase at least");
        assertThatThrownBy(() -> prepared("[{reads: {share: 50%}}]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("read no data sets");
    }
}
