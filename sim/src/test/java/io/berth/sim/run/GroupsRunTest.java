package io.berth.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Frame;
import io.berth.core.metric.Window;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.report.JobRows;
import io.berth.sim.report.Rejections;
import io.berth.sim.report.identity.RunDigest;
import io.berth.sim.scenario.RecordedRun;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Jobs of several groups and elastic ones, in runs that are small enough to compute by hand. */
class GroupsRunTest {
    private static final List<NodeSpec> NODES = List.of(node("n0"), node("n1"));

    /** A learner on all GPUs of a node, and actors on the CPUs that are left. */
    private static final JobSpec GROUPS = JobSpec.batch("groups", cpus(2), 60 * Nanos.SECOND)
            .withGroups(List.of(
                    TaskGroup.of(1, cpus(2).withGpus(4)).withName("learner"),
                    TaskGroup.of(1, cpus(2)).withName("actor").withTasks(2, 8)));

    /** Takes 50 s where all four run; two nodes hold two of them. */
    private static final JobSpec ELASTIC = JobSpec.batch("elastic", cpus(1).withGpus(4), 50 * Nanos.SECOND)
            .withFirst(TaskGroup.of(1, cpus(1).withGpus(4)).withTasks(1, 4));

    private static final JobSpec NEVER = GROUPS.withName("never")
            .withGroups(List.of(
                    TaskGroup.of(2, cpus(8).withGpus(4)).withName("learner"),
                    TaskGroup.of(1, cpus(2)).withName("actor")));

    @Test
    void a_job_of_groups_starts_whole_and_an_elastic_one_takes_longer_with_fewer_tasks() {
        Run run = new Run(List.of(at(0, GROUPS), at(10, ELASTIC)));

        // With 8 CPUs a node the learner leaves room for 7 of the 8 actors, so that 8 of 9 tasks run: 60 s × 9 / 8.
        // The elastic job finds no CPU beside them; then it runs with 2 of its 4 tasks.
        assertThat(run.rows())
                .containsExactly(
                        "1,groups,default,batch,9,4,1000,0,0,67.5,0,67.5,finished,n0,s,1,,n0:0+1+2+3;n0;n0;n0;n1;n1;n1;n1,,",
                        "2,elastic,default,batch,4,4,1000,10,67.5,167.5,57.5,157.5,finished,n0,s,1,,n0:0+1+2+3;n1:0+1+2+3,,");
        assertThat(run.figures.get("makespan_s")).isEqualTo(167.5);
    }

    @Test
    void what_the_cluster_holds_group_by_group_only_is_rejected_for_its_tasks() {
        Run run = new Run(List.of(at(0, NEVER)));

        assertThat(run.rows()).containsExactly("1,never,default,batch,3,8,1000,0,,0,,,rejected,,s,1,tasks,,,");
    }

    @Test
    void a_recorded_run_keeps_groups_and_says_what_all_tasks_would_have_taken() {
        Workload recorded = new Run(List.of(at(0, GROUPS), at(10, ELASTIC))).recorded();

        List<JobSpec> jobs = new ArrayList<>();
        recorded.forEach(arrival -> jobs.add(arrival.spec()));
        assertThat(jobs).containsExactly(GROUPS, ELASTIC);
        List<Arrival> again = new ArrayList<>();
        recorded.forEach(again::add);
        assertThat(new Run(again).rows()).isEqualTo(new Run(List.of(at(0, GROUPS), at(10, ELASTIC))).rows());
    }

    @Test
    void runs_of_other_groups_have_other_identities() {
        JobSpec fixed = ELASTIC.withFirst(ELASTIC.groups().getFirst().withTasks(1, 1));
        JobSpec fewer = ELASTIC.withFirst(ELASTIC.groups().getFirst().withTasks(2, 4));

        assertThat(List.of(ELASTIC, fixed, fewer, GROUPS).stream()
                        .map(job ->
                                new Run(List.of(at(0, job))).digest.identity().workload())
                        .distinct())
                .hasSize(4);
    }

    private static NodeSpec node(String name) {
        return NodeSpec.of(name, 8000, 1L << 40, 4, "H100");
    }

    private static Demand cpus(int cpus) {
        return Demand.cpu(cpus * 1000L, 0);
    }

    private static Arrival at(long seconds, JobSpec job) {
        return new Arrival(seconds * Nanos.SECOND, job);
    }

    /** A run under first come, first served on the first nodes. */
    private static final class Run implements Observer {
        private final JobRows jobs = new JobRows("s", 1, new Rejections(NODES, Window.ALL));
        private final RunDigest digest = new RunDigest();
        private final List<Frame> frames = new ArrayList<>();
        private final SortedMap<String, Double> figures;

        Run(List<Arrival> arrivals) {
            StrategySpec strategy = StrategySpec.of("s", "fcfs", "first-fit", "none");
            Simulation.Setup setup = new Simulation.Setup(
                    NODES, ListedWorkload.of(arrivals), strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
            figures = new Simulation(setup, Catalog.standard(), frames::add, this)
                    .run()
                    .figures();
        }

        List<String> rows() {
            return jobs.text().lines().toList();
        }

        Workload recorded() {
            RecordedRun recorded = new RecordedRun(1);
            frames.forEach(recorded::apply);
            return recorded.workload();
        }

        @Override
        public void ended(JobEnd end) {
            jobs.ended(end);
        }

        @Override
        public void instant(Frame frame, State state) {
            jobs.instant(frame, state);
            digest.instant(frame, state);
        }
    }
}
