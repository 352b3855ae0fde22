package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.FrameCodec;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.WorldKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks that leave the job with which they started, and go on as jobs of their own. */
class PartedTasksTest {
    private final Scene scene = new Scene("greedy", 2);
    private final State state = scene.state;

    @Test
    void what_becomes_of_a_task_that_left_does_not_break_the_others() {
        Job gang = gang();
        runs(gang);
        scene.passes(Nanos.MINUTE);
        Job left = part(gang, 1);
        assertThat(left.state()).isEqualTo(JobState.RUNNING);
        assertThat(left.submitNanos()).isEqualTo(gang.submitNanos());
        assertThat(left.startNanos()).isEqualTo(gang.startNanos());
        assertThat(state.nodes().idleGpus(0)).isZero();

        scene.happens(new Event.TaskEnded(left.id(), 0, left.decision(), 1));
        assertThat(scene.ends).hasSize(1);
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
        assertThat(scene.plan()).isEmpty();
        assertThat(gang.state()).isEqualTo(JobState.RUNNING);

        scene.happens(new Event.TaskEnded(gang.id(), 0, gang.decision(), 0));
        scene.happens(new Event.TaskEnded(gang.id(), 2, gang.decision(), 0));
        assertThat(scene.ends.getLast().outcome()).isEqualTo(JobOutcome.FINISHED);
        assertThat(state.jobs()).isEmpty();
    }

    @Test
    void outcomes_that_name_the_old_job_say_nothing_of_the_task() {
        Job gang = gang();
        runs(gang);
        Job left = part(gang, 1);
        scene.happens(new Event.TaskEnded(gang.id(), 1, gang.decision(), 1));
        assertThat(left.state()).isEqualTo(JobState.RUNNING);
        assertThat(gang.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void a_job_all_of_whose_tasks_left_is_over() {
        Job gang = gang();
        runs(gang);
        List<Job> left = List.of(part(gang, 0), part(gang, 1), part(gang, 2));
        assertThat(state.jobs()).isEqualTo(left);
        assertThat(scene.ends)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome()).isEqualTo(JobOutcome.CANCELLED));
        assertThat(state.taskByKey("pod-0")).isEqualTo(new TaskOfJob(left.getFirst(), 0));
    }

    @Test
    void those_that_are_left_run_when_all_of_them_do() {
        Job gang = gang();
        scene.happens(new Event.TaskStarted(gang.id(), 0, gang.decision()));
        scene.happens(new Event.TaskStarted(gang.id(), 2, gang.decision()));
        assertThat(gang.startNanos()).isEqualTo(-1);
        Job left = part(gang, 1);
        assertThat(gang.startNanos()).isPositive();

        scene.happens(new Event.TaskStartFailed(left.id(), 0, left.decision(), "no"));
        assertThat(left.waiting()).isTrue();
        assertThat(gang.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void who_it_is_now_is_known_after_recovery_and_told_twice_it_left_once() {
        Job gang = gang();
        runs(gang);
        Job left = part(gang, 1);
        part(gang, 1);
        assertThat(state.jobs()).containsExactly(gang, left);

        State copy = copy();
        assertThat(copy.taskByKey("pod-1"))
                .isNotNull()
                .extracting(task -> task.job().id())
                .isEqualTo(left.id());
        assertThat(copy.taskByKey("pod-0"))
                .isNotNull()
                .extracting(task -> task.job().id())
                .isEqualTo(gang.id());
        assertThat(copy.image().bytes()).isEqualTo(state.image().bytes());
    }

    @Test
    void the_journal_keeps_which_job_it_left() {
        Frame frame = new Frame(7, List.of(new Event.JobFound(9, one("pod-1"), List.of(Placement.on(0, 1)), 4)), null);
        ByteSink sink = new ByteSink();
        FrameCodec.write(frame, sink);
        assertThat(FrameCodec.read(new ByteSource(sink.toByteArray()))).isEqualTo(frame);
    }

    private Job gang() {
        JobSpec spec = JobSpec.batch("gang", Scene.ONE_GPU, Nanos.HOUR).withTasks(3);
        Job gang = scene.submit(
                spec.withTerms(spec.terms().withKeys(new WorldKeys("", List.of("pod-0", "pod-1", "pod-2")))));
        assertThat(scene.plan()).hasOnlyElementsOfType(Decision.Start.class);
        return gang;
    }

    private void runs(Job gang) {
        for (int task = 0; task < 3; task++) {
            scene.happens(new Event.TaskStarted(gang.id(), task, gang.decision()));
        }
    }

    private static JobSpec one(String key) {
        JobSpec spec =
                JobSpec.batch(key, Scene.ONE_GPU, Nanos.HOUR).withGroups(List.of(TaskGroup.of(1, Scene.ONE_GPU)));
        return spec.withTerms(spec.terms().withKeys(new WorldKeys("", List.of(key))));
    }

    private Job part(Job gang, int task) {
        Placement where = new Placement(gang.node(task), gang.grant(task));
        scene.happens(new Event.JobFound(state.nextJob(), one("pod-" + task), List.of(where), gang.id()));
        return state.jobs().getLast();
    }

    private State copy() {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        return StateCodec.read(new ByteSource(sink.toByteArray()));
    }
}
