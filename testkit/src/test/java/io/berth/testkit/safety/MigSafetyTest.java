package io.berth.testkit.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.sim.safety.SafetyRules;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomMig;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No GPU that MIG cuts is ever given to more than there is of it, whoever decides. */
class MigSafetyTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();

    /** Each placement, under each backfill by turns, half with preemption. */
    private static List<StrategySpec> strategies() {
        List<String> backfills = List.copyOf(CATALOG.names(PolicyKind.BACKFILL));
        List<StrategySpec> all = new ArrayList<>();
        for (PolicySpec place : RandomSpecs.placements(CATALOG)) {
            String backfill = backfills.get(all.size() % backfills.size());
            StrategySpec plain = StrategySpec.of(place.name() + "+" + backfill, "sjf", "fgd", backfill)
                    .placing(place);
            boolean preempts = all.size() % 2 == 0 && !backfill.equals("conservative");
            all.add(preempts ? plain.preempting("by-order") : plain);
        }
        return all;
    }

    @Test
    void the_safety_list_holds_on_days_with_mig_and_no_slice_is_left_taken() {
        long[] instances = {0};
        List<StrategySpec> strategies = strategies();
        Seeds.upTo(strategies.size(), seed -> {
            StrategySpec strategy = strategies.get((int) (seed - 1) % strategies.size());
            RandomDay day = RandomMig.of(RandomDay.of(seed, strategy, CATALOG));
            SafetyRules rules = new SafetyRules();
            MemoryJournal journal = new MemoryJournal();
            State end = new SimulatedDay(day, CATALOG, journal, rules, 0).run();
            assertThat(rules.instants()).isGreaterThan(20);
            NodeTable nodes = end.nodeTable();
            for (int node = 0; node < nodes.count(); node++) {
                assertThat(nodes.declaredRow(node).within(nodes.row(node))).isTrue();
            }
            List<Frame> frames = MemoryJournal.read(journal.bytes());
            Recovery again = Recovery.redecide(new State(day.seed()), CATALOG);
            frames.forEach(again::apply);
            assertThat(again.firstDifference()).isNull();
            instances[0] += frames.stream().mapToLong(MigSafetyTest::made).sum();
        });
        assertThat(instances[0]).isGreaterThan(50);
    }

    private static long made(Frame frame) {
        long made = 0;
        for (Decision decision :
                frame.plan() == null ? List.<Decision>of() : frame.plan().decisions()) {
            if (decision instanceof Decision.Start start) {
                made += start.placements().stream()
                        .filter(placement -> placement.grant() instanceof Grant.Instance)
                        .count();
            }
        }
        return made;
    }
}
