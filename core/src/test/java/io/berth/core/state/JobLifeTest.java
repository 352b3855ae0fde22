package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a job, from submission to its end. */
class JobLifeTest {
    private final Scene scene = new Scene("greedy", 2);

    @Test
    void a_job_that_works_goes_from_waiting_to_finished() {
        Job job = scene.submit(Scene.ONE_GPU, 2);
        assertThat(job.state()).isEqualTo(JobState.PENDING);
        scene.plan();
        assertThat(job.state()).isEqualTo(JobState.RESERVED);
        scene.happens(new Event.TaskStarting(job.id(), 0, job.decision()));
        assertThat(job.state()).isEqualTo(JobState.RESERVED);
        scene.starts(job);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.startNanos()).isPositive();
        scene.ends(job, 0, 0);
        assertThat(scene.ends).isEmpty();
        scene.ends(job, 1, 0);

        ended(job, JobOutcome.FINISHED);
    }

    @Test
    void a_job_that_fails_to_start_rests_longer_each_time_and_is_given_up() {
        Job job = scene.submit(Scene.ONE_GPU, 1);
        long rest = JobLife.FIRST_BACK_OFF_NANOS;
        for (int failure = 1; failure < State.MAX_START_FAILURES; failure++) {
            assertThat(scene.plan()).hasSize(1);
            scene.fails(job, 0);
            assertThat(job.failures()).isEqualTo(failure);
            assertThat(job.notBeforeNanos()).isEqualTo(scene.state.nowNanos() + rest);
            scene.passes(rest - 1);
            assertThat(scene.plan()).isEmpty();
            scene.passes(1);
            rest *= 2;
        }
        scene.plan();
        scene.fails(job, 0);

        ended(job, JobOutcome.FAILED);
    }

    @Test
    void a_job_that_starts_again_at_once_has_its_room_in_the_next_pass_however_often() {
        Job job = scene.submit(Scene.TWO_GPUS, 1);
        scene.plan();
        scene.submit(Scene.TWO_GPUS, 1);
        for (int failure = 0; failure <= State.MAX_START_FAILURES; failure++) {
            scene.plan();
            assertThat(job.waiting()).isFalse();
            scene.happens(new Event.TaskStartFailed(job.id(), 0, job.decision(), "refused", Again.AT_ONCE));
        }
        assertThat(job.waiting()).isTrue();
        assertThat(job.failures()).isZero();
        assertThat(job.notBeforeNanos()).isLessThanOrEqualTo(scene.state.nowNanos());
    }

    @Test
    void a_job_that_can_never_start_is_given_up_at_once() {
        Job job = scene.planned(Scene.ONE_GPU, 1);
        scene.happens(new Event.TaskStartFailed(job.id(), 0, job.decision(), "no such user", Again.NEVER));

        ended(job, JobOutcome.FAILED);
    }

    @Test
    void a_gang_of_which_one_task_can_never_start_is_given_up_when_the_others_have_stopped() {
        Job gang = scene.planned(Scene.TWO_GPUS, 2);
        scene.happens(new Event.TaskStartFailed(gang.id(), 0, gang.decision(), "no such folder", Again.NEVER));
        scene.plan();
        scene.ends(gang, 1, 143);

        ended(gang, JobOutcome.FAILED);
    }

    @Test
    void an_end_that_is_told_late_is_where_the_task_says_that_it_was() {
        Job job = scene.planned(Scene.ONE_GPU, 1);
        scene.starts(job);
        long started = job.startNanos();
        scene.passes(1000);
        scene.happens(new Event.TaskEnded(job.id(), 0, job.decision(), 0, false, 400));

        ended(job, JobOutcome.FINISHED);
        assertThat(scene.ends.getFirst().endNanos()).isEqualTo(started + 400);
        assertThat(scene.ends.getFirst().atNanos()).isGreaterThanOrEqualTo(started + 1000);
    }

    @Test
    void a_gang_that_lost_a_member_is_stopped_as_a_whole_and_waits_again() {
        Job gang = scene.planned(Scene.TWO_GPUS, 2);
        scene.starts(gang);
        scene.happens(new Event.NodeLost(1));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, gang.id(), Reason.TASK_LOST));
        assertThat(gang.state()).isEqualTo(JobState.STOPPING);
        scene.ends(gang, 0, 143);

        assertThat(gang.waiting()).isTrue();
        assertThat(gang.failures()).isZero();
        assertThat(gang.exitCode()).isZero();
        assertThat(scene.plan()).isEmpty();
        scene.joins(1);
        assertThat(scene.plan()).hasSize(1);
    }

    @Test
    void a_job_whose_only_node_is_lost_waits_again_at_once() {
        Job job = scene.planned(Scene.TWO_GPUS, 1);
        scene.happens(new Event.NodeLost(0));
        assertThat(job.waiting()).isTrue();
        assertThat(scene.plan()).containsExactly(new Decision.Start(2, job.id(), List.of(Placement.on(1, 3))));
    }

    @Test
    void a_task_that_fails_ends_its_job() {
        Job gang = scene.planned(Scene.ONE_GPU, 2);
        scene.starts(gang);
        scene.ends(gang, 0, 9);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, gang.id(), Reason.TASK_FAILED));
        scene.ends(gang, 1, 143);

        ended(gang, JobOutcome.FAILED);
        assertThat(gang.exitCode()).isEqualTo(9);
    }

    @Test
    void a_waiting_job_that_is_cancelled_leaves_at_once() {
        Job job = scene.submit(Scene.ONE_GPU, 1);
        scene.happens(new Event.JobCancelled(job.id()));
        ended(job, JobOutcome.CANCELLED);
        assertThat(scene.plan()).isEmpty();
    }

    @Test
    void a_job_that_holds_room_is_stopped_when_cancelled_in_whatever_state() {
        for (JobState state : List.of(JobState.RESERVED, JobState.STARTING, JobState.RUNNING)) {
            Scene fresh = new Scene("greedy", 1);
            Job job = fresh.submit(Scene.ONE_GPU, 1);
            fresh.plan();
            if (state != JobState.RESERVED) {
                fresh.happens(new Event.TaskStarting(job.id(), 0, job.decision()));
            }
            if (state == JobState.RUNNING) {
                fresh.starts(job);
            }
            assertThat(job.state()).isEqualTo(state);
            fresh.happens(new Event.JobCancelled(job.id()));
            fresh.happens(new Event.JobCancelled(job.id()));
            assertThat(fresh.plan()).containsExactly(new Decision.Stop(2, job.id(), Reason.CANCELLED));
            fresh.ends(job, 0, 143);
            assertThat(fresh.ends).extracting(JobEnd::outcome).containsExactly(JobOutcome.CANCELLED);
        }
    }

    @Test
    void a_job_that_is_cancelled_while_it_stops_or_rests_does_not_come_back() {
        Job stopping = scene.planned(Scene.TWO_GPUS, 2);
        scene.happens(new Event.NodeLost(1));
        scene.plan();
        scene.happens(new Event.JobCancelled(stopping.id()));
        scene.ends(stopping, 0, 143);
        ended(stopping, JobOutcome.CANCELLED);

        Job resting = scene.planned(Scene.ONE_GPU, 1);
        scene.fails(resting, 0);
        scene.happens(new Event.JobCancelled(resting.id()));
        assertThat(scene.ends).hasSize(2);
    }

    @Test
    void a_job_without_patience_starts_now_or_never() {
        Job first = scene.submit(Scene.TWO_GPUS, 2, 0);
        Job second = scene.submit(Scene.ONE_GPU, 1, 0);
        assertThat(scene.plan()).hasSize(2);
        assertThat(first.waiting()).isFalse();
        ended(second, JobOutcome.REJECTED);
    }

    @Test
    void patience_ends_at_its_instant_and_a_start_at_that_instant_still_counts() {
        Job running = scene.planned(Scene.TWO_GPUS, 2);
        Job patient = scene.submit(Scene.ONE_GPU, 1, 10);
        Job other = scene.submit(Scene.ONE_GPU, 1, 10);
        scene.passes(9);
        assertThat(scene.plan()).isEmpty();
        scene.passes(1);
        scene.ends(running, 0, 0);
        assertThat(scene.plan()).hasSize(2);
        assertThat(List.of(patient.waiting(), other.waiting())).containsOnly(false);

        Job late = scene.submit(Scene.TWO_GPUS, 1, 10);
        scene.passes(10);
        assertThat(scene.plan()).containsExactly(new Decision.Reject(4, late.id(), Reason.PATIENCE_OVER));
    }

    @Test
    void a_job_that_no_empty_cluster_could_hold_is_rejected_and_one_that_a_lost_node_could_hold_waits() {
        Job tooLarge = scene.submit(Scene.TWO_GPUS, 3);
        scene.happens(new Event.NodeLost(1));
        Job fits = scene.submit(Scene.TWO_GPUS, 2);
        assertThat(scene.plan()).containsExactly(new Decision.Reject(1, tooLarge.id(), Reason.NO_NODE_EVER));
        assertThat(fits.waiting()).isTrue();
    }

    @Test
    void outcomes_of_an_old_start_change_nothing() {
        Job job = scene.planned(Scene.ONE_GPU, 1);
        long old = job.decision();
        scene.happens(new Event.NodeLost(0));
        scene.plan();
        scene.happens(new Event.TaskEnded(job.id(), 0, old, 0));
        scene.happens(new Event.TaskStarted(job.id(), 0, old));
        scene.happens(new Event.TaskStarted(77, 0, 1));
        scene.happens(new Event.TaskStarted(job.id(), 5, job.decision()));
        assertThat(job.state()).isEqualTo(JobState.RESERVED);
        assertThat(scene.ends).isEmpty();
    }

    @Test
    void a_submission_that_is_repeated_is_the_same_job() {
        Job job = scene.submit(Scene.ONE_GPU, 1);
        scene.happens(new Event.JobSubmitted(99, job.spec(), "test", 1));
        assertThat(scene.state.liveJobs()).isEqualTo(1);
        assertThat(scene.state.nextJob()).isEqualTo(2);
        assertThat(scene.state.lastSequence("test")).isEqualTo(1);
        assertThat(scene.state.lastSequence("other")).isZero();
    }

    @Test
    void a_plan_that_starts_a_job_twice_is_refused() {
        Job job = scene.planned(Scene.ONE_GPU, 1);
        Plan again = new Plan(2, List.of(new Decision.Start(2, job.id(), List.of(Placement.on(1, 1)))));
        assertThatThrownBy(() -> scene.state.apply(2, again)).hasMessageContaining("does not wait");
    }

    @Test
    void a_job_that_runs_is_left_alone() {
        Job job = scene.planned(Scene.ONE_GPU, 1);
        scene.starts(job);
        scene.passes(Nanos.DAY);
        assertThat(scene.plan()).isEmpty();
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    private void ended(Job job, JobOutcome outcome) {
        assertThat(scene.ends).last().satisfies(end -> {
            assertThat(end.job()).isSameAs(job);
            assertThat(end.outcome()).isEqualTo(outcome);
        });
        assertThat(scene.state.job(job.id())).isNull();
    }
}
