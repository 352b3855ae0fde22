package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.Resource;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs of several groups of tasks, and jobs that may start with fewer tasks than all. */
class GroupsTest {
    private static final Demand SERVER = Demand.cpu(4_000, 1L << 30);
    private static final TaskGroup SERVERS = group("servers", SERVER, 1, 1);
    private static final TaskGroup WORKERS = group("workers", Scene.ONE_GPU, 2, 4);

    private static TaskGroup group(String name, Demand demand, int min, int max) {
        return new TaskGroup(name, demand, min, max, Program.NONE);
    }

    private static TaskGroup fixed(String name, Demand demand, int tasks) {
        return group(name, demand, tasks, tasks);
    }

    private static Decision.Start start(List<Decision> decisions) {
        return (Decision.Start) decisions.getFirst();
    }

    @Test
    void all_groups_start_together_each_task_by_its_number() {
        Scene scene = new Scene("none", 2);
        Job job = scene.submit(List.of(SERVERS, fixed("workers", Scene.TWO_GPUS, 2)), Nanos.HOUR);

        Decision.Start start = start(scene.plan());

        assertThat(start.tasks()).isEmpty();
        assertThat(start.placements())
                .containsExactly(
                        new Placement(0, Grant.NONE),
                        new Placement(0, Grant.of(0b11)),
                        new Placement(1, Grant.of(0b11)));
        assertThat(job.startedTasks()).isEqualTo(3);
        assertThat(scene.state.nodes().totalFreeMilli(0)).isZero();
        assertThat(scene.state.nodes().free(0, Resource.CPU)).isEqualTo(64_000 - 4_000 - 1_000);
    }

    @Test
    void none_starts_where_one_group_has_no_room() {
        Scene scene = new Scene("greedy", 1);
        Job job = scene.submit(List.of(SERVERS, fixed("workers", Scene.ONE_GPU, 3)), Nanos.HOUR);
        Job behind = scene.submit(Scene.ONE_GPU, 1);

        assertThat(scene.settle()).containsExactly(behind);
        assertThat(job.waiting()).isTrue();
        assertThat(scene.state.nodes().free(0, Resource.CPU)).isEqualTo(63_000);
    }

    @Test
    void an_elastic_group_takes_what_there_is_and_the_start_names_its_tasks() {
        Scene scene = new Scene("none", 1);
        scene.happens(new Event.NodeJoined(1, NodeSpec.of("n1", 64_000, 1L << 38, 1, "H100")));
        Job job = scene.submit(List.of(WORKERS, SERVERS), Nanos.HOUR);

        Decision.Start start = start(scene.plan());

        assertThat(start.tasks()).containsExactly(0, 1, 2, 4);
        assertThat(start.placements()).hasSize(4);
        assertThat(job.taskState(3)).isEqualTo(JobState.PENDING);
        assertThat(job.holds(3)).isFalse();
        assertThat(job.node(3)).isEqualTo(-1);
        assertThat(job.state()).isEqualTo(JobState.RESERVED);
    }

    @Test
    void fewer_tasks_take_longer_in_proportion() {
        Scene scene = new Scene("none", 1);
        Job job = scene.submit(List.of(group("", Scene.ONE_GPU, 1, 4)), Nanos.HOUR);

        assertThat(job.remainingNanos(scene.nowNanos())).isEqualTo(4 * Nanos.HOUR);
        assertThat(start(scene.plan()).placements()).hasSize(2);
        scene.starts(job);
        assertThat(job.remainingNanos(scene.nowNanos())).isEqualTo(2 * Nanos.HOUR);
        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);

        scene.passes(Nanos.HOUR);
        assertThat(job.doneNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR / 2);
        scene.happens(new Event.NodeLost(0));
        scene.ends(job, 0, 143);
        scene.ends(job, 1, 143);
        assertThat(job.waiting()).isTrue();
        assertThat(job.keptNanos()).isZero();
        assertThat(job.ranNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR);
    }

    @Test
    void a_job_ends_when_those_have_ended_that_it_started_with() {
        Scene scene = new Scene("none", 1);
        Job job = scene.submit(List.of(WORKERS, SERVERS), Nanos.HOUR);
        scene.settle();
        assertThat(job.startNanos()).isEqualTo(scene.nowNanos());

        for (int task : new int[] {0, 1, 4}) {
            assertThat(scene.ends).isEmpty();
            scene.ends(job, task, 0);
        }

        assertThat(scene.ends).hasSize(1);
        assertThat(scene.state.nodes().totalFreeMilli(0)).isEqualTo(2_000);
    }

    @Test
    void a_state_with_groups_is_read_as_it_was_written() {
        Scene scene = new Scene("conservative", 1);
        scene.submit(List.of(WORKERS, SERVERS), Nanos.HOUR);
        scene.settle();
        scene.submit(List.of(fixed("a", Scene.TWO_GPUS, 1), fixed("b", SERVER, 2)), Nanos.HOUR);
        scene.settle();
        byte[] written = scene.state.image().bytes();

        assertThat(scene.state.image().state().image().bytes()).isEqualTo(written);
    }

    @Test
    void the_head_is_promised_room_for_all_its_groups() {
        for (String backfill : List.of("easy", "conservative")) {
            Scene scene = new Scene(backfill, 2)
                    .with(Scene.TWO_GPUS, 10 * Nanos.MINUTE)
                    .with(Scene.ONE_GPU, 20 * Nanos.MINUTE);
            Job head = scene.submit(
                    List.of(fixed("large", Scene.TWO_GPUS, 1), fixed("small", Scene.ONE_GPU, 2)), Nanos.HOUR);
            Job tooLong = scene.submit(Scene.ONE_GPU, 21 * Nanos.MINUTE);
            Job fits = scene.submit(Scene.ONE_GPU, 20 * Nanos.MINUTE);

            assertThat(scene.settle()).as(backfill).containsExactly(fits);
            long promised = backfill.equals("easy") ? scene.promisedNanos() : head.promisedNanos();
            assertThat(promised).isEqualTo(scene.nowNanos() + 20 * Nanos.MINUTE);
            assertThat(tooLong.waiting()).isTrue();
        }
    }

    @Test
    void a_promise_to_groups_is_kept() {
        Scene scene = new Scene("conservative", 1);
        Job running = scene.runs(Scene.TWO_GPUS, 10 * Nanos.MINUTE);
        Job head = scene.submit(List.of(WORKERS, SERVERS), Nanos.HOUR);
        scene.settle();
        assertThat(head.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);

        scene.passes(10 * Nanos.MINUTE);
        scene.ends(running, 0, 0);

        assertThat(scene.settle()).containsExactly(head);
    }

    @Test
    void as_many_are_stopped_as_its_groups_need() {
        Scene scene = new Scene(
                StrategySpec.of("scene", "srtf", "first-fit", "greedy").preempting("by-order"), 2);
        Job first = scene.runs(Scene.TWO_GPUS, 2 * Nanos.HOUR);
        Job second = scene.runs(Scene.ONE_GPU, 3 * Nanos.HOUR);
        Job third = scene.runs(Scene.ONE_GPU, 4 * Nanos.HOUR);
        Job waiting = scene.submit(List.of(SERVERS, fixed("workers", Scene.ONE_GPU, 2)), Nanos.HOUR);

        assertThat(scene.plan())
                .extracting(decision -> ((Decision.Stop) decision).job())
                .containsExactlyInAnyOrder(second.id(), third.id());
        scene.ends(second, 0, 143);
        scene.ends(third, 0, 143);
        assertThat(scene.settle()).containsExactly(waiting);
        assertThat(first.waiting()).isFalse();
    }

    @Test
    void what_the_group_lacks_that_lacks_most_is_told() {
        Scene scene = new Scene("none", 1);
        Job job = scene.submit(List.of(SERVERS, fixed("workers", Scene.TWO_GPUS, 1)), Nanos.HOUR);
        Job runs = scene.submit(Scene.ONE_GPU, 1);
        scene.happens(new Event.JobHeld(job.id(), true));
        scene.settle();
        assertThat(runs.waiting()).isFalse();
        scene.happens(new Event.JobHeld(job.id(), false));

        Explanation told = Explainer.of(scene.state, Scene.CATALOG).explain(job.id());

        assertThat(told).isNotNull();
        assertThat(told.reason()).isEqualTo(Reason.WHOLE_GPUS);
        assertThat(told.tasks()).isEqualTo(2);
        assertThat(told.room()).isEqualTo(1);
    }

    /** The spreading placement puts the two small tasks on two nodes; then no node takes the large one of the other group. */
    @Test
    void where_the_placement_leaves_no_room_for_a_group_the_first_nodes_are_filled() {
        Scene scene = new Scene(StrategySpec.of("scene", "fcfs", "worst-fit", "none"), 2);
        TaskGroup large = fixed("large", Demand.cpu(60_000, 1 << 20), 1);
        TaskGroup small = fixed("small", Demand.cpu(10_000, 1 << 20).withGpus(1), 2);
        scene.submit(List.of(large, small), Nanos.HOUR);

        assertThat(start(scene.plan()).placements()).hasSize(3);
    }
}
