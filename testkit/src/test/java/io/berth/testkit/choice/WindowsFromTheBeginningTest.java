package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.catalog.FullCatalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Up to six jobs that are all there when time begins, on three nodes: planned together, and none of them forgotten. */
class WindowsFromTheBeginningTest {
    private static final int INSTANCES = 75;
    private static final int NODES = 3;

    @ParameterizedTest
    @ValueSource(strings = {"dual", "ilp", "exchange", "hungarian", "fgd-lookahead", "learnt"})
    void allStart(String method) {
        for (long seed = 1; seed <= INSTANCES; seed++) {
            Instance instance = Instance.of(seed);
            long started =
                    instance.starts(method).stream().mapToLong(List::size).sum();
            assertThat(started).as("seed %d", seed).isEqualTo(instance.jobs.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dual", "ilp", "exchange"})
    void theFirstPlanStartsWhatIsWorthMost(String method) {
        int best = 0;
        for (long seed = 1; seed <= 4 * INSTANCES; seed++) {
            Instance instance = Instance.of(seed);
            double worth = instance.starts(method).getFirst().stream()
                    .mapToDouble(start -> instance.worth((int) start.job() - 1))
                    .sum();
            best += worth >= instance.mostWorth() * 0.9999 ? 1 : 0;
        }
        assertThat(best).isGreaterThanOrEqualTo(4 * INSTANCES * 99 / 100);
    }

    private record Instance(List<NodeSpec> nodes, List<JobSpec> jobs) {
        static Instance of(long seed) {
            Chance chance = new Chance(seed, "windows", 0);
            List<NodeSpec> nodes = new ArrayList<>();
            for (int node = 0; node < NODES; node++) {
                nodes.add(NodeSpec.of("n" + node, 64_000, 1L << 38, 1 + chance.below(8), "H100"));
            }
            List<JobSpec> jobs = new ArrayList<>();
            int count = 1 + chance.below(6);
            while (jobs.size() < count) {
                int tasks = 1 + chance.below(3);
                Demand demand = Demand.cpu(1000, 1 << 20).withGpus(1 + chance.below(4));
                JobSpec job = new JobSpec(
                        "job-" + jobs.size(),
                        "q",
                        JobKind.BATCH,
                        chance.below(4),
                        TaskGroup.of(tasks, demand),
                        new Timing(
                                Nanos.SECOND * (30 + chance.below(600)),
                                Nanos.SECOND * (30 + chance.below(600)),
                                Nanos.NEVER));
                if (new Instance(nodes, List.of(job)).mostWorth() > 0) {
                    jobs.add(job);
                }
            }
            return new Instance(nodes, jobs);
        }

        /** Who starts, by the passes in which somebody does. */
        List<List<Decision.Start>> starts(String method) {
            StrategySpec strategy = StrategySpec.of("windows", "fcfs", "best-fit", "greedy")
                    .planning(RandomModels.planning(method, Map.of()));
            List<Arrival> arrivals =
                    jobs.stream().map(job -> new Arrival(0, job)).toList();
            MemoryJournal journal = new MemoryJournal();
            Simulation.Setup setup = new Simulation.Setup(
                    nodes, new ListedWorkload(arrivals, List.of()), strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
            new Simulation(setup, FullCatalog.get(), journal, new Observer() {}).run();
            List<List<Decision.Start>> starts = new ArrayList<>();
            for (Frame frame : journal.frames()) {
                List<Decision> decisions =
                        frame.plan() == null ? List.of() : frame.plan().decisions();
                List<Decision.Start> started = decisions.stream()
                        .filter(Decision.Start.class::isInstance)
                        .map(Decision.Start.class::cast)
                        .toList();
                if (!started.isEmpty()) {
                    starts.add(started);
                }
            }
            return starts;
        }

        double worth(int job) {
            JobSpec spec = jobs.get(job);
            return Math.scalb((double) spec.tasks() * spec.demand().gpus(), spec.priority());
        }

        /** Of all sets of jobs for which there is room at once, by trying all. */
        double mostWorth() {
            return mostWorth(0, nodes.stream().mapToInt(NodeSpec::gpus).toArray());
        }

        private double mostWorth(int job, int[] free) {
            if (job == jobs.size()) {
                return 0;
            }
            return Math.max(mostWorth(job + 1, free), placed(job, 0, 0, free));
        }

        /** The most with {@code job}, of which {@code task} tasks have nodes up to {@code node}; negative where it has no room. */
        private double placed(int job, int task, int node, int[] free) {
            JobSpec spec = jobs.get(job);
            if (task == spec.tasks()) {
                return worth(job) + mostWorth(job + 1, free);
            }
            double most = -1;
            for (int next = node; next < free.length; next++) {
                if (free[next] >= spec.demand().gpus()) {
                    free[next] -= spec.demand().gpus();
                    most = Math.max(most, placed(job, task + 1, next, free));
                    free[next] += spec.demand().gpus();
                }
            }
            return most;
        }
    }
}
