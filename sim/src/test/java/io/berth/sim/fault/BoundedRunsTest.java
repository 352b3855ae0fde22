package io.berth.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.fault.draw.DrawnScenario;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenarioReader;
import io.berth.spec.input.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bound on waiting is kept in runs in which much goes wrong. */
class BoundedRunsTest {
    private static final Catalog CATALOG = Catalog.standard();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void whoever_presses_longest_starts_when_those_have_ended_that_ran(long seed) {
        FaultScenario drawn = DrawnScenario.of(seed, CATALOG);
        List<Fault> faults = drawn.faults().stream()
                .filter(fault -> fault.strategy() == null)
                .toList();
        StrategySpec strategy = StrategySpec.of("bounded", "sjf", "best-fit", seed % 2 == 0 ? "greedy" : "easy")
                .with(PolicyKind.BOUND, PolicySpec.of("wait", Map.of("hours", "0.01", "from", "0.5")));

        FaultRun run = new FaultRun(drawn.withFaults(faults).withStrategy(strategy), CATALOG, FaultRun.Seams.NONE);

        Verdict verdict = run.run();
        assertThat(verdict.what()).isEmpty();
        assertThat(run.bounded().waits()).isGreaterThan(10);
        assertThat(run.bounded().checks()).isGreaterThan(10);
    }

    @Test
    void whoIsGoneByThePromisedMomentMayStillRunWhenTheOthersEndedSooner() {
        FaultScenario scenario =
                new FaultScenarioReader(new CatalogNames(CATALOG)).read(Source.text("sooner.yaml", """
                title: what runs ends sooner than it said
                nodes:
                  - {name: n0, cpu: 8, memory: 64Gi, gpus: 2}
                strategy:
                  name: bounded
                  order: fcfs
                  place: best-fit
                  backfill: easy
                  bound: {wait: {hours: 0.1, from: 0}}
                jobs:
                  - {number: 1, at: 1s, job: {name: sooner, demand: {gpus: 1}, estimate: 5m, duration: 1m}}
                  - {number: 2, at: 10s, job: {name: both, demand: {gpus: 2}, estimate: 1m, duration: 1m}}
                  - {number: 3, at: 20s, job: {name: between, demand: {gpus: 1}, estimate: 2m, duration: 2m}}
                """));

        FaultRun run = new FaultRun(scenario, CATALOG, FaultRun.Seams.NONE);

        assertThat(run.run().what()).isEmpty();
        assertThat(run.bounded().checks()).isPositive();
        assertThat(run.bounded().longestNanos()).isGreaterThan(50 * Nanos.SECOND);
    }
}
