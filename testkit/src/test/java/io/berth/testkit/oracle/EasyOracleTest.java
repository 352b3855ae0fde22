package io.berth.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Terms;
import io.berth.sim.workload.Arrival;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** EASY with all that it keeps between passes starts what it starts when each pass finds its promise anew, the plain way. */
class EasyOracleTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int CLUSTERS = Seeds.some(2_000);
    private static final int DAYS = Seeds.some(150);
    private static final int INSTANTS = 12;

    private enum Seen {
        PASSES,
        STARTS,
        PROMISES_TO_ONE,
        PROMISES_TO_GANGS,
        PROMISES_TO_GROUPS,
        PROMISES_OVERDUE,
        NO_ENDS,
        STARTS_BESIDE
    }

    private final EnumMap<Seen, Integer> seen = new EnumMap<>(Seen.class);

    @Test
    void promises_and_starts_are_those_of_a_naive_planner_on_small_clusters() {
        Seeds.upTo(CLUSTERS, seed -> {
            Comparison comparison = new Comparison();
            new RandomLife(seed, CATALOG, specs -> specs.easyStrategy(CATALOG), comparison::look).live(INSTANTS);
        });
        assertEnough(CLUSTERS);
    }

    @Test
    void promises_and_starts_are_those_of_a_naive_planner_on_random_days() {
        Seeds.upTo(DAYS, seed -> {
            Chance chance = new Chance(seed, "easy-oracle", 0);
            StrategySpec strategy = new RandomSpecs(chance).easyStrategy(CATALOG);
            RandomDay day = misjudged(RandomDay.of(seed, strategy, CATALOG), chance);
            Comparison comparison = new Comparison();
            State[] state = new State[1];
            SimulatedDay simulated =
                    new SimulatedDay(day, CATALOG, frame -> comparison.look(frame, state[0]), new Observer() {}, 0);
            state[0] = simulated.state();
            simulated.run();
        });
        assertEnough(DAYS);
    }

    private void assertEnough(int cases) {
        if (System.getProperty("berth.seed") == null) {
            for (Seen what : Seen.values()) {
                assertThat(seen.get(what)).as(what.name()).isGreaterThan(cases / 3);
            }
        }
    }

    /** The same under one strategy, and of a third of the jobs their users expect less than they take. */
    private static RandomDay misjudged(RandomDay day, Chance chance) {
        return new RandomDay(
                day.seed(),
                day.nodes(),
                day.strategy(),
                day.arrivals().stream()
                        .map(arrival -> new Arrival(arrival.atNanos(), misjudged(arrival.spec(), chance)))
                        .toList(),
                day.operations().stream()
                        .filter(timed -> !(timed.event() instanceof Event.StrategyChanged))
                        .toList(),
                day.world());
    }

    private static JobSpec misjudged(JobSpec job, Chance chance) {
        boolean less = chance.below(3) == 0 && job.estimateNanos() != Nanos.NEVER;
        long estimate = less ? job.estimateNanos() / Nanos.SECOND / 4 * Nanos.SECOND : job.estimateNanos();
        return job.withTerms(Terms.NONE).withEstimate(estimate).withDeadline(Nanos.NEVER);
    }

    /** One life, pass by pass. */
    private final class Comparison {
        private final ExpectedEnds ends = new ExpectedEnds();

        /** Called when the events of an instant are applied and its plan is not. */
        void look(Frame frame, State state) {
            frame.events().forEach(event -> ends.happened(event, frame.atNanos()));
            if (frame.plan() == null) {
                return;
            }
            assertThat(CATALOG.strategy(state.strategy(), state.facts()).backfill())
                    .isEqualTo(Backfill.EASY);
            List<Decision> decided = frame.plan().decisions();
            int stops = (int)
                    decided.stream().filter(Decision.Stop.class::isInstance).count();
            NaivePlanner naive = new NaivePlanner(state, CATALOG, ends::of);
            List<Decision> expected = naive.decide(stops);
            if (!decided.subList(stops, decided.size()).equals(expected)) {
                assertThat(decided.subList(stops, decided.size()))
                        .as("%s in pass %d", state.strategy(), frame.plan().pass())
                        .isEqualTo(expected);
            }
            ends.follow(frame.plan(), frame.atNanos());
            int starts = (int)
                    expected.stream().filter(Decision.Start.class::isInstance).count();
            count(Seen.PASSES, 1);
            count(Seen.STARTS, starts);
            count(naive);
        }
    }

    private void count(NaivePlanner naive) {
        NaivePromise promise = naive.promise();
        if (promise != null) {
            count(promise.gang() ? Seen.PROMISES_TO_GANGS : Seen.PROMISES_TO_ONE, 1);
            count(Seen.PROMISES_TO_GROUPS, promise.several() ? 1 : 0);
            count(Seen.PROMISES_OVERDUE, promise.overdue() ? 1 : 0);
            count(Seen.NO_ENDS, promise.isAfter(Nanos.NEVER) ? 1 : 0);
            count(Seen.STARTS_BESIDE, naive.startedBeside());
        }
    }

    private void count(Seen what, int times) {
        seen.merge(what, times, Integer::sum);
    }
}
