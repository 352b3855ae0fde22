package io.berth.core.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.engine.Scene;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.Job;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final RunProfile HALF_ON_H100 =
            new RunProfile(List.of(new ModelSpeed("A100", 3 * RunProfile.TOLD), new ModelSpeed("H100", 500_000)));

    private static JobSpec job(long nanos, RunProfile profile) {
        return JobSpec.batch("job", Scene.TWO_GPUS, nanos)
                .withTiming(Timing.known(nanos).withProfile(profile));
    }

    @Test
    void a_job_takes_as_long_as_the_devices_it_got_let_it() {
        Scene scene = new Scene("easy", 1);
        Job slow = scene.submit(job(Nanos.HOUR, HALF_ON_H100));
        scene.settle();

        assertThat(slow.pace()).isEqualTo(500_000);
        assertThat(slow.stretched(Nanos.HOUR)).isEqualTo(2 * Nanos.HOUR);
        assertThat(slow.worked(Nanos.HOUR)).isEqualTo(30 * Nanos.MINUTE);
        assertThat(slow.expectedEndNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);
    }

    @Test
    void of_a_preempted_job_the_work_is_kept_not_the_time() {
        Scene scene = new Scene(
                StrategySpec.of("scene", "srtf", "first-fit", "greedy").preempting("by-order"), 1);
        Job slow = scene.submit(job(Nanos.HOUR, HALF_ON_H100));
        scene.settle();
        scene.starts(slow);
        scene.passes(20 * Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, 5 * Nanos.MINUTE);
        scene.plan();
        scene.ends(slow, 0, 143);

        assertThat(slow.waiting()).isTrue();
        assertThat(slow.keptNanos()).isEqualTo(10 * Nanos.MINUTE);
        assertThat(slow.pace()).isEqualTo(RunProfile.TOLD);
        assertThat(slow.remainingNanos(scene.nowNanos())).isEqualTo(50 * Nanos.MINUTE);
    }

    @Test
    void a_copy_of_the_state_goes_on_at_the_same_pace() {
        Scene scene = new Scene("easy", 1);
        Job slow = scene.submit(job(Nanos.HOUR, HALF_ON_H100));
        scene.settle();
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);

        Job copied = StateCodec.read(new ByteSource(sink.toByteArray())).jobs().getFirst();

        assertThat(copied.spec()).isEqualTo(slow.spec());
        assertThat(copied.pace()).isEqualTo(500_000);
    }

    @Test
    void a_speed_that_is_none_and_a_model_named_twice_are_refused() {
        assertThatThrownBy(() -> new ModelSpeed("H100", 0)).hasMessageContaining("H100");
        ModelSpeed one = new ModelSpeed("H100", 1);
        assertThatThrownBy(() -> new RunProfile(List.of(one, one))).hasMessageContaining("twice");
    }
}
