package io.berth.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Frame;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.safety.SafetyRules;
import io.berth.sim.scenario.RecordedRun;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Jobs with phases, in runs that are small enough to compute by hand: one node of four GPUs. */
class PhasesRunTest {
    private static final List<NodeSpec> NODES = List.of(NodeSpec.of("n0", 8000, 1L << 40, 4, "H100"));
    private static final JobSpec PHASED = JobSpec.batch("phased", cpus(2), 0)
            .withPhases(new Phases(
                    List.of(
                            phase("load", TaskGroup.of(1, cpus(2)), 10),
                            phase("train", TaskGroup.of(1, cpus(2).withGpus(4)), 60),
                            phase("evaluate", TaskGroup.of(1, cpus(2).withGpus(1)), 20)),
                    0));
    private static final JobSpec OTHER = JobSpec.batch("other", cpus(2).withGpus(3), 30 * Nanos.SECOND);

    private static Phase phase(String name, TaskGroup group, long seconds) {
        return new Phase(name, group, seconds * Nanos.SECOND, seconds * Nanos.SECOND);
    }

    private static Demand cpus(int cpus) {
        return Demand.cpu(cpus * 1000L, 0);
    }

    private static Arrival at(long seconds, JobSpec job) {
        return new Arrival(seconds * Nanos.SECOND, job);
    }

    @Test
    void whatAPhaseDoesNotNeedIsThereForOthers() {
        // The other has three GPUs from 5 s to 35 s; so the training, of all four, runs from 35 s to 95 s.
        Run run = new Run(List.of(at(0, PHASED), at(5, OTHER)));
        assertThat(run.figures.get("makespan_s")).isEqualTo(115);
        assertThat(run.figures.get("jct_mean_s")).isEqualTo((115 + 30) / 2.0);
        assertThat(run.figures.get("wait_mean_s")).as("at the boundary").isEqualTo(25 / 2.0);

        // One that comes while it trains begins beside its evaluation.
        Run late = new Run(List.of(at(0, PHASED), at(20, OTHER)));
        assertThat(late.figures.get("makespan_s")).isEqualTo(100);
        assertThat(late.figures.get("wait_mean_s")).isEqualTo(50 / 2.0);
        assertThat(late.safety.instants()).isPositive();
    }

    @Test
    void aRecordedRunTellsHowLongEachPhaseRan() {
        Workload recorded = new Run(List.of(at(0, PHASED), at(5, OTHER))).recorded();
        List<JobSpec> jobs = new ArrayList<>();
        recorded.forEach(arrival -> jobs.add(arrival.spec()));
        assertThat(jobs).containsExactly(PHASED, OTHER);
    }

    /** A run under first come, first served. */
    private static final class Run {
        private final List<Frame> frames = new ArrayList<>();
        private final SafetyRules safety = new SafetyRules();
        private final SortedMap<String, Double> figures;

        Run(List<Arrival> arrivals) {
            StrategySpec strategy = StrategySpec.of("s", "fcfs", "first-fit", "greedy");
            Simulation.Setup setup = new Simulation.Setup(
                    NODES, ListedWorkload.of(arrivals), strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
            figures = new Simulation(setup, Catalog.standard(), frames::add, safety)
                    .run()
                    .figures();
        }

        Workload recorded() {
            RecordedRun run = new RecordedRun(1);
            frames.forEach(run::apply);
            return run.workload();
        }
    }
}
