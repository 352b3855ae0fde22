package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.console.view.job.JobEntry;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long GPUs are counted as saved that a job was freed of. */
class RescuedHoursTest {
    private static final Catalog CATALOG = Catalog.standard();

    private final State state = new State(1);
    private final Planner planner = new Planner(state, CATALOG);
    private final RescuedHours hours = new RescuedHours();

    @BeforeEach
    void cluster() {
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("n", 64_000, 1L << 38, 8, "H100")));
        state.apply(1, new Event.StrategyChanged(StrategySpec.of("s", "fcfs", "best-fit", "none")));
    }

    private JobEntry runs(long now, JobSpec spec) {
        long id = state.nextJob();
        state.apply(now, new Event.JobSubmitted(id, spec, "test", id));
        return starts(now, id);
    }

    private JobEntry starts(long now, long id) {
        state.apply(now, planner.plan());
        state.endInstant();
        Job job = Objects.requireNonNull(state.job(id));
        state.apply(now, new Event.TaskStarted(id, 0, job.decision()));
        return entry(id);
    }

    private JobEntry entry(long id) {
        return JobEntry.of(Objects.requireNonNull(state.job(id)), state, null, "");
    }

    private void stops(long now, long id) {
        state.apply(now, new Event.JobHeld(id, true));
        state.apply(now, new Event.JobRequeued(id));
        state.apply(now, planner.plan());
        state.apply(
                now,
                new Event.TaskEnded(id, 0, Objects.requireNonNull(state.job(id)).decision(), 143));
        state.endInstant();
    }

    private static JobSpec job(int gpus, long estimate) {
        return JobSpec.batch("j", Demand.cpu(1_000, 1 << 20).withGpus(gpus), estimate)
                .withQueue("team");
    }

    @Test
    void theyCountUntilTheJobStartsAgain() {
        JobEntry held = runs(1, job(4, Nanos.NEVER));
        hours.count(Nanos.HOUR, _ -> held);
        stops(Nanos.HOUR, held.id());
        hours.freed(held, false, Nanos.HOUR);
        hours.count(3 * Nanos.HOUR, this::entry);
        assertThat(hours.hours().get("team")).isCloseTo(8, within(1e-6));

        state.apply(3 * Nanos.HOUR, new Event.JobHeld(held.id(), false));
        starts(3 * Nanos.HOUR, held.id());
        hours.count(4 * Nanos.HOUR, this::entry);
        hours.count(9 * Nanos.HOUR, this::entry);
        assertThat(hours.hours().get("team"))
                .as("what was free up to the look that saw it")
                .isCloseTo(12, within(1e-6));
    }

    @Test
    void noLongerThanTheJobWouldHaveRunNorThanADay() {
        JobEntry known = runs(1, job(2, 3 * Nanos.HOUR));
        JobEntry unknown = runs(1, job(1, Nanos.NEVER));
        hours.freed(known, true, Nanos.HOUR);
        hours.freed(unknown, true, Nanos.HOUR);
        hours.count(100 * Nanos.HOUR, _ -> null);

        assertThat(hours.hours().get("team")).isCloseTo(2 * 2 + 24, within(1e-3));
    }

    @Test
    void nothingIsSavedAnyMoreOfAJobThatSomebodyEnded() {
        JobEntry held = runs(1, job(4, Nanos.NEVER));
        hours.freed(held, false, Nanos.HOUR);
        hours.count(2 * Nanos.HOUR, _ -> null);
        hours.count(9 * Nanos.HOUR, _ -> null);

        assertThat(hours.hours().get("team")).isCloseTo(4, within(1e-6));
    }
}
