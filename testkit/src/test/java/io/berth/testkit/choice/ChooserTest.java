package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.sim.safety.SafetyRules;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.Leftovers;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChooserTest {
    private static final Catalog STANDARD = CapriciousPlanner.catalog();
    private static final Catalog CATALOG = ChosenOrders.catalog(STANDARD);
    private static final Observer NOBODY = new Observer() {};
    private static final int DAYS = Seeds.some(30);
    private static final int TRIES = 500;

    static Stream<StrategySpec> strategies() {
        List<StrategySpec> all = new ArrayList<>();
        for (String backfill : STANDARD.names(PolicyKind.BACKFILL)) {
            for (String order : RandomSpecs.sortingOrders(STANDARD)) {
                all.add(StrategySpec.of(order + "+" + backfill, order, "best-fit", backfill));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strategies")
    void who_chooses_the_smallest_key_writes_the_journal_of_the_order(StrategySpec strategy) {
        Seeds.upTo(DAYS, seed -> {
            RandomDay day = RandomDay.of(seed, strategy, STANDARD);
            List<Frame> ordered =
                    frames(day, spec -> ChosenOrders.ordered(spec, spec.order().name()));
            List<Frame> chosen = frames(day, ChosenOrders::chosen);

            assertThat(chosen).hasSameSizeAs(ordered);
            for (int i = 0; i < ordered.size(); i++) {
                assertThat(chosen.get(i).plan())
                        .as("frame %d", i)
                        .isEqualTo(ordered.get(i).plan());
                assertThat(withoutStrategies(chosen.get(i))).isEqualTo(withoutStrategies(ordered.get(i)));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void no_random_choice_differs_when_it_is_made_again_from_the_middle_of_a_day(String backfill) {
        Seeds.upTo(Seeds.some(200), seed -> {
            List<Frame> frames = frames(randomDay(seed, backfill), ChooserTest::random);
            int middle = new Chance(seed, "middle", 0).below(frames.size());
            Recovery first = Recovery.recover(new State(seed));
            frames.subList(0, middle).forEach(first::apply);
            ByteSink sink = new ByteSink();
            StateCodec.write(first.state(), sink);
            Recovery rest = Recovery.redecide(StateCodec.read(new ByteSource(sink.toByteArray())), CATALOG);
            frames.subList(middle, frames.size()).forEach(rest::apply);

            assertThat(rest.firstDifference()).isNull();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void the_safety_list_holds_for_random_choices_and_nobody_waits_for_ever(String backfill) {
        Seeds.upTo(Seeds.some(200), seed -> {
            SafetyRules rules = new SafetyRules();
            RandomDay day = ChosenOrders.day(randomDay(seed, backfill), ChooserTest::random);
            State end = new SimulatedDay(day, CATALOG, Journal.NONE, rules, 0).run();

            assertThat(rules.instants()).isGreaterThan(20);
            assertThat(Leftovers.of(end)).isEmpty();
        });
    }

    @Test
    void windows_are_filled_in_the_order_of_the_choices() {
        Seeds.upTo(DAYS, seed -> {
            StrategySpec strategy = StrategySpec.of("windows", "sjf", "best-fit", seed % 2 == 0 ? "none" : "greedy")
                    .planning(PolicySpec.of("dual", Map.of("window", "3", "linger", "4")));
            RandomDay day = RandomDay.of(seed, strategy, STANDARD);

            assertThat(plans(frames(day, ChosenOrders::chosen)))
                    .isEqualTo(plans(frames(
                            day, spec -> ChosenOrders.ordered(spec, spec.order().name()))));
        });
    }

    @Test
    void jobs_are_shown_first_come_first_with_the_room_that_the_pass_has_left() {
        List<String> seen = new ArrayList<>();
        Chooser last = waiting -> {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < waiting.size(); i++) {
                line.append(waiting.job(i).id()).append(waiting.mayFit(i) ? "+ " : "- ");
            }
            seen.add(line + "cpu " + waiting.freeCpuMilli() + "/" + waiting.totalCpuMilli() + " gpu "
                    + waiting.freeGpuMilli() + "/" + waiting.totalGpuMilli());
            return waiting.size() - 1;
        };
        Passes passes = new Passes(last, "greedy");
        passes.node(8, 2);
        passes.job(2, 1);
        passes.job(6, 0);
        passes.job(4, 1);
        passes.job(4, 2);
        passes.pass();

        assertThat(seen)
                .containsExactly(
                        "1+ 2+ 3+ 4+ cpu 8000/8000 gpu 2000/2000",
                        "1- 2- 3- cpu 4000/8000 gpu 0/2000",
                        "1- 2- cpu 4000/8000 gpu 0/2000",
                        "1- cpu 4000/8000 gpu 0/2000");
        assertThat(passes.started()).containsExactly(4L);
    }

    @Test
    void one_that_could_not_start_rules_out_its_like() {
        List<Integer> sizes = new ArrayList<>();
        Chooser first = waiting -> {
            sizes.add(waiting.size());
            return 0;
        };
        Passes passes = new Passes(first, "greedy");
        passes.node(8, 0);
        for (int i = 0; i < 10; i++) {
            passes.job(5, 0);
        }
        passes.job(3, 0);
        passes.pass();

        assertThat(sizes).containsExactly(11, 10, 1);
        assertThat(passes.started()).containsExactly(1L, 11L);
    }

    @Test
    void who_chooses_nobody_leaves_the_rest_waiting() {
        Chooser one = waiting -> waiting.size() == 3 ? 1 : Chooser.NONE;

        assertThat(new Passes(one, "greedy").startedOn(8, 1, 1, 1)).containsExactly(2L);
    }

    @Test
    void where_each_is_promised_room_the_rest_goes_first_come_first() {
        Chooser one = waiting -> waiting.size() == 3 ? 1 : Chooser.NONE;

        assertThat(new Passes(one, "conservative").startedOn(8, 1, 1, 1)).containsExactly(2L, 1L, 3L);
    }

    @Test
    void a_choice_of_nothing_that_waits_is_refused() {
        Passes passes = new Passes(_ -> 5, "none");
        passes.node(8, 0);
        passes.job(1, 0);

        assertThatThrownBy(passes::pass)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The order chose (5) of 1 pending jobs, numbered from 0.");
    }

    @Test
    void an_explanation_tells_the_jobs_in_the_order_of_the_choices() {
        Chooser last = waiting -> waiting.size() - 1;
        Passes passes = new Passes(last, "none");
        passes.node(8, 0);
        passes.job(2, 0);
        passes.job(8, 0);
        passes.job(1, 0);

        Explainer explainer = passes.explainer();
        assertThat(explainer.waiting()).extracting(Job::id).containsExactly(3L, 2L, 1L);
        assertThat(explainer.explain(1).toString()).contains("BEHIND_HEAD");
    }

    @Test
    void preemption_is_refused_and_so_is_an_order_of_a_name_that_is_taken() {
        StrategySpec preempting =
                StrategySpec.of("s", ChosenOrders.RANDOM, "best-fit", "greedy").preempting("by-order");
        Facts facts = new Facts(1, 1, List.of());
        assertThatThrownBy(() -> CATALOG.strategy(preempting, facts))
                .hasMessageContaining("order (random-choice)")
                .hasMessageContaining("preempt (by-order)");
        assertThatThrownBy(() -> CATALOG.withOrder(new Entry<>("sjf", "", "", List.of(), (_, _) -> (Chooser) _ -> 0)))
                .hasMessage("There is a policy (sjf) already.");
    }

    @Test
    void a_choice_allocates_nothing() {
        long[] choices = {0};
        Chooser last = waiting -> {
            choices[0]++;
            return waiting.mayFit(0) ? 0 : waiting.size() - 1;
        };
        long ordered = new Passes(last, "fcfs", "greedy").bytesPerPass(TRIES);
        assertThat(choices[0]).isZero();
        long chosen = new Passes(last, "greedy").bytesPerPass(TRIES);

        assertThat(choices[0]).isEqualTo(TRIES * 400L);
        assertThat(chosen - ordered).as("bytes of %d choices", TRIES).isLessThan(1_000);
    }

    private static StrategySpec random(StrategySpec spec) {
        return ChosenOrders.ordered(spec, ChosenOrders.RANDOM);
    }

    private static RandomDay randomDay(long seed, String backfill) {
        return RandomDay.of(seed, StrategySpec.of("random", "fcfs", "best-fit", backfill), STANDARD);
    }

    private static List<Frame> frames(RandomDay day, UnaryOperator<StrategySpec> change) {
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(ChosenOrders.day(day, change), CATALOG, journal, NOBODY, 0).run();
        return journal.frames();
    }

    private static List<Object> plans(List<Frame> frames) {
        List<Object> plans = new ArrayList<>();
        for (Frame frame : frames) {
            plans.add(frame.atNanos());
            if (frame.plan() != null) {
                plans.add(frame.plan());
            }
        }
        return plans;
    }

    private static List<Event> withoutStrategies(Frame frame) {
        return frame.events().stream()
                .filter(event -> !(event instanceof Event.StrategyChanged))
                .toList();
    }
}
