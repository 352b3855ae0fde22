package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.Resource;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.term.WorldKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the world says that Berth did not decide, be it possible or not. */
class FoundJobsTest {
    private final Scene scene = new Scene("greedy", 2);
    private final State state = scene.state;

    @Test
    void a_job_that_was_found_running_holds_its_room_until_its_task_ends() {
        Job found = find(spec("a", 1), Placement.on(0, 0b01));
        assertThat(found.state()).isEqualTo(JobState.RUNNING);
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
        Job waiting = scene.submit(Scene.TWO_GPUS, 2);
        assertThat(scene.plan()).isEmpty();

        scene.happens(new Event.TaskEnded(found.id(), 0, -found.id(), 0));
        assertThat(scene.plan()).hasSize(1);
        assertThat(waiting.waiting()).isFalse();
        assertThat(scene.ends).hasSize(1);
    }

    @Test
    void a_found_job_can_be_stopped_and_waits_for_its_place_like_any_other() {
        Job found = find(spec("a", 1), Placement.on(0, 0b01));
        scene.happens(new Event.JobRequeued(found.id()));
        Decision.Stop stop = (Decision.Stop) scene.plan().getFirst();
        assertThat(stop.job()).isEqualTo(found.id());
        scene.happens(new Event.TaskEnded(found.id(), 0, -found.id(), 143));
        assertThat(found.waiting()).isTrue();
        assertThat(scene.plan()).hasOnlyElementsOfType(Decision.Start.class);
    }

    @Test
    void more_than_there_is_may_be_held_and_then_nothing_more_is_placed_there() {
        find(spec("a", 1), Placement.on(0, 0b01));
        Job second = find(spec("b", 1), Placement.on(0, 0b01));
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
        assertThat(state.nodes().gpuFreeMilli(0, 0)).isZero();
        assertThat(state.nodes().totalFreeMilli(0)).isEqualTo(1000);

        scene.happens(new Event.TaskEnded(second.id(), 0, -second.id(), 0));
        assertThat(state.nodes().gpuFreeMilli(0, 0)).isZero();
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
    }

    @Test
    void a_gang_of_which_a_task_is_on_a_lost_node_stops() {
        scene.happens(new Event.NodeLost(1));
        Job gang = find(spec("a", 2), Placement.on(0, 0b01), Placement.on(1, 0b01));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(state.decisions(), gang.id(), Reason.TASK_LOST));
        scene.happens(new Event.TaskEnded(gang.id(), 0, -gang.id(), 143));
        assertThat(gang.waiting()).isTrue();
    }

    @Test
    void a_job_on_a_node_that_nobody_knows_waits() {
        assertThat(find(spec("a", 1), Placement.on(77, 0b01)).waiting()).isTrue();
    }

    @Test
    void one_that_waits_was_started_by_somebody_else() {
        JobSpec spec = keyed("a", "pod-1");
        Job waits = scene.submit(spec);
        scene.passes(5 * Nanos.SECOND);
        scene.happens(new Event.JobFound(waits.id(), spec, List.of(Placement.on(1, 0b01))));
        assertThat(state.liveJobs()).isEqualTo(1);
        assertThat(state.waitingJobs()).isZero();
        assertThat(waits.state()).isEqualTo(JobState.RUNNING);
        assertThat(waits.startNanos() - waits.submitNanos()).isEqualTo(5 * Nanos.SECOND);
        assertThat(state.nodes().idleGpus(1)).isEqualTo(1);
        assertThat(scene.plan()).isEmpty();

        scene.happens(new Event.TaskEnded(waits.id(), 0, -waits.id(), 0));
        assertThat(scene.ends).hasSize(1);
        assertThat(state.nodes().idleGpus(1)).isEqualTo(2);
    }

    @Test
    void one_that_waits_under_another_key_goes_on_waiting() {
        Job waits = scene.submit(keyed("a", "pod-1"));
        scene.happens(new Event.JobFound(waits.id(), keyed("a", "pod-2"), List.of(Placement.on(1, 0b01))));
        assertThat(waits.waiting()).isTrue();
        assertThat(state.nodes().idleGpus(1)).isEqualTo(2);
    }

    @Test
    void the_same_told_twice_is_one() {
        JobSpec spec = keyed("a", "pod-1");
        find(spec, Placement.on(0, 0b01));
        scene.happens(new Event.JobFound(state.nextJob(), spec, List.of(Placement.on(0, 0b10))));
        long id = state.nextJob();
        scene.happens(new Event.JobSubmitted(id, keyed("other", "pod-1"), "test", id));
        assertThat(state.jobs()).hasSize(1);
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
        assertThat(state.nextJob()).isEqualTo(id + 1);
    }

    @Test
    void jobs_tasks_and_nodes_are_looked_up_by_the_worlds_keys_also_after_recovery() {
        JobSpec spec = spec("a", 2);
        JobSpec keyed = spec.withTerms(spec.terms().withKeys(new WorldKeys("job-uid", List.of("pod-0", "pod-1"))));
        Job job = find(keyed, Placement.on(0, 0b01), Placement.on(0, 0b10));
        scene.happens(new Event.NodeJoined(2, node("n2").withKey("node-uid")));
        for (State each : List.of(state, copy())) {
            assertThat(each.jobByKey("job-uid")).isNotNull().extracting(Job::id).isEqualTo(job.id());
            assertThat(each.taskByKey("pod-1"))
                    .isNotNull()
                    .extracting(TaskOfJob::task)
                    .isEqualTo(1);
            assertThat(each.nodeByKey("node-uid")).isEqualTo(2);
            assertThat(each.nodeByKey("no such")).isEqualTo(-1);
        }
        scene.happens(new Event.JobCancelled(job.id()));
        scene.plan();
        scene.happens(new Event.TaskEnded(job.id(), 0, -job.id(), 143));
        scene.happens(new Event.TaskEnded(job.id(), 1, -job.id(), 143));
        assertThat(state.jobByKey("job-uid")).isNull();
        assertThat(state.taskByKey("pod-1")).isNull();
    }

    @Test
    void a_node_that_changed_keeps_what_runs_there() {
        Job job = scene.planned(Scene.TWO_GPUS, 1);
        scene.starts(job);
        scene.happens(new Event.NodeChanged(0, NodeSpec.of("n0", 500, 1L << 38, 4, "H100")));
        assertThat(state.nodes().free(0, Resource.CPU)).isEqualTo(-500);
        assertThat(state.nodes().idleGpus(0)).isEqualTo(2);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);

        scene.happens(new Event.NodeChanged(0, NodeSpec.of("n0", 64_000, 1L << 38, 1, "H100")));
        assertThat(state.nodes().idleGpus(0)).isZero();
        scene.ends(job, 0, 0);
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
        assertThat(state.nodes().free(0, Resource.CPU)).isEqualTo(64_000);
    }

    @Test
    void a_change_of_labels_leaves_everything_else_alone() {
        Job job = scene.planned(Scene.TWO_GPUS, 1);
        scene.happens(new Event.NodeDrained(0, true, "new disk"));
        scene.happens(new Event.NodeChanged(0, state.nodeTable().spec(0).withLabels(List.of(new Label("rack", "r1")))));
        assertThat(state.nodes().idleGpus(0)).isZero();
        assertThat(state.nodeTable().draining(0)).isTrue();
        assertThat(state.drainReason(0)).isEqualTo("new disk");
        assertThat(state.nodes().nodeClass(0).labels()).containsExactly(new Label("rack", "r1"));
        assertThat(job.waiting()).isFalse();
    }

    @Test
    void a_job_that_no_node_can_ever_hold_any_more_is_turned_away() {
        Job large = scene.submit(Scene.TWO_GPUS, 2);
        find(spec("a", 1), Placement.on(0, 0b01));
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.NodeChanged(1, NodeSpec.of("n1", 64_000, 1L << 38, 1, "H100")));
        assertThat(scene.plan())
                .containsExactly(new Decision.Reject(state.decisions(), large.id(), Reason.NO_NODE_EVER));
    }

    @Test
    void a_forgotten_node_gives_its_number_and_its_name_to_others() {
        Job job = scene.planned(Scene.TWO_GPUS, 1);
        scene.happens(new Event.NodeForgotten(0));
        assertThat(job.waiting()).isTrue();
        assertThat(state.nodeNumber("n0")).isEqualTo(-1);
        assertThat(state.nodes().known(0)).isFalse();
        assertThat(state.freeNode()).isZero();
        allHappensTo(0, "n0");
        State copy = copy();
        assertThat(copy.freeNode()).isZero();
        assertThat(copy.nodes().known(0)).isFalse();

        scene.happens(new Event.NodeJoined(0, node("fresh")));
        assertThat(state.nodeNumber("fresh")).isZero();
        assertThat(state.nodeTable().draining(0)).isFalse();
        assertThat(state.freeNode()).isEqualTo(2);
        assertThat(scene.plan()).hasSize(1);
        assertThat(job.node(0)).isZero();
    }

    @Test
    void contradictions_about_nodes_are_states() {
        Job job = scene.planned(Scene.TWO_GPUS, 1);
        scene.happens(new Event.NodeJoined(0, node("n0")));
        assertThat(state.nodes().idleGpus(0)).isZero();
        scene.happens(new Event.NodeJoined(2, node("n1")));
        assertThat(state.nodeNumber("n1")).isEqualTo(1);
        assertThat(state.nodes().known(2)).isFalse();
        scene.happens(new Event.NodeJoined(5, node("far")));
        assertThat(state.nodeNumber("far")).isEqualTo(5);
        assertThat(state.nodes().count()).isEqualTo(6);
        allHappensTo(99, "x");
        scene.plan();
        assertThat(job.waiting()).isFalse();
        assertThat(scene.plannedAnew().decisions()).isEmpty();
    }

    /** All that can be said of a node but that it joins. */
    private void allHappensTo(int number, String name) {
        scene.happens(new Event.NodeLost(number));
        scene.happens(new Event.NodeDrained(number, true));
        scene.happens(new Event.UsageObserved(number, 1, 1));
        scene.happens(new Event.NodeChanged(number, node(name)));
        scene.happens(new Event.NodeForgotten(number));
    }

    private Job find(JobSpec spec, Placement... placements) {
        long id = state.nextJob();
        scene.happens(new Event.JobFound(id, spec, List.of(placements)));
        return state.jobs().getLast();
    }

    private static JobSpec spec(String name, int tasks) {
        return JobSpec.batch(name, Scene.ONE_GPU, Nanos.HOUR).withTasks(tasks);
    }

    private static JobSpec keyed(String name, String key) {
        JobSpec spec = spec(name, 1);
        return spec.withTerms(spec.terms().withKeys(WorldKeys.of(key)));
    }

    private static NodeSpec node(String name) {
        return new NodeSpec(name, Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, NodeSpec.gpus(2, "H100", 0));
    }

    private State copy() {
        return state.image().state();
    }
}
