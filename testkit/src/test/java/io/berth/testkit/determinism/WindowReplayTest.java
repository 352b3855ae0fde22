package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomModels;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Days on which windows of the queue are planned: by whom and when does not matter to whoever reads the journal. */
class WindowReplayTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();
    private static final int DAYS = Seeds.some(200);
    private static final List<String> METHODS =
            List.of("dual", "ilp", "hungarian", "fgd-lookahead", "exchange", "learnt");

    @Test
    void no_recorded_decision_differs() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = journal(seed, 0).frames();
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            frames.forEach(again::apply);

            assertThat(again.firstDifference()).isNull();
            assertThat(again.decisionsCompared()).isPositive();
        });
    }

    @Test
    void no_recorded_decision_differs_where_nobody_can_plan_windows_any_more() {
        Catalog none = Catalog.standard().with(new WindowPlanners(WindowReplayTest::unable, 0));
        for (String method : METHODS) {
            for (long seed = 1; seed <= DAYS / METHODS.size(); seed++) {
                MemoryJournal journal = new MemoryJournal();
                day(seed, journal, 0, method).run();
                Recovery again = Recovery.redecide(new State(seed), none);
                MemoryJournal.read(journal.bytes()).forEach(again::apply);

                assertThat(again.firstDifference())
                        .as("%s, day %d", method, seed)
                        .isNull();
                assertThat(again.decisionsCompared()).isPositive();
            }
        }
    }

    private static WindowPlanner unable() {
        return question -> {
            throw new IllegalStateException("window " + question.id() + " must not be planned again");
        };
    }

    @Test
    void no_recorded_decision_differs_from_the_middle_of_a_day_on() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = journal(seed, 0).frames();
            int middle = new Chance(seed, "middle", 0).below(frames.size());
            Recovery rest = Recoveries.redecidedFrom(middle, frames, seed, CATALOG);

            assertThat(rest.firstDifference()).isNull();
        });
    }

    @Test
    void a_recovered_state_is_the_state_that_was_also_within_a_window() {
        Seeds.upTo(DAYS, seed -> {
            MemoryJournal journal = new MemoryJournal();
            Recoveries.readBack(Recoveries.recovered(seed, day(seed, journal, 0), journal));
        });
    }

    @Test
    void the_journal_does_not_depend_on_the_order_within_an_instant() {
        Seeds.upTo(
                DAYS,
                seed -> assertThat(journal(seed, seed + 1).bytes())
                        .isEqualTo(journal(seed, 0).bytes()));
    }

    @Test
    void an_engine_that_takes_over_a_recovered_state_decides_as_the_first_would_have() {
        Seeds.upTo(DAYS, seed -> {
            MemoryJournal journal = new MemoryJournal();
            SimulatedDay day = day(seed, journal, 0);
            boolean more = true;
            for (int moment = 0; more; moment++) {
                more = day.moment();
                if (moment % 7 == 3) {
                    day.replaceState(Recoveries::readBack);
                }
            }

            assertThat(journal.bytes()).isEqualTo(journal(seed, 0).bytes());
        });
    }

    @Test
    void the_days_have_windows_that_are_planned_in_time_and_others_that_are_not() {
        long asked = 0;
        long answered = 0;
        for (long seed = 1; seed <= 20; seed++) {
            for (Frame frame : journal(seed, 0).frames()) {
                answered += frame.events().stream()
                        .filter(Event.WindowPlanned.class::isInstance)
                        .count();
                asked += frame.plan() == null
                        ? 0
                        : frame.plan().decisions().stream()
                                .filter(Decision.PlanWindow.class::isInstance)
                                .count();
            }
        }
        assertThat(asked).isGreaterThan(100);
        assertThat(answered).isBetween(1L, asked);
    }

    private static MemoryJournal journal(long seed, long shuffleSeed) {
        MemoryJournal journal = new MemoryJournal();
        day(seed, journal, shuffleSeed).run();
        return journal;
    }

    private static SimulatedDay day(long seed, MemoryJournal journal, long shuffleSeed) {
        return day(seed, journal, shuffleSeed, "dual");
    }

    private static SimulatedDay day(long seed, MemoryJournal journal, long shuffleSeed, String method) {
        Map<String, String> parameters =
                Map.of("window", Long.toString(1 + seed % 5), "linger", Long.toString(seed % 4 * 3), "limit", "20");
        StrategySpec strategy = StrategySpec.of(
                        "windows", seed % 3 == 0 ? "wfp3" : "fcfs", "best-fit", seed % 2 == 0 ? "none" : "greedy")
                .planning(RandomModels.planning(method, parameters));
        RandomDay day = RandomDay.of(seed, strategy, CATALOG);
        return new SimulatedDay(day, CATALOG, journal, new Observer() {}, shuffleSeed);
    }
}
