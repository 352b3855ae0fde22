package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.engine.Recovery;
import io.berth.core.explain.LastStart;
import io.berth.core.explain.NodePreference;
import io.berth.core.explain.StartExplanation;
import io.berth.core.journal.Frame;
import io.berth.core.model.Attribution;
import io.berth.core.model.JointModel;
import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.JointColumns;
import io.berth.core.plan.Preference;
import io.berth.core.policy.Facts;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.core.time.Nanos;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomModels;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strategies that go by a model of order and placement together, on random days with gangs, failures and changing nodes. */
class JointDecisionsTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();
    private static final int DAYS = 36;
    private static final int TOLD_DAYS = 4;

    @Test
    void a_model_that_looks_at_the_wait_alone_is_first_come_on_the_first_node() {
        StrategySpec plain = StrategySpec.of("mine", "fcfs", "first-fit", "greedy");
        StrategySpec joint = joined(ModelFile.write(longestWait()), "greedy");

        Seeds.upTo(DAYS, seed -> assertThat(plans(seed, joint)).isEqualTo(plans(seed, plain)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy"})
    void what_was_decided_is_decided_again_and_told(String backfill) {
        List<Attribution> told = new ArrayList<>();
        Seeds.upTo(TOLD_DAYS, seed -> {
            StrategySpec strategy = joined(ModelFile.write(RandomModels.joint(seed)), backfill);
            List<Frame> frames = frames(seed, strategy);
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            for (Frame frame : frames) {
                starts(frame).forEach(start -> told.addAll(told(frame, start, again.state())));
                again.apply(frame);
            }
            assertThat(again.firstDifference()).isNull();
        });
        assertThat(told).hasSizeGreaterThan(15).allSatisfy(why -> {
            double sum = why.contributions().stream()
                    .mapToDouble(Attribution.Contribution::points)
                    .sum();
            assertThat(sum + why.error()).isEqualTo(why.lead(), within(1e-9));
        });
    }

    @Test
    void parts_that_do_not_go_with_it_are_refused() {
        StrategySpec joint = joined(ModelFile.write(RandomModels.joint(1)), "greedy");
        PolicySpec other = learnt(ModelFile.write(RandomModels.joint(2)));
        PolicySpec own = (PolicySpec) joint.place();

        assertRefused(joint.placing(PolicySpec.of("fgd")), "so place (fgd) does not go with it");
        assertRefused(joint.placing(other), "so place (learnt) does not go with it, only learnt by the same model");
        assertRefused(joint.ordering(PolicySpec.of("sjf")), "so order (sjf) does not go with it");
        assertRefused(joined(ModelFile.write(RandomModels.joint(1)), "conservative"), "only none, greedy or easy");
        assertRefused(joint.preempting("by-order"), "preempt (by-order)");
        assertRefused(
                joint.ordering(PolicySpec.of(
                        "exploring",
                        Map.of("of", "learnt", "model", own.parameters().get("model")))),
                "decides joint, and what decides order is needed here");
        WorkClass byPair = new WorkClass("pairs", WorkClass.DEFAULTS.getFirst().when(), Map.of(PolicyKind.PLACE, own));
        assertRefused(StrategySpec.of("plain").classed(List.of(byPair)), "The placement (learnt) of a class");
    }

    /** What moved the order and the placement at a start, which is told as it was decided. */
    private static List<Attribution> told(Frame frame, Decision.Start start, State before) {
        LastStart last = new LastStart(start.job());
        last.follow(frame, before);
        StartExplanation why = Objects.requireNonNull(last.explain(CATALOG));
        assertThat(why.same()).isTrue();
        List<Attribution> told = new ArrayList<>();
        for (NodePreference placement : why.placements()) {
            assertThat(why.nodes()).contains(placement.node());
            if (placement.why() != null) {
                assertThat(placement.why().lead()).isGreaterThan(-1e-3);
                told.add(placement.why());
            }
        }
        for (Preference preference : why.preferences()) {
            assertThat(preference.first() == start.job() || preference.second() == start.job())
                    .isTrue();
            if (preference.why() != null) {
                told.add(preference.why());
            }
        }
        return told;
    }

    private static void assertRefused(StrategySpec strategy, String problem) {
        assertThatThrownBy(() -> CATALOG.strategy(strategy, new Facts(1, 1, List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    private static StrategySpec joined(String model, String backfill) {
        return StrategySpec.of("mine", "fcfs", "best-fit", backfill)
                .ordering(learnt(model))
                .placing(learnt(model));
    }

    private static PolicySpec learnt(String model) {
        return PolicySpec.of("learnt", Map.of("model", model));
    }

    /** It sees all jobs and nodes of a day. */
    private static JointModel longestWait() {
        float[] weights = new float[JointColumns.COUNT + 1];
        weights[0] = 1;
        return new JointModel(
                new JointModel.View(128, 32),
                new JointModel.Scales(100 * Nanos.HOUR, 64_000, new LargestNode(64_000, 1L << 40, 8_000)),
                new LearntNetwork<>(LayerSizes.relu(JointColumns.COUNT, 1), weights, new TreeMap<>()));
    }

    private static List<Object> plans(long seed, StrategySpec strategy) {
        List<Object> plans = new ArrayList<>();
        for (Frame frame : frames(seed, strategy)) {
            plans.add(frame.atNanos());
            if (frame.plan() != null) {
                plans.add(frame.plan());
            }
        }
        return plans;
    }

    private static List<Frame> frames(long seed, StrategySpec strategy) {
        RandomDay day = ChosenOrders.day(RandomDay.of(seed, strategy, CATALOG), _ -> strategy);
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(day, CATALOG, journal, new Observer() {}, 0).run();
        return journal.frames();
    }

    private static List<Decision.Start> starts(Frame frame) {
        return frame.plan() == null
                ? List.of()
                : frame.plan().decisions().stream()
                        .filter(Decision.Start.class::isInstance)
                        .map(Decision.Start.class::cast)
                        .toList();
    }
}
