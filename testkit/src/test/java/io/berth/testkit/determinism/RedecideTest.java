package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A journal decided again by the same policies holds no surprise, and any other plan in it is found. */
class RedecideTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int DAYS = Seeds.some(200);
    private static final int INSTANTS = 30;

    @Test
    void no_recorded_decision_differs() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = frames(seed);
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            frames.forEach(again::apply);

            assertThat(again.firstDifference()).isNull();
            assertThat(again.decisionsDifferent()).isZero();
            assertThat(again.decisionsCompared()).isEqualTo(decisions(frames)).isPositive();
        });
    }

    @Test
    void no_recorded_decision_differs_where_jobs_tell_their_progress() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = new ArrayList<>();
            RandomLife life =
                    new RandomLife(seed, CATALOG, specs -> specs.strategy(CATALOG), (frame, _) -> frames.add(frame));
            life.live(INSTANTS);
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            Recovery recovered = Recovery.recover(new State(seed));
            frames.forEach(again::apply);
            frames.forEach(recovered::apply);

            assertThat(again.firstDifference()).isNull();
            assertThat(Recoveries.bytes(recovered.state())).isEqualTo(Recoveries.bytes(life.state()));
        });
    }

    @Test
    void no_recorded_decision_differs_from_the_middle_of_a_day_on() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = frames(seed);
            int middle = new Chance(seed, "middle", 0).below(frames.size());
            Recovery rest = Recoveries.redecidedFrom(middle, frames, seed, CATALOG);

            assertThat(rest.firstDifference()).isNull();
            assertThat(rest.decisionsCompared()).isEqualTo(decisions(frames.subList(middle, frames.size())));
        });
    }

    @Test
    void a_recovered_state_is_the_state_that_was() {
        Seeds.upTo(DAYS, seed -> {
            MemoryJournal journal = new MemoryJournal();
            Recoveries.recovered(seed, day(seed, journal), journal);
        });
    }

    @Test
    void a_plan_that_says_otherwise_is_found_and_does_not_taint_what_follows() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = new ArrayList<>(frames(seed));
            if (frames.stream().noneMatch(RedecideTest::alterable)) {
                return; // A day of one node without GPUs may start nothing.
            }
            Chance chance = new Chance(seed, "planted", 0);
            int planted = chance.below(frames.size());
            while (!alterable(frames.get(planted))) {
                planted = (planted + 1) % frames.size();
            }
            Frame honest = frames.get(planted);
            frames.set(planted, altered(honest));
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            frames.subList(0, planted + 1).forEach(again::apply);

            assertThat(again.decisionsDifferent()).isEqualTo(1);
            assertThat(again.firstDifference())
                    .isEqualTo(new Recovery.Difference(
                            honest.atNanos(), frames.get(planted).plan(), honest.plan()));
        });
    }

    @Test
    void a_plan_that_is_missing_is_found() {
        List<Frame> frames = frames(1);
        int planned = 0;
        while (frames.get(planned).plan() == null) {
            planned++;
        }
        Recovery again = Recovery.redecide(new State(1), CATALOG);
        frames.subList(0, planned).forEach(again::apply);
        again.apply(new Frame(frames.get(planned).atNanos(), frames.get(planned).events(), null));

        assertThat(again.decisionsDifferent()).isPositive();
    }

    private static boolean alterable(Frame frame) {
        return frame.plan() != null && frame.plan().decisions().stream().anyMatch(Decision.Start.class::isInstance);
    }

    /** The same frame, its first start one node further. */
    private static Frame altered(Frame frame) {
        List<Decision> decisions = new ArrayList<>();
        boolean done = false;
        for (Decision decision : frame.plan().decisions()) {
            if (!done && decision instanceof Decision.Start start) {
                List<Placement> placements = new ArrayList<>(start.placements());
                placements.set(0, Placement.on(placements.getFirst().node() + 1, 0));
                decisions.add(new Decision.Start(start.id(), start.job(), placements));
                done = true;
            } else {
                decisions.add(decision);
            }
        }
        return new Frame(frame.atNanos(), frame.events(), new Plan(frame.plan().pass(), decisions));
    }

    private static long decisions(List<Frame> frames) {
        return frames.stream()
                .filter(frame -> frame.plan() != null)
                .mapToLong(frame -> frame.plan().decisions().size())
                .sum();
    }

    private static List<Frame> frames(long seed) {
        MemoryJournal journal = new MemoryJournal();
        day(seed, journal).run();
        return journal.frames();
    }

    private static SimulatedDay day(long seed, MemoryJournal journal) {
        return new SimulatedDay(RandomDay.of(seed, CATALOG), CATALOG, journal, new Observer() {}, 0);
    }
}
