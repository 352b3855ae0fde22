package io.berth.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.Seeds;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has waited long goes before all others, and room is kept for him, as when each pass finds all that anew, the plain way. */
class BoundOracleTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int CLUSTERS = Seeds.some(2_000);
    private static final int INSTANTS = 14;

    private enum Seen {
        PASSES,
        STARTS,
        PRESSING,
        PROMISES,
        OPEN,
        STARTS_BESIDE
    }

    private final EnumMap<Seen, Integer> seen = new EnumMap<>(Seen.class);

    @Test
    void those_that_press_go_first_as_in_a_naive_planner_on_small_clusters() {
        Seeds.upTo(CLUSTERS, seed -> {
            ExpectedEnds ends = new ExpectedEnds();
            new RandomLife(
                            seed,
                            CATALOG,
                            specs -> specs.boundedStrategy(CATALOG),
                            (frame, state) -> look(frame, state, ends))
                    .live(INSTANTS);
        });
        if (System.getProperty("berth.seed") == null) {
            for (Seen what : Seen.values()) {
                assertThat(seen.get(what)).as(what.name()).isGreaterThan(CLUSTERS / 10);
            }
        }
    }

    /** Called when the events of an instant are applied and its plan is not. */
    private void look(Frame frame, State state, ExpectedEnds ends) {
        frame.events().forEach(event -> ends.happened(event, frame.atNanos()));
        if (frame.plan() == null) {
            return;
        }
        List<Decision> decided = frame.plan().decisions();
        int stops =
                (int) decided.stream().filter(Decision.Stop.class::isInstance).count();
        NaivePlanner naive = new NaivePlanner(state, CATALOG, ends::of);
        List<Decision> expected = naive.decide(stops);
        if (!decided.subList(stops, decided.size()).equals(expected)) {
            assertThat(decided.subList(stops, decided.size()))
                    .as("%s in pass %d", state.strategy(), frame.plan().pass())
                    .isEqualTo(expected);
        }
        ends.follow(frame.plan(), frame.atNanos());
        NaivePromise promise = naive.promise();
        count(Seen.PASSES, 1);
        count(Seen.STARTS, (int)
                expected.stream().filter(Decision.Start.class::isInstance).count());
        count(Seen.PRESSING, naive.pressing());
        count(Seen.PROMISES, naive.pressing() > 0 && promise != null ? 1 : 0);
        count(Seen.OPEN, promise != null && promise.open() ? 1 : 0);
        count(Seen.STARTS_BESIDE, naive.startedBeside());
    }

    private void count(Seen what, int times) {
        seen.merge(what, times, Integer::sum);
    }
}
