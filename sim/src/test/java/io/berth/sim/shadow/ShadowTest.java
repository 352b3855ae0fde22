package io.berth.sim.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Placement;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.WorldKeys;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.RecordedRun;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** A scheduler that spreads, beside a strategy that packs. */
class ShadowTest {
    private static final StrategySpec PACKS = StrategySpec.of("packs", "fcfs", "best-fit", "greedy");

    private final List<Frame> frames = new ArrayList<>();
    private final Recovery recovery = Recovery.recover(new State(1));

    @Test
    void waitsIdleGpusAndDecisionsAreThoseOfBoth() {
        ShadowReport report = spread();
        assertThat(report.jobs()).isEqualTo(3);
        assertThat(report.fixed()).isZero();
        assertThat(report.was().started()).isEqualTo(3);
        assertThat(report.was().waitP50Seconds()).isEqualTo(1);
        assertThat(report.was().waitP99Seconds()).isEqualTo(101);
        assertThat(report.was().idleGpuHours() * 3600).isCloseTo(4 + 3 + 2 * 100 + 3, within(0.001));
        assertThat(report.would().waitP99Seconds()).isZero();
        assertThat(report.would().idleGpuHours()).isZero();
        assertThat(report.would().preemptions()).isZero();
        assertThat(report.agreement()).isEqualTo(new Agreement(3, 3, 3, 2, 1, 0, 1, 0));
    }

    @Test
    void whatWouldHaveBeenIsTheReplayOfTheRecord() {
        Outcome would = spread().would();
        RecordedRun run = new RecordedRun(7);
        frames.forEach(run::apply);
        Simulation.Setup setup = new Simulation.Setup(
                run.nodes(),
                run.workload(),
                PACKS,
                42,
                WorldOptions.IDEAL,
                frames.getLast().atNanos(),
                0);
        SortedMap<String, Double> figures = new Simulation(setup, Catalog.standard(), Journal.NONE, new Observer() {})
                .run(Window.ALL)
                .figures();
        assertThat(would.gpuAllocationPct()).isPositive().isEqualTo(figures.get("gpu_allocation_pct"));
        assertThat(would.fragmentationPct()).isEqualTo(figures.get("fragmentation_pct"));
        assertThat(would.preemptions()).isEqualTo(figures.get("preemptions"));
    }

    @Test
    void whatWasOnlyFoundHoldsItsRoomAndIsNotReportedOf() {
        nodes();
        JobSpec found = job("found", 2);
        happens(0, new Event.JobFound(1, found, List.of(Placement.on(0, 0b11))));
        long waits = made(1, "waits", 2);
        happens(11, new Event.JobFound(waits, spec(waits), List.of(Placement.on(1, 0b11))));
        happens(20, new Event.TaskEnded(waits, 0, -waits, 0));
        ShadowReport report = report();
        assertThat(report.jobs()).isEqualTo(1);
        assertThat(report.fixed()).isEqualTo(1);
        assertThat(report.was().waitP50Seconds()).isEqualTo(10);
        assertThat(report.would().waitP50Seconds()).isZero();
    }

    @Test
    void whoNeverStartedWaitsAtTheEndAndIsNotCompared() {
        nodes();
        made(1, "waits", 4);
        happens(60, new Event.NodeDrained(0, false));
        ShadowReport report = report();
        assertThat(report.was().started()).isZero();
        assertThat(report.was().waitingAtEnd()).isEqualTo(1);
        assertThat(report.was().waitP50Seconds()).isNaN();
        assertThat(report.agreement().compared()).isZero();
    }

    private ShadowReport spread() {
        nodes();
        long one = made(0, "one", 1);
        starts(1, one, 0, 0b01);
        long two = made(2, "two", 1);
        starts(3, two, 1, 0b01);
        long large = made(4, "large", 2);
        happens(104, new Event.TaskEnded(one, 0, -one, 0));
        starts(105, large, 0, 0b11);
        happens(205, new Event.TaskEnded(large, 0, -large, 0));
        return report();
    }

    private ShadowReport report() {
        return Objects.requireNonNull(new Shadow(Catalog.standard(), PACKS).report(each -> frames.forEach(each)));
    }

    private void nodes() {
        happens(0, new Event.NodeJoined(0, node("a")), new Event.NodeJoined(1, node("b")));
    }

    private static NodeSpec node(String name) {
        return NodeSpec.of(name, 16_000, 1L << 36, 2, "H100");
    }

    private long made(long seconds, String name, int gpus) {
        long job = recovery.state().nextJob();
        happens(seconds, new Event.JobSubmitted(job, job(name, gpus), "test", job));
        return job;
    }

    private void starts(long seconds, long job, int node, long mask) {
        happens(seconds, new Event.JobFound(job, spec(job), List.of(Placement.on(node, mask))));
    }

    private JobSpec spec(long job) {
        return Objects.requireNonNull(recovery.state().job(job)).spec();
    }

    private static JobSpec job(String name, int gpus) {
        JobSpec spec = JobSpec.batch(name, Demand.cpu(1_000, 1L << 30).withGpus(gpus), Nanos.NEVER);
        return spec.withTerms(spec.terms().withKeys(WorldKeys.of("uid-" + name)));
    }

    private void happens(long seconds, Event... events) {
        long at = 1_700_000_000L * Nanos.SECOND + seconds * Nanos.SECOND;
        Frame frame = new Frame(at, List.of(events), null);
        frames.add(frame);
        recovery.apply(frame);
    }
}
