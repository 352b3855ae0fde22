package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.sim.report.identity.RunDigest;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Happening;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a journal recorded happens again: jobs, and all that people and the world did meanwhile. */
class RecordedRunTest {
    private static final long START = Workload.START_NANOS;
    private static final StrategySpec STRATEGY =
            StrategySpec.of("srtf", "srtf", "best-fit", "greedy").preempting("by-order");
    private static final List<NodeSpec> NODES = List.of(node(0), node(1), node(2));

    private static NodeSpec node(int number) {
        return NodeSpec.of("node-" + number, 16_000, 1L << 36, 4, "H100");
    }

    /** Runs of minutes to hours that come faster than they end. */
    private static ListedWorkload jobs() {
        List<Arrival> arrivals = new ArrayList<>();
        for (int job = 0; job < 80; job++) {
            JobSpec spec = JobSpec.batch(
                            "job-" + job,
                            Demand.cpu(1_000, 1L << 30).withGpus(1 + job % 3),
                            (5 + job * 37 % 110) * Nanos.MINUTE)
                    .withTasks(1 + job % 2);
            arrivals.add(new Arrival(START + job * 4 * Nanos.MINUTE, spec));
        }
        return ListedWorkload.of(arrivals);
    }

    private static List<Happening> happenings() {
        return List.of(
                at(0, new Event.NodeLost(2)),
                at(21, new Event.JobCancelled(3)),
                at(30, new Event.JobHeld(9, true)),
                at(33, new Event.NodeDrained(1, true, "a fan is loud")),
                at(45, new Event.JobUpdated(11, new JobChange("other", 5, 20 * Nanos.MINUTE))),
                at(61, new Event.NodeJoined(2, node(2))),
                at(75, new Event.JobRequeued(8)),
                at(90, new Event.NodeLost(0)),
                at(100, new Event.UsageObserved(2, 14_000, 1L << 34)),
                at(110, new Event.NodeDrained(1, false)),
                at(121, new Event.JobCancelled(30)),
                at(140, new Event.NodeJoined(0, node(0))),
                at(150, new Event.JobHeld(9, false)),
                at(160, new Event.UsageObserved(2, 0, 0)));
    }

    private static Happening at(long minutes, Event event) {
        return new Happening(START + minutes * Nanos.MINUTE, event);
    }

    private record Ran(List<Frame> frames, String outcome) {
        static Ran of(List<NodeSpec> nodes, Workload workload) {
            List<Frame> frames = new ArrayList<>();
            RunDigest digest = new RunDigest();
            new Simulation(
                            new Simulation.Setup(nodes, workload, STRATEGY, 7, WorldOptions.IDEAL, Nanos.NEVER, 0),
                            Catalog.standard(),
                            frames::add,
                            digest)
                    .run();
            return new Ran(frames, digest.identity().outcome());
        }
    }

    @Test
    void under_the_same_strategy_it_comes_as_it_came() {
        ListedWorkload jobs = jobs();
        Ran first = Ran.of(NODES, jobs.with(happenings()));
        RecordedRun recorded = new RecordedRun(7);
        first.frames().forEach(recorded::apply);

        assertThat(recorded.nodes()).isEqualTo(NODES);
        Ran again = Ran.of(recorded.nodes(), recorded.workload());
        assertThat(again.outcome()).isEqualTo(first.outcome());
        assertThat(Ran.of(NODES, jobs).outcome())
                .as("what happened beside the submissions matters")
                .isNotEqualTo(first.outcome());
    }

    @Test
    void each_kind_of_happening_is_kept() {
        RecordedRun recorded = new RecordedRun(7);
        Ran.of(NODES, jobs().with(happenings())).frames().forEach(recorded::apply);
        TreeSet<String> kinds = new TreeSet<>();
        for (Happening happening : recorded.workload().happenings()) {
            kinds.add(happening.event().getClass().getSimpleName());
        }

        assertThat(kinds)
                .containsExactly(
                        "JobCancelled",
                        "JobHeld",
                        "JobRequeued",
                        "JobUpdated",
                        "NodeDrained",
                        "NodeJoined",
                        "NodeLost",
                        "UsageObserved");
    }

    @Test
    void nothing_happens_to_nodes_that_another_cluster_has_not() {
        RecordedRun recorded = new RecordedRun(7);
        Ran.of(NODES, jobs().with(happenings())).frames().forEach(recorded::apply);

        Ran smaller = Ran.of(NODES.subList(0, 2), recorded.workload());
        assertThat(smaller.frames())
                .allSatisfy(frame -> assertThat(frame.events())
                        .noneMatch(event -> event instanceof Event.NodeEvent node && node.node() == 2));
    }
}
