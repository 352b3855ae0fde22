package io.berth.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.fault.draw.DrawnScenario;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultScenario;
import java.util.List;
import java.util.Map;
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
}
