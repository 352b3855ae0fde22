package io.berth.learn.environment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What agents see, worked out by hand: two nodes of 8 CPUs, 16 GiB and 2 GPUs. */
class RowsTest {
    private static final long GIB = 1L << 30;
    private static final WorldOptions IDEAL = new WorldOptions(0, 0, 0, Nanos.NEVER, 0);

    private final List<Arrival> arrivals = new ArrayList<>();
    private long untilNanos = Nanos.NEVER;

    private void job(long atSeconds, String queue, int tasks, Demand demand, long expectedSeconds) {
        long expected = expectedSeconds == 0 ? Nanos.NEVER : expectedSeconds * Nanos.SECOND;
        long work = 100 * Nanos.SECOND;
        JobSpec spec = new JobSpec(
                "j", queue, JobKind.BATCH, 0, TaskGroup.of(tasks, demand), new Timing(expected, work, Nanos.NEVER));
        arrivals.add(new Arrival(atSeconds * Nanos.SECOND, spec));
    }

    private EngineOptions options() {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            nodes.add(new NodeSpec(
                    "n" + node, Amounts.of(8_000, 16 * GIB), Integer.MAX_VALUE, NodeSpec.gpus(2, "T4", 0)));
        }
        ListedWorkload workload = ListedWorkload.of(arrivals);
        Simulation.Setup setup =
                new Simulation.Setup(nodes, workload, EngineOptions.FIRST_COME, 1, IDEAL, untilNanos, 0);
        return EngineOptions.of(Episodes.of(_ -> setup, Episodes.ALL, 1));
    }

    @Test
    void aWaitingJobIsWhatALearntOrderSeesOfIt() {
        job(0, "a", 2, Demand.cpu(8_000, GIB).withGpus(2), 100);
        job(10, "b", 1, Demand.cpu(4_000, 4 * GIB), 50);
        job(20, "c", 2, Demand.cpu(1_000, 0).withGpus(1), 0);
        EngineEnvironment environment = EngineEnvironment.ordering(options(), 3);
        environment.reset(1);

        float half = (float) (StrictMath.log(3) / StrictMath.log(5));
        float run = (float) StrictMath.log10(5);
        assertThat(Worlds.seen(environment))
                .containsExactly(
                        new float[] {
                            10f / 3610,
                            1 / 6f,
                            run,
                            1,
                            (run + 1) / 2,
                            1,
                            0,
                            0, // the second job: as many CPUs as there are GPUs
                            0,
                            0,
                            1,
                            half,
                            (1 + half) / 2,
                            0.5f,
                            0,
                            0, // the third, of unknown time
                            0,
                            0,
                            1,
                            1,
                            1,
                            1,
                            0,
                            0 // nobody
                        },
                        within(1e-6f));
        assertThat(Worlds.mask(environment)).containsExactly(true, true, false);
        assertThat(environment.subjects().job(1).id()).isEqualTo(3);
        assertThat(environment.subjects().nowNanos()).isEqualTo(20 * Nanos.SECOND);
    }

    @Test
    void aCandidateIsWhatItHasAndWhatWouldBeLeft() {
        job(0, "a", 1, Demand.cpu(1_000, 2 * GIB).withGpuShare(1, 500), 100);
        job(1, "a", 1, Demand.cpu(1_000, 2 * GIB).withGpus(1), 100);
        EngineEnvironment environment = EngineEnvironment.placement(options(), 2);
        environment.reset(1);

        // Of the mix, half the tasks want a share of 500 and can use 1,500 afterwards, half a whole GPU and can use
        // 1,000: of
        // 1,500 that are left 250 are a fragment, an eighth of the node.
        assertThat(Worlds.seen(environment))
                .containsExactly(
                        1, 1, 1, 1, 1, 0.875f, 0.875f, 0.75f, 0, 0.125f, 0, 0.125f, 0.125f, 0, 0.5f, //
                        1, 1, 1, 1, 1, 0.875f, 0.875f, 0.75f, 0, 0.125f, 0, 0.125f, 0.125f, 0, 0.5f);
        environment.step(1);
        float[] seen = Worlds.seen(environment);
        assertThat(List.of(seen[2], seen[3], seen[10], seen[13], seen[14])).containsExactly(1f, 1f, 0f, 0.5f, 0f);
        assertThat(List.of(seen[17], seen[18], seen[25])).containsExactly(0.75f, 0.5f, 0.5f);
        assertThat(environment.subjects().node(1)).isEqualTo(1);
    }

    @Test
    void aPairIsTheJobThenTheNode() {
        job(0, "a", 1, Demand.cpu(1_000, 2 * GIB), 100);
        job(0, "a", 1, Demand.cpu(16_000, 2 * GIB), 100);
        job(0, "a", 1, Demand.cpu(2_000, 2 * GIB), 100);
        EngineEnvironment environment = EngineEnvironment.joint(options(), 3, 2);
        environment.reset(1);

        // Nowhere are 16 CPUs, so the second job has no row.
        assertThat(Worlds.mask(environment)).containsExactly(true, true, true, true, false, false);
        assertThat(environment.subjects().job(3).id()).isEqualTo(3);
        assertThat(environment.subjects().node(3)).isEqualTo(1);
        environment.step(3);
        assertThat(Worlds.mask(environment)).containsExactly(true, true, false, false, false, false);
        float[] seen = Worlds.seen(environment);
        int width = environment.mdp().observation().features().size();
        // Of the first job its share of the cluster's GPUs, as which its CPU counts; of both nodes the CPUs that are
        // free.
        assertThat(List.of(seen[5], seen[7], seen[width + 7])).containsExactly(1 / 4f, 1f, 0.75f);
    }

    @Test
    void aRunThatIsCutOffIsTruncated() {
        untilNanos = 150 * Nanos.SECOND;
        for (int i = 0; i < 4; i++) {
            job(i, "a", 2, Demand.cpu(8_000, GIB), 100);
        }
        EngineEnvironment environment = EngineEnvironment.ordering(options(), 3);
        environment.reset(1);
        assertThat(environment.truncated()).isFalse();
        Worlds.play(environment, _ -> 0);

        assertThat(environment.truncated()).isTrue();
        assertThat(environment.figures().get("jobs_finished")).isEqualTo(1);
    }

    @Test
    void alternatelyTheShortestAndTheSmallestThatIsNotSeenYetAreShown() {
        job(0, "a", 2, Demand.cpu(8_000, GIB), 100);
        job(1, "a", 1, Demand.cpu(5_000, GIB), 10);
        job(1, "a", 1, Demand.cpu(4_000, GIB), 20);
        job(1, "a", 1, Demand.cpu(1_000, GIB), 30);
        job(1, "a", 1, Demand.cpu(2_000, GIB), 40);
        job(1, "a", 1, Demand.cpu(3_000, GIB), 50);
        EngineEnvironment environment = EngineEnvironment.ordering(options(), 4);
        environment.reset(1);

        // Shortest 2, smallest 4, shortest left 3, smallest left 5.
        assertThat(List.of(0, 1, 2, 3))
                .map(row -> environment.subjects().job(row).id())
                .containsExactly(2L, 4L, 3L, 5L);
    }

    @Test
    void ofManyNodesTheBestByBestFitAreShownAndOthersSpreadOverTheRest() {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < 40; node++) {
            // The more CPUs, the worse the fit; the smallest are the last.
            nodes.add(new NodeSpec("n" + node, Amounts.of(50_000L - 1_000 * node, GIB), Integer.MAX_VALUE, List.of()));
        }
        job(0, "a", 1, Demand.cpu(1_000, 1), 100);
        Simulation.Setup setup = new Simulation.Setup(
                nodes, ListedWorkload.of(arrivals), EngineOptions.FIRST_COME, 1, IDEAL, untilNanos, 0);
        EngineEnvironment environment =
                EngineEnvironment.placement(EngineOptions.of(Episodes.of(_ -> setup, Episodes.ALL, 1)), 8);
        environment.reset(1);

        assertThat(List.of(0, 1, 2, 3, 4, 5, 6, 7))
                .map(row -> environment.subjects().node(row))
                .containsExactly(0, 9, 18, 27, 36, 37, 38, 39);
    }
}
