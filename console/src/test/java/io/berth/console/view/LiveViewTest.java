package io.berth.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.Resource;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** After every instant of days on which nodes fail and jobs are preempted, the view is what the state is. */
class LiveViewTest {
    private static final int KEPT = 20;
    private static final String LICENCE = "example.com/licence";
    private static final Amounts CAPACITY =
            Amounts.of(64_000, 1L << 38).withExtended(List.of(new ExtendedResource(LICENCE, 3)));

    @Test
    void theViewFollowsTheState() {
        for (long seed = 1; seed <= 6; seed++) {
            StrategySpec strategy = seed % 2 == 0
                    ? StrategySpec.of("a", "fcfs", "fgd", "greedy")
                    : StrategySpec.of("b", "srtf", "best-fit", "greedy").preempting("by-order");
            Oracle oracle = new Oracle(seed);
            List<NodeSpec> nodes = new ArrayList<>();
            for (int node = 0; node < 6; node++) {
                nodes.add(NodeSpec.of("n" + node, 64_000, 1L << 38, 8, "H100").withCapacity(CAPACITY));
            }
            GeneratorOptions options = GeneratorOptions.builder()
                    .seed(seed)
                    .jobs(150)
                    .resourceShares(new TreeMap<>(Map.of(LICENCE, 0.5)))
                    .build();
            WorldOptions world = new WorldOptions(30 * Nanos.SECOND, 0.05, 0.05, 20 * Nanos.HOUR, 20 * Nanos.MINUTE);
            Workload workload = new Generator(options, nodes);
            new Simulation(
                            new Simulation.Setup(nodes, workload, strategy, seed, world, Nanos.NEVER, 0),
                            Catalog.standard(),
                            Journal.NONE,
                            oracle)
                    .run();
            assertThat(oracle.instants).isGreaterThan(300);
            assertThat(oracle.mostLicences).isGreaterThan(3);
        }
    }

    /** Looks at the view after each instant. */
    private static final class Oracle implements Observer {
        private final long seed;
        private final LiveView view = new LiveView(KEPT);
        private final List<JobEnd> ends = new ArrayList<>();
        private long instants;
        private long mostLicences;

        Oracle(long seed) {
            this.seed = seed;
        }

        @Override
        public void ended(JobEnd end) {
            ends.add(end);
            view.ended(end);
        }

        @Override
        public void instant(Frame frame, State state) {
            view.instant(frame, state);
            instants++;
            String name = "seed " + seed + ", instant " + instants;
            jobs(state, name);
            nodes(state, name);
            queues(state, name);
        }

        private void jobs(State state, String name) {
            List<String> expected = new ArrayList<>();
            for (JobEnd end : ends.subList(Math.max(0, ends.size() - KEPT), ends.size())) {
                expected.add(end.job().id() + " " + JobPhase.of(end.outcome()));
            }
            for (Job job : state.jobs()) {
                StringBuilder text = new StringBuilder(job.id() + " " + JobPhase.of(job.state()));
                for (int task = 0; !job.waiting() && task < job.spec().tasks(); task++) {
                    text.append(' ').append(job.node(task));
                }
                expected.add(text.toString());
            }
            List<String> seen = new ArrayList<>();
            for (JobEntry entry : view.jobsAfter(0)) {
                StringBuilder text = new StringBuilder(entry.id() + " " + entry.phase());
                for (int task = 0; task < entry.placed(); task++) {
                    text.append(' ').append(entry.node(task));
                }
                seen.add(text.toString());
            }
            assertThat(seen).as(name).containsExactlyInAnyOrderElementsOf(expected);
        }

        private void nodes(State state, String name) {
            long gpusHeld = 0;
            long licencesHeld = 0;
            for (NodeEntry node : view.nodes()) {
                int number = node.number();
                NodeRow row = node.row();
                assertThat(row.gpusFree()).as(name).isEqualTo(state.nodes().totalFreeMilli(number) / 1000.0);
                assertThat(row.memoryFreeBytes()).isEqualTo(state.nodes().free(number, Resource.MEMORY));
                assertThat(row.tasks()).isEqualTo(state.nodes().tasks(number));
                long licences = state.nodes().free(number, state.nodes().names().column(LICENCE));
                assertThat(row.resources()).as(name).containsExactly(new NodeRow.NamedAmount(LICENCE, 3, licences));
                licencesHeld += node.phase() == NodePhase.LOST ? 0 : 3 - licences;
                assertThat(node.phase() == NodePhase.LOST)
                        .isEqualTo(!state.nodes().present(number));
                gpusHeld += node.phase() == NodePhase.LOST
                        ? 0
                        : row.gpus() * 1000L - state.nodes().totalFreeMilli(number);
            }
            assertThat(view.nodes()).hasSize(state.nodes().count());
            assertThat(view.totals().gpuMilli().held()).as(name).isEqualTo(gpusHeld);
            Totals.Amount licences = view.totals().resources().getOrDefault(LICENCE, new Totals.Amount(0, 0));
            assertThat(licences.held()).as(name).isEqualTo(licencesHeld);
            mostLicences = Math.max(mostLicences, licencesHeld);
        }

        private void queues(State state, String name) {
            TreeMap<String, Long> waiting = new TreeMap<>();
            TreeMap<String, Double> held = new TreeMap<>();
            for (Job job : state.jobs()) {
                String queue = job.spec().queue();
                waiting.merge(queue, job.waiting() ? 1L : 0, Long::sum);
                double gpus = job.spec().demand().totalGpuMilli() * job.spec().tasks() / 1000.0;
                held.merge(queue, job.waiting() ? 0 : gpus, Double::sum);
            }
            for (QueueRow queue : view.queues()) {
                assertThat(queue.jobsWaiting()).as(name).isEqualTo(waiting.getOrDefault(queue.name(), 0L));
                assertThat(queue.gpusHeld()).as(name).isCloseTo(held.getOrDefault(queue.name(), 0.0), within());
                waiting.remove(queue.name());
            }
            assertThat(waiting).as(name).isEmpty();
        }

        private static Offset<Double> within() {
            return Offset.offset(1e-6);
        }
    }
}
