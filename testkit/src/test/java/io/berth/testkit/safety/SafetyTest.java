package io.berth.testkit.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.Resource;
import io.berth.core.journal.Journal;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.sim.safety.SafetyRules;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SafetyTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();
    private static final int DAYS_PER_STRATEGY = Seeds.some(50);

    static Stream<StrategySpec> strategies() {
        List<StrategySpec> all = new ArrayList<>(CATALOG.presets());
        for (String backfill : CATALOG.names(PolicyKind.BACKFILL)) {
            for (PolicySpec place : RandomSpecs.placements(CATALOG)) {
                if (backfill.equals("none") || backfill.equals("greedy")) {
                    all.add(StrategySpec.of("windows+" + place.name() + "+" + backfill, "sjf", "fgd", backfill)
                            .placing(place)
                            .planning(PolicySpec.of("dual", Map.of("window", "3", "linger", "4"))));
                }
                all.add(StrategySpec.of("fcfs+" + place.name() + "+" + backfill, "fcfs", "fgd", backfill)
                        .placing(place));
            }
            all.add(StrategySpec.of("rule+best-fit+" + backfill, "fcfs", "best-fit", backfill)
                    .ordering(PolicySpec.of("rule", Map.of("run", "-1", "slowdown", "2"))));
            for (String order : RandomSpecs.sortingOrders(CATALOG)) {
                StrategySpec strategy = StrategySpec.of(order + "+best-fit+" + backfill, order, "best-fit", backfill);
                all.add(strategy);
                if (!backfill.equals("conservative")) {
                    all.add(strategy.preempting("by-order"));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strategies")
    void the_safety_list_holds_through_random_days_and_nobody_waits_for_ever(StrategySpec strategy) {
        Seeds.upTo(DAYS_PER_STRATEGY, seed -> {
            RandomDay day = RandomDay.of(seed, strategy, CATALOG);
            SafetyRules rules = new SafetyRules();
            State end = new SimulatedDay(day, CATALOG, Journal.NONE, rules, 0).run();

            assertThat(rules.instants()).isGreaterThan(20);
            assertThat(end.jobs().stream().filter(SafetyTest::mayEnd))
                    .as("jobs that live on when all has drained")
                    .isEmpty();
            assertThat(end.nextJob()).isEqualTo(day.arrivals().size() + 1);
            for (int node = 0; node < end.nodes().count(); node++) {
                assertThat(end.nodes().usable(node)).isTrue();
                assertThat(end.nodes().empty(node)).isTrue();
                for (Resource resource : Resource.values()) {
                    assertThat(end.nodes().free(node, resource))
                            .isEqualTo(end.nodes().total(node, resource));
                }
            }
        });
    }

    /** False for a job that comes after another, or waits for others by a rule between tasks: those may never come. */
    private static boolean mayEnd(Job job) {
        return job.queued()
                && job.spec().groups().stream()
                        .allMatch(group -> group.demand().peers().isEmpty());
    }
}
