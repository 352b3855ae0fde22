package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static void tells(Scene scene, Job job, long remainingNanos) {
        scene.happens(new Event.ProgressReported(job.id(), job.decision(), remainingNanos));
    }

    @Test
    void a_job_without_an_estimate_gains_one_and_others_start_before_it_ends() {
        Scene scene = new Scene("easy", 1);
        Job running = scene.runs(Scene.ONE_GPU, Nanos.NEVER);
        Job head = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job small = scene.submit(Scene.ONE_GPU, 20 * Nanos.MINUTE);
        scene.settle();
        scene.passes(10 * Nanos.MINUTE);

        tells(scene, running, 30 * Nanos.MINUTE);

        assertThat(scene.state.dirty()).isTrue();
        scene.settle();
        assertThat(scene.promised()).isSameAs(head);
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + 30 * Nanos.MINUTE);
        assertThat(running.remainingNanos(scene.nowNanos())).isEqualTo(30 * Nanos.MINUTE);
        assertThat(small.waiting()).isFalse();
    }

    @Test
    void a_job_beyond_its_estimate_is_corrected_and_a_longer_one_starts_in_time() {
        Scene scene = new Scene("easy", 1);
        Job running = scene.runs(Scene.ONE_GPU, 10 * Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job longer = scene.submit(Scene.ONE_GPU, 30 * Nanos.MINUTE);
        assertThat(scene.settle()).isEmpty();
        scene.passes(Nanos.MINUTE);

        tells(scene, running, 40 * Nanos.MINUTE);

        assertThat(scene.settle()).containsExactly(longer);
        assertThat(running.measuredNanos()).isEqualTo(41 * Nanos.MINUTE);
    }

    @Test
    void promises_of_conservative_backfill_follow_what_a_job_tells() {
        Scene scene = new Scene("conservative", 1);
        Job running = scene.runs(Scene.TWO_GPUS, 10 * Nanos.MINUTE);
        Job next = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        assertThat(next.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);

        tells(scene, running, 4 * Nanos.MINUTE);
        scene.settle();

        assertThat(next.promisedNanos()).isEqualTo(scene.nowNanos() + 4 * Nanos.MINUTE);
        tells(scene, running, 25 * Nanos.MINUTE);
        scene.settle();
        assertThat(next.promisedNanos()).isEqualTo(scene.nowNanos() + 25 * Nanos.MINUTE);
    }

    @Test
    void what_was_measured_is_kept_by_a_preempted_job() {
        Scene scene = new Scene(
                StrategySpec.of("scene", "srtf", "first-fit", "greedy").preempting("by-order"), 1);
        Job longer = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        scene.passes(10 * Nanos.MINUTE);
        tells(scene, longer, 20 * Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, 5 * Nanos.MINUTE);

        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, longer.id(), Reason.PREEMPTED));
        scene.ends(longer, 0, 143);
        scene.settle();

        assertThat(longer.waiting()).isTrue();
        assertThat(longer.remainingNanos(scene.nowNanos())).isEqualTo(20 * Nanos.MINUTE);
    }

    @Test
    void a_report_of_an_old_start_or_of_a_job_that_waits_changes_nothing() {
        Scene scene = new Scene("easy", 1);
        Job running = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        Job waiting = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();

        scene.happens(new Event.ProgressReported(running.id(), running.decision() + 1, 5));
        scene.happens(new Event.ProgressReported(waiting.id(), 0, 5));
        scene.happens(new Event.ProgressReported(99, 1, 5));

        assertThat(scene.state.dirty()).isFalse();
        assertThat(running.measuredNanos()).isEqualTo(Nanos.NEVER);
        assertThat(waiting.measuredNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void a_copy_of_the_state_knows_what_was_measured() {
        Scene scene = new Scene("easy", 1);
        Job running = scene.runs(Scene.ONE_GPU, Nanos.NEVER);
        tells(scene, running, Nanos.HOUR);
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);

        State copy = StateCodec.read(new ByteSource(sink.toByteArray()));

        Job copied = copy.jobs().getFirst();
        assertThat(copied.measuredNanos()).isEqualTo(Nanos.HOUR);
        assertThat(copied.remainingNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR);
    }

    @Test
    void time_left_that_is_no_time_is_no_event() {
        assertThatThrownBy(() -> new Event.ProgressReported(1, 1, -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new Event.ProgressReported(1, 1, Nanos.NEVER)).hasMessageContaining("below never");
    }
}
