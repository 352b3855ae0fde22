package io.berth.testkit.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Engine;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.plugin.PluginException;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.plugin.WrongPluginException;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.safety.SafetyRules;
import io.berth.sim.workload.ListedWorkload;
import io.berth.testkit.fixture.HeldTimers;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.fixture.RecordingEffector;
import io.berth.testkit.random.Leftovers;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a policy of a plugin does, the state stays right, the system goes on, and the journal says what happened. */
class PluginFailureTest {
    private static final PluginOrigin BAD = new PluginOrigin("bad", "0.1", "bad.jar", "0a".repeat(32));
    private static final Catalog CATALOG = Catalog.standard().with(new BadPolicies(), BAD);
    private static final int DAYS = 10;

    private final List<PluginFailure> failures = new ArrayList<>();
    private final Observer hearing = new Observer() {
        @Override
        public void failed(PluginFailure failure) {
            failures.add(failure);
        }
    };

    static Stream<StrategySpec> strategies() {
        List<StrategySpec> all = new ArrayList<>();
        for (String backfill : CATALOG.names(PolicyKind.BACKFILL)) {
            brought(PolicyKind.ORDER).forEach(order -> all.add(strategy(order, "best-fit", backfill)));
            brought(PolicyKind.PLACE).forEach(place -> all.add(strategy("sjf", place, backfill)));
        }
        all.add(strategy("throws-for-a-job", "best-fit", "greedy").preempting("by-order"));
        all.add(strategy("throws-later", "scores-too-high", "greedy").preempting("by-order"));
        all.add(strategy("throws-for-a-job", "picks-what-does-not-fit", "easy"));
        return all.stream();
    }

    private static List<String> brought(PolicyKind kind) {
        return CATALOG.names(kind).stream()
                .filter(name -> CATALOG.origin(kind, name) != null)
                .toList();
    }

    private static StrategySpec strategy(String order, String place, String backfill) {
        return StrategySpec.of(order + "+" + place + "+" + backfill, order, place, backfill);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strategies")
    void the_system_goes_on_without_the_plugin_and_the_journal_is_decided_again(StrategySpec strategy) {
        Seeds.upTo(DAYS, seed -> {
            MemoryJournal journal = new MemoryJournal();
            RandomDay day = RandomDay.of(seed, strategy, Catalog.standard());
            SafetyRules rules = new SafetyRules();
            State end = new SimulatedDay(day, CATALOG, journal, rules.andThen(hearing), 0).run();
            List<Frame> frames = MemoryJournal.read(journal.bytes());

            assertThat(Leftovers.of(end)).isEmpty();
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            frames.forEach(again::apply);
            assertThat(again.firstDifference()).isNull();
            assertThat(bytes(again.state())).isEqualTo(bytes(end));
            assertThat(strategies(frames).getFirst().plugins()).containsExactly(BAD);
        });

        assertThat(failures).isNotEmpty().allSatisfy(failure -> {
            assertThat(failure.plugin()).isEqualTo(BAD);
            assertThat(failure.text()).contains("bad 0.1", "bad.jar", failure.policy());
        });
    }

    @Test
    void the_frame_of_the_failure_says_what_the_strategy_is_from_then_on() {
        MemoryJournal journal = new MemoryJournal();
        RandomDay day = day("throws-for-a-job");
        new SimulatedDay(day, CATALOG, journal, hearing, 0).run();

        List<StrategySpec> strategies = strategies(MemoryJournal.read(journal.bytes()));
        StrategySpec without = strategies.get(1);
        assertThat(without.name()).isEqualTo("throws-for-a-job+fgd+greedy without bad");
        assertThat(without.order()).isEqualTo(PolicyKind.ORDER.fallback());
        assertThat(without.place()).isEqualTo(day.strategy().place());
        assertThat(without.plugins()).isEmpty();
        assertThat(failures)
                .hasSize(1)
                .first()
                .satisfies(failure -> assertThat(failure.what())
                        .isEqualTo("threw java.lang.IllegalStateException: job 7 is not to my liking"));
    }

    @Test
    void a_simulation_stops_rather_than_tell_figures_of_another_strategy() {
        RandomDay day = day("throws-for-a-job");
        Simulation.Setup setup = new Simulation.Setup(
                day.nodes(),
                new ListedWorkload(day.arrivals(), List.of()),
                day.strategy(),
                1,
                day.world(),
                Long.MAX_VALUE,
                0);

        assertThatThrownBy(() -> new Simulation(setup, CATALOG, Journal.NONE, new Observer() {}).run())
                .isInstanceOf(PluginException.class)
                .hasMessageContaining(
                        "the policy (throws-for-a-job) of the plugin bad 0.1 (bad.jar, SHA-256 0a0a0a0a0a0a…)");
    }

    @Test
    void a_journal_is_not_decided_again_without_the_jar_or_with_another() {
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(day("throws-later"), CATALOG, journal, hearing, 0).run();
        Frame first = MemoryJournal.read(journal.bytes()).getFirst();
        PluginOrigin changed = new PluginOrigin("bad", "0.2", "bad-new.jar", "0b".repeat(32));
        Catalog other = Catalog.standard().with(new BadPolicies(), changed);

        assertThatThrownBy(() ->
                        Recovery.redecide(new State(1), Catalog.standard()).apply(first))
                .isInstanceOf(WrongPluginException.class)
                .hasMessageContaining(BAD.toString())
                .hasMessageContaining("no plugin of that name is here");
        assertThatThrownBy(() -> Recovery.redecide(new State(1), other).apply(first))
                .isInstanceOf(WrongPluginException.class)
                .hasMessageContaining(BAD.toString())
                .hasMessageContaining(changed.toString());
        Recovery recovered = Recovery.recover(new State(1));
        recovered.apply(first);
        State state = recovered.state();
        assertThatThrownBy(() -> Recovery.redecide(state, Catalog.standard())).isInstanceOf(WrongPluginException.class);
    }

    @Test
    void an_engine_without_the_jar_of_its_strategy_goes_on_with_the_defaults() {
        SimulatedDay lived = new SimulatedDay(day("throws-for-a-job"), CATALOG, Journal.NONE, hearing, 0);
        lived.moment();
        State copy = StateCodec.read(new ByteSource(bytes(lived.state())));
        Engine engine = new Engine(
                copy,
                Catalog.standard(),
                new Engine.Parts(Journal.NONE, new HeldTimers(), new RecordingEffector(), hearing));
        engine.resume();
        engine.instant(copy.nowNanos() + 1, List.of(new Event.NodeDrained(0, true, "")));

        assertThat(copy.strategy().order()).isEqualTo(PolicyKind.ORDER.fallback());
        assertThat(failures)
                .hasSize(1)
                .first()
                .satisfies(failure -> assertThat(failure.text()).contains("the plugin bad 0.1", "is missing"));
    }

    /** Under one strategy all day. */
    private static RandomDay day(String order) {
        RandomDay day = RandomDay.of(1, strategy(order, "fgd", "greedy"), Catalog.standard());
        return new RandomDay(
                day.seed(),
                day.nodes(),
                day.strategy(),
                day.arrivals(),
                day.operations().stream()
                        .filter(timed -> !(timed.event() instanceof Event.StrategyChanged))
                        .toList(),
                day.world());
    }

    private static List<StrategySpec> strategies(List<Frame> frames) {
        return frames.stream()
                .flatMap(frame -> frame.events().stream())
                .filter(Event.StrategyChanged.class::isInstance)
                .map(event -> ((Event.StrategyChanged) event).strategy())
                .toList();
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }
}
