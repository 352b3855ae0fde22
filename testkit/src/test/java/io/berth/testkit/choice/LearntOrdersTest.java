package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.explain.Explainer;
import io.berth.core.journal.Frame;
import io.berth.core.model.Attribution.Contribution;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.core.model.column.JobColumns;
import io.berth.core.plan.Preference;
import io.berth.core.policy.Facts;
import io.berth.core.policy.order.WeightedRule;
import io.berth.core.state.Observer;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearntOrdersTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();
    private static final int DAYS = 20;
    private static final Map<String, String> WEIGHTS =
            Map.of("run", "-2.09", "wait", "1.05", "slowdown", "-0.52", "share", "0.1", "fits", "0.7");

    static List<String> sortingOrders() {
        return RandomSpecs.sortingOrders(CATALOG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void aRuleDecidesAsTheModelOfItsWeightsDoes(String backfill) {
        String model = ModelFile.write(model(WEIGHTS));
        assertAlike(DAYS, backfill, PolicySpec.of("rule", WEIGHTS), PolicySpec.of("learnt", Map.of("model", model)));
    }

    @Test
    void aModelWithoutHiddenLayersIsWrittenAsARuleAndBack() {
        Model model = model(Map.of("run", "-2.09", "wait", "0.1", "longest", "71.5", "jobs", "64"));
        PolicySpec rule = WeightedRule.of(model);

        assertThat(rule.toString()).isEqualTo("rule{jobs=64, longest=71.5, run=-2.09, wait=0.1}");
        assertThat(model(rule.parameters()).parameters()).isEqualTo(model.parameters());
        assertThat(model(rule.parameters()).longestNanos()).isEqualTo(model.longestNanos());
        assertThat(model(rule.parameters()).rows()).isEqualTo(64);
        assertThatThrownBy(() -> WeightedRule.of(network()))
                .hasMessage("Only a model without hidden layers over the columns (scaled) is a rule, not 8-4-1 over"
                        + " (scaled).");
    }

    @ParameterizedTest
    @MethodSource("sortingOrders")
    void aWindowOfOneIsTheHeuristic(String base) {
        Map<String, String> hybrid = Map.of("base", base, "window", "1", "model", ModelFile.write(network()));
        for (String backfill : List.of("none", "greedy", "easy", "conservative")) {
            assertAlike(5, backfill, PolicySpec.of("hybrid", hybrid), PolicySpec.of(base));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void aWindowOverAllIsTheModel(String backfill) {
        String model = ModelFile.write(network());
        Map<String, String> hybrid = Map.of("base", "fcfs", "window", "256", "model", model);
        assertAlike(DAYS, backfill, PolicySpec.of("hybrid", hybrid), PolicySpec.of("learnt", Map.of("model", model)));
    }

    @Test
    void ofTheFirstOfTheHeuristicTheOneThatTheModelPutsFirstGoes() {
        PolicySpec hybrid = PolicySpec.of("hybrid", Map.of("base", "fcfs", "window", "2", "processors", "1"));

        assertThat(new Passes(hybrid, "none").startedOn(8, 1, 2, 4)).containsExactly(2L, 3L, 1L);
    }

    @Test
    void anExplanationTellsWhatEachColumnMoved() {
        Passes passes = new Passes(PolicySpec.of("rule", Map.of("processors", "-2", "fits", "1")), "none");
        passes.node(8, 0);
        passes.job(9, 0);
        passes.job(6, 0);
        passes.job(4, 0);
        Explainer explainer = passes.explainer();

        Preference own = explainer.explain(3).preferences().getFirst();
        assertThat(own.first()).isEqualTo(3);
        assertThat(own.second()).isEqualTo(2);
        assertThat(own.model()).hasSize(16);
        double wider = 2 * (Math.log1p(6) - Math.log1p(4)) / Math.log1p(8);
        assertThat(points(own)).containsExactly(new double[] {0, 0, 0, wider, 0, 0, 0, 0}, within(1e-6));
        assertThat(own.why().lead()).isEqualTo(wider, within(1e-6));

        List<Preference> second = explainer.explain(2).preferences();
        assertThat(second).extracting(Preference::first).containsExactly(3L, 2L);
        assertThat(second).extracting(Preference::second).containsExactly(2L, 1L);
        assertThat(points(second.getLast())[7])
                .as("no CPU for either once job 3 has its")
                .isZero();

        Preference never = explainer.explain(1).preferences().getFirst();
        assertThat(never.first()).isEqualTo(2);
        assertThat(never.second()).isEqualTo(1);
    }

    @Test
    void aJobThatTheOrderDidNotLookAtIsToldSo() {
        PolicySpec rule = PolicySpec.of("rule", Map.of("processors", "-1", "jobs", "1"));
        Passes passes = new Passes(rule, "none");
        passes.node(4, 0);
        passes.job(6, 0);
        passes.job(5, 0);
        passes.used(4);

        Preference none = passes.explainer().explain(2).preferences().getFirst();
        assertThat(none.first()).isEqualTo(1);
        assertThat(none.second()).isEqualTo(2);
        assertThat(none.why()).isNull();
    }

    @Test
    void ordersThatSortHaveNothingToTell() {
        Passes passes = new Passes(PolicySpec.of("sjf"), "none");
        passes.node(4, 0);
        passes.job(6, 0);

        assertThat(passes.explainer().explain(1).preferences()).isEmpty();
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        String model = ModelFile.write(network());
        assertRefused("hybrid", Map.of("model", model, "window", "0"), "(window) must be from 1 to 256");
        assertRefused("hybrid", Map.of("model", model, "window", "257"), "not (257)");
        assertRefused("hybrid", Map.of("model", model, "base", "rule"), "(base) must be an order that sorts jobs");
        assertRefused("hybrid", Map.of("model", model, "base", "shortest"), "There is no policy (shortest)");
        assertRefused("hybrid", Map.of("model", model, "run", "1"), "not by the parameters (model) and (run) both");
        assertRefused("rule", Map.of("run", "1e39"), "(run) must be between -3.4e38 and 3.4e38, not (1e39)");
        assertRefused("rule", Map.of("longest", "0"), "(longest) must be above 0");
        assertRefused("rule", Map.of("jobs", "4097"), "(jobs) must be from 1 to 4096, not (4097)");
        assertRefused("rule", Map.of("weight", "1"), "has no parameter (weight)");
    }

    @Test
    void aChoiceAmongTheFirstAllocatesNothing() {
        PolicySpec hybrid =
                PolicySpec.of("hybrid", Map.of("base", "fcfs", "window", "16", "model", ModelFile.write(network())));
        long ordered = new Passes(PolicySpec.of("fcfs"), "greedy").bytesPerPass(300);
        long chosen = new Passes(hybrid, "greedy").bytesPerPass(300);

        assertThat(chosen - ordered).as("bytes of 300 choices").isLessThan(1_000);
    }

    private static void assertAlike(int days, String backfill, PolicySpec order, PolicySpec other) {
        Seeds.upTo(days, seed -> assertThat(plans(seed, order, backfill)).isEqualTo(plans(seed, other, backfill)));
    }

    private static void assertRefused(String order, Map<String, String> parameters, String problem) {
        StrategySpec spec = StrategySpec.of("s", "fcfs", "best-fit", "none").ordering(PolicySpec.of(order, parameters));
        assertThatThrownBy(() -> CATALOG.strategy(spec, new Facts(1, 1, List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    private static Model model(Map<String, String> parameters) {
        return WeightedRule.model(new Parameters("rule", WeightedRule.PARAMETERS, new TreeMap<>(parameters)));
    }

    private static Model network() {
        LayerSizes shape = LayerSizes.relu(JobColumns.COUNT, 4, 1);
        Chance chance = new Chance(7, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return new Model(Columns.SCALED, 256, 60_000_000_000L, new LearntNetwork<>(shape, weights, new TreeMap<>()));
    }

    private static double[] points(Preference preference) {
        return preference.why().contributions().stream()
                .mapToDouble(Contribution::points)
                .toArray();
    }

    private static List<Object> plans(long seed, PolicySpec order, String backfill) {
        StrategySpec strategy =
                StrategySpec.of("mine", "fcfs", "best-fit", backfill).ordering(order);
        RandomDay day = ChosenOrders.day(RandomDay.of(seed, strategy, CATALOG), spec -> strategy);
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(day, CATALOG, journal, new Observer() {}, 0).run();
        List<Object> plans = new ArrayList<>();
        for (Frame frame : journal.frames()) {
            plans.add(frame.atNanos());
            if (frame.plan() != null) {
                plans.add(frame.plan());
            }
        }
        return plans;
    }
}
