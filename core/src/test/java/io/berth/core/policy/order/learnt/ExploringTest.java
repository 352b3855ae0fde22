package io.berth.core.policy.order.learnt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Scene;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.policy.order.Sjf;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExploringTest {
    private static final Scene SCENE = new Scene("none", 1);

    /** Four jobs of 40, 30, 20, 10 s, of which the second finds no room. */
    private static final List<Job> JOBS = Stream.of(40, 30, 20, 10)
            .map(seconds -> SCENE.submit(Demand.cpu(1000, 0), seconds * Nanos.SECOND))
            .toList();

    @Test
    void optionsAreTakenAsOftenAsTheirPropensitiesSay() {
        Exploring exploring = new Exploring(new Fcfs(), 0.3, new Sjf(), 0.2);
        int passes = 40_000;
        int[] taken = new int[JOBS.size()];
        for (int pass = 0; pass < passes; pass++) {
            taken[exploring.choose(new FourJobs(pass))]++;
        }

        double[] chances = exploring.propensities(new FourJobs(0), 0);

        assertThat(chances).containsExactly(new double[] {0.6, 0.1, 0.3}, within(1e-9));
        assertThat(taken[1]).isZero();
        assertThat(taken[0] / (double) passes).isCloseTo(chances[0], within(0.01));
        assertThat(taken[2] / (double) passes).isCloseTo(chances[1], within(0.01));
        assertThat(taken[3] / (double) passes).isCloseTo(chances[2], within(0.01));
    }

    @Test
    void theOwnChoiceIsAnOptionEvenWhereItFindsNoRoom() {
        Chooser second = _ -> 1;

        double[] chances = new Exploring(second, 0.4).propensities(new FourJobs(0), 1);

        assertThat(chances).containsExactly(new double[] {0.1, 0.7, 0.1, 0.1}, within(1e-9));
    }

    @Test
    void withoutAShareItIsTheOrderItself() {
        Exploring exploring = new Exploring(new Sjf(), 0);
        for (int pass = 0; pass < 100; pass++) {
            assertThat(exploring.choose(new FourJobs(pass))).isEqualTo(3);
        }
    }

    @Test
    void theCatalogMakesItFromTheTextOfAnotherOrder() {
        assertThat(made(Map.of("of", "priority aging=2", "rival", "sjf"))).isInstanceOf(Exploring.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made(Map.of("of", "exploring")))
                .withMessageContaining("cannot be that order");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made(Map.of("share", "0.7")))
                .withMessageContaining("must be from 0 to 0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made(Map.of("of", "priority aging")))
                .withMessageContaining("name=value");
    }

    private static Object made(Map<String, String> parameters) {
        StrategySpec spec = StrategySpec.of("any").ordering(PolicySpec.of("exploring", parameters));
        return Catalog.standard().strategy(spec, new Facts(1, 1, List.of())).order();
    }

    private static final class FourJobs implements Waiting {
        private final Chance chance;

        FourJobs(int pass) {
            chance = new Chance(7, "test", pass);
        }

        @Override
        public int size() {
            return JOBS.size();
        }

        @Override
        public QueuedJob job(int i) {
            return JOBS.get(i);
        }

        @Override
        public long nowNanos() {
            return Nanos.MINUTE;
        }

        @Override
        public long freeCpuMilli() {
            return 1000;
        }

        @Override
        public long totalCpuMilli() {
            return 4000;
        }

        @Override
        public long freeGpuMilli() {
            return 0;
        }

        @Override
        public long totalGpuMilli() {
            return 0;
        }

        @Override
        public boolean mayFit(int i) {
            return i != 1;
        }

        @Override
        public int below(int bound) {
            return chance.below(bound);
        }
    }
}
