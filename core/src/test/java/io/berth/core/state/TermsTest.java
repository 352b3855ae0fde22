package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.Terms;
import org.junit.jupiter.api.Test;

/** Time limits, memory and retries. */
class TermsTest {
    private static final Terms TEN = Terms.NONE.withTimeLimit(10);

    private final Scene scene = new Scene("greedy", 2);

    @Test
    void a_job_is_stopped_when_it_has_run_for_its_time_limit() {
        Job job = scene.submit(TEN, 2);
        scene.plan();
        scene.passes(100);
        assertThat(scene.plan()).isEmpty();
        scene.starts(job);
        scene.passes(9);
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 1);
        scene.passes(1);
        assertThat(scene.plannedAnew().decisions()).containsExactly(new Decision.Stop(2, job.id(), Reason.TIME_LIMIT));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, job.id(), Reason.TIME_LIMIT));
        assertThat(scene.wakeNanos()).isEqualTo(Nanos.NEVER);
        scene.passes(1);
        assertThat(scene.plan()).isEmpty();
        scene.ends(job, 0, 143);
        scene.ends(job, 1, 143);

        ended(job, JobOutcome.TIMED_OUT);
    }

    @Test
    void a_time_limit_is_looked_at_in_time_where_room_is_promised_too() {
        Scene promising = new Scene("conservative", 2);
        Job job = promising.submit(TEN, 2);
        promising.settle();
        promising.starts(job);
        promising.settle();

        assertThat(promising.wakeNanos()).isEqualTo(promising.nowNanos() + 10);
        promising.passes(10);
        assertThat(promising.plan()).contains(new Decision.Stop(2, job.id(), Reason.TIME_LIMIT));
    }

    @Test
    void a_job_that_ends_at_its_time_limit_has_finished() {
        Job job = scene.submit(TEN, 1);
        scene.plan();
        scene.starts(job);
        scene.passes(10);
        scene.ends(job, 0, 0);
        assertThat(scene.plan()).isEmpty();

        ended(job, JobOutcome.FINISHED);
    }

    @Test
    void the_time_limit_counts_anew_in_each_life() {
        Job job = scene.submit(TEN, 1);
        scene.plan();
        scene.starts(job);
        scene.passes(8);
        scene.happens(new Event.NodeLost(0));
        scene.plan();
        scene.starts(job);
        scene.passes(9);
        assertThat(scene.plan()).isEmpty();
        scene.passes(1);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(3, job.id(), Reason.TIME_LIMIT));
    }

    @Test
    void a_job_that_was_over_its_memory_says_so_whichever_task_ended_first() {
        for (int over = 0; over < 2; over++) {
            Scene fresh = new Scene("greedy", 2);
            Job job = fresh.submit(Terms.NONE.withRetries(3), 2);
            fresh.plan();
            fresh.starts(job);
            for (int task = 0; task < 2; task++) {
                fresh.happens(new Event.TaskEnded(job.id(), task, job.decision(), 137, task == over));
            }

            assertThat(fresh.ends).extracting(JobEnd::outcome).containsExactly(JobOutcome.OUT_OF_MEMORY);
            assertThat(job.exitCode()).isEqualTo(137);
        }
    }

    @Test
    void the_rest_of_a_gang_is_stopped_when_one_was_over_its_memory() {
        Job job = scene.submit(Terms.NONE, 2);
        scene.plan();
        scene.starts(job);
        scene.happens(new Event.TaskEnded(job.id(), 1, job.decision(), 0, true));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, job.id(), Reason.OUT_OF_MEMORY));
        scene.ends(job, 0, 143);

        ended(job, JobOutcome.OUT_OF_MEMORY);
    }

    @Test
    void a_failed_job_is_tried_again_after_a_rest_that_doubles_up_to_ten_minutes() {
        Job job = scene.submit(Terms.NONE.withRetries(9), 1);
        long rest = 10 * Nanos.SECOND;
        for (int attempt = 1; attempt <= 9; attempt++) {
            assertThat(job.attempt()).isEqualTo(attempt);
            assertThat(scene.plan()).hasSize(1);
            scene.starts(job);
            scene.ends(job, 0, 1);
            assertThat(job.notBeforeNanos()).isEqualTo(scene.nowNanos() + rest);
            scene.passes(rest - 1);
            assertThat(scene.plan()).isEmpty();
            scene.passes(1);
            rest = Math.min(2 * rest, 10 * Nanos.MINUTE);
        }
        scene.plan();
        scene.starts(job);
        scene.ends(job, 0, 1);

        ended(job, JobOutcome.FAILED);
        assertThat(job.attempt()).isEqualTo(10);
    }

    @Test
    void a_lost_node_takes_no_retry() {
        Job job = scene.submit(Terms.NONE.withRetries(1), 1);
        scene.plan();
        scene.happens(new Event.NodeLost(0));
        assertThat(job.attempt()).isEqualTo(1);
        scene.plan();
        scene.ends(job, 0, 1);
        assertThat(job.attempt()).isEqualTo(2);
        assertThat(job.waiting()).isTrue();
    }

    @Test
    void what_is_always_to_run_starts_again_however_it_ended_at_once_the_first_time() {
        Job job = scene.submit(Terms.NONE.withRetries(Terms.ALWAYS), 1);
        scene.settle();
        scene.ends(job, 0, 0);
        assertThat(job.waiting()).isTrue();
        assertThat(scene.plan()).hasSize(1);
        scene.starts(job);
        scene.ends(job, 0, 137);
        assertThat(scene.plan()).isEmpty();
        scene.passes(JobLife.FIRST_BACK_OFF_NANOS);
        assertThat(scene.plan()).hasSize(1);
        scene.starts(job);
        assertThat(job.attempt()).isEqualTo(3);
        scene.passes(JobLife.LONGEST_BACK_OFF_NANOS);
        scene.ends(job, 0, 1);
        assertThat(job.attempt()).isEqualTo(2);
        assertThat(scene.plan()).hasSize(1);
        scene.starts(job);
        scene.happens(new Event.JobCancelled(job.id()));
        scene.plan();
        scene.ends(job, 0, 0);

        ended(job, JobOutcome.CANCELLED);
    }

    private void ended(Job job, JobOutcome outcome) {
        assertThat(scene.ends).extracting(JobEnd::job).containsExactly(job);
        assertThat(scene.ends).extracting(JobEnd::outcome).containsExactly(outcome);
        assertThat(scene.state.job(job.id())).isNull();
    }
}
