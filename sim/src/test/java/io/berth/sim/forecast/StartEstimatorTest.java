package io.berth.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StartEstimatorTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final long NOW = 15 * Nanos.DAY;

    /** One node of 8 CPUs on which job 1 runs, and job 2 waits behind it. */
    private static State busy(String order, JobSpec first, JobSpec second) {
        State state = new State(7);
        state.apply(NOW, new Event.NodeJoined(0, NodeSpec.of("n0", 8_000, 1L << 34, 0, "")));
        state.apply(NOW, new Event.StrategyChanged(StrategySpec.of("tried", order, "best-fit", "easy")));
        state.apply(NOW, new Event.JobSubmitted(1, first, "test", 1));
        state.apply(NOW, new Planner(state, CATALOG).plan());
        Job started = state.job(1);
        state.apply(NOW, new Event.TaskStarted(1, 0, started.decision()));
        state.apply(NOW, new Event.JobSubmitted(2, second, "test", 2));
        return state;
    }

    private static JobSpec whole(String name, long estimate) {
        return JobSpec.batch(name, Demand.cpu(8_000, 0), Nanos.NEVER).withEstimate(estimate);
    }

    private static StartEstimates estimate(State state, StartEstimator.Past past) {
        return new StartEstimator(() -> state.image().state(), CATALOG, state.nowNanos(), past)
                .estimate(StartEstimator.MEMBERS, () -> true);
    }

    @Test
    void withoutAPastAJobStartsWhenWhatRunsIsRequestedToEnd() {
        State state = busy("fcfs", whole("first", Nanos.HOUR), whole("second", Nanos.HOUR));
        StartEstimate start =
                estimate(state, StartEstimator.Past.unknown()).jobs().get(2L);

        assertThat(start.start()).isEqualTo(new Moment(NOW + Nanos.HOUR, NOW + Nanos.HOUR, NOW + Nanos.HOUR));
        assertThat(start.position()).isEqualTo(1);
        assertThat(start.run().basis()).isEqualTo(Basis.ESTIMATE);
    }

    @Test
    void whatJobsOfTheNameRanOfTheirRequestedTimeGivesTheRange() {
        State state = busy("fcfs", whole("train", 10 * Nanos.HOUR), whole("second", Nanos.HOUR));
        StartEstimator.Past past = StartEstimator.Past.unknown();
        for (int i = 0; i < 30; i++) {
            past.ended(whole("train", 10 * Nanos.HOUR), Nanos.HOUR + i * 4 * Nanos.MINUTE);
        }
        StartEstimates told = estimate(state, past);
        Moment start = told.jobs().get(2L).start();

        assertThat(told.members()).isEqualTo(StartEstimator.MEMBERS);
        assertThat(start.earlyNanos()).isBetween(NOW + Nanos.HOUR, NOW + Nanos.HOUR + 30 * Nanos.MINUTE);
        assertThat(start.nanos()).isBetween(NOW + 80 * Nanos.MINUTE, NOW + 160 * Nanos.MINUTE);
        assertThat(start.lateNanos()).isBetween(NOW + 150 * Nanos.MINUTE, NOW + 180 * Nanos.MINUTE);
        assertThat(told.jobs().get(2L).run().basis()).isEqualTo(Basis.SAME_OWNER);
    }

    @Test
    void oneThatRunsIsLikeThoseThatRanForLonger() {
        State state = busy("fcfs", whole("train", 10 * Nanos.HOUR), whole("second", Nanos.HOUR));
        StartEstimator.Past past = StartEstimator.Past.unknown();
        for (int i = 0; i < 30; i++) {
            past.ended(whole("train", 10 * Nanos.HOUR), i % 2 == 0 ? Nanos.HOUR : 6 * Nanos.HOUR);
        }
        Moment start = new StartEstimator(() -> state.image().state(), CATALOG, NOW + 2 * Nanos.HOUR, past)
                .estimate(StartEstimator.MEMBERS, () -> true)
                .jobs()
                .get(2L)
                .start();

        assertThat(start.nanos()).isEqualTo(NOW + 6 * Nanos.HOUR);
    }

    @Test
    void jobsThatMayComeGoBeforeWhereTheOrderSaysSo() {
        StartEstimator.Past past = StartEstimator.Past.unknown();
        JobSpec small = whole("small", Nanos.HOUR);
        for (int hour = 0; hour < 14 * 24; hour += 2) {
            past.submitted(NOW - 14 * Nanos.DAY + hour * Nanos.HOUR, small);
        }
        State byLength = busy("sjf", whole("first", 8 * Nanos.HOUR), whole("long", 20 * Nanos.HOUR));
        State byTime = busy("fcfs", whole("first", 8 * Nanos.HOUR), whole("long", 20 * Nanos.HOUR));

        StartEstimates shortFirst = estimate(byLength, past);
        assertThat(shortFirst.days()).isEqualTo(14);
        assertThat(shortFirst.jobs().get(2L).start().nanos()).isGreaterThan(NOW + 9 * Nanos.HOUR);
        assertThat(estimate(byTime, past).jobs().get(2L).start().nanos()).isEqualTo(NOW + 8 * Nanos.HOUR);
    }

    @Test
    void aJobBehindOneWithoutAnEndHasNoStart() {
        State state = busy("fcfs", whole("serve", Nanos.NEVER), whole("second", Nanos.HOUR));
        StartEstimate start =
                estimate(state, StartEstimator.Past.unknown()).jobs().get(2L);

        assertThat(start.known()).isFalse();
        assertThat(start.start().lateNanos()).isEqualTo(Nanos.NEVER);

        StartEstimate later = new StartEstimator(
                        () -> state.image().state(), CATALOG, NOW + Nanos.MINUTE, StartEstimator.Past.unknown())
                .estimate(StartEstimator.MEMBERS, () -> true)
                .jobs()
                .get(2L);
        assertThat(later.known()).as("that it ran for a minute says nothing").isFalse();
    }

    @Test
    void aHeldJobIsNotAskedAboutAndWhoeverAsksSaysHowLongItTakes() {
        State state = busy("fcfs", whole("first", Nanos.HOUR), whole("second", Nanos.HOUR));
        AtomicInteger asked = new AtomicInteger();
        StartEstimates few = new StartEstimator(
                        () -> state.image().state(), CATALOG, NOW, StartEstimator.Past.unknown())
                .estimate(StartEstimator.MEMBERS, () -> asked.incrementAndGet() < 20);
        assertThat(few.members()).isBetween(1, 19);
        assertThat(few.jobs()).containsOnlyKeys(2L);

        state.apply(NOW, new Event.JobHeld(2, true));
        assertThat(estimate(state, StartEstimator.Past.unknown()).jobs()).isEmpty();
        assertThat(Explainer.turns(state.image().state(), CATALOG)).isEmpty();
    }

    @Test
    void theSameIsSaidOfTheSameState() {
        State state = busy("sjf", whole("first", 8 * Nanos.HOUR), whole("long", 20 * Nanos.HOUR));
        StartEstimator.Past past = StartEstimator.Past.unknown();
        for (int i = 0; i < 100; i++) {
            past.submitted(NOW - 3 * Nanos.DAY + i * 40 * Nanos.MINUTE, whole("job-" + i, (1 + i % 9) * Nanos.HOUR));
            past.ended(whole("job-" + i, (1 + i % 9) * Nanos.HOUR), (1 + i % 5) * 10 * Nanos.MINUTE);
        }
        assertThat(estimate(state, past)).isEqualTo(estimate(state, past));
    }
}
