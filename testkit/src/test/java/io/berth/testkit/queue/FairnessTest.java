package io.berth.testkit.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.Observer;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Declaring;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four tenants who all have more to do than they can, for a day. */
class FairnessTest {
    private static final Demand ONE_GPU = Demand.cpu(1_000, 1 << 20).withGpus(1);
    private static final int NODES = 4;
    private static final int GPUS = 8;
    private static final int[] WEIGHTS = {1, 2, 3, 4};
    private static final long DAY = 24 * Nanos.HOUR;
    private static final long GAP = 20 * Nanos.SECOND;

    /** Each hands in a task of five to fifteen minutes every twenty seconds: of the cluster's 32 GPUs one alone would need 30. */
    private static Workload jobs() {
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < DAY / GAP; i++) {
            for (int tenant = 0; tenant < WEIGHTS.length; tenant++) {
                long run = 5 * Nanos.MINUTE + Math.floorMod(Chance.at(7, tenant, 1, i), 10 * Nanos.MINUTE);
                JobSpec job = JobSpec.batch("job-" + i, ONE_GPU, run).withQueue("t" + WEIGHTS[tenant]);
                arrivals.add(new Arrival(i * GAP, job));
            }
        }
        return ListedWorkload.of(arrivals);
    }

    @ParameterizedTest
    @ValueSource(strings = {"drf", "usage"})
    void gpuTimeGoesByWeight(String share) {
        List<QueueSpec> queues = new ArrayList<>();
        for (int weight : WEIGHTS) {
            queues.add(QueueSpec.of("t" + weight).weighing(weight));
        }
        StrategySpec strategy =
                StrategySpec.of("fair", "fcfs", "best-fit", "greedy").with(PolicyKind.SHARE, PolicySpec.of(share));
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(NodeSpec.of("n" + node, 64_000, 1L << 38, GPUS, "H100"));
        }
        Simulation.Setup setup = new Simulation.Setup(
                nodes,
                Declaring.of(jobs(), List.of(new Event.QueuesDeclared(queues))),
                strategy,
                1,
                WorldOptions.IDEAL,
                DAY,
                0);
        SortedMap<String, Double> figures = new Simulation(setup, Catalog.standard(), Journal.NONE, new Observer() {})
                .run(new Window(DAY / 2, DAY))
                .figures();
        double hours = 12.0 * NODES * GPUS;
        for (int weight : WEIGHTS) {
            double part = hours * weight / 10;
            assertThat(figures.get("queue_used_gpu_h.t" + weight))
                    .as("%s, weight %s", share, weight)
                    .isCloseTo(part, within(0.02 * part));
        }
        assertThat(figures.get("queue_jain_fairness")).as(share).isGreaterThan(0.99);
    }
}
