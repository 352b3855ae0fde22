package io.berth.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.engine.Scene;
import io.berth.core.pace.Pace;
import io.berth.core.state.Job;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deadlines that cannot be made any more. */
class DeadlineTest {
    private final Scene scene = new Scene(StrategySpec.of("s", "edf", "first-fit", "none"), 1);

    private Job waits(JobSpec job) {
        return scene.submit(job);
    }

    @Test
    void one_that_just_makes_it_is_late_a_nanosecond_later() {
        Job job = waits(JobSpec.batch("j", Scene.TWO_GPUS, Nanos.HOUR).withDeadline(2 * Nanos.HOUR));
        long last = job.submitNanos() + Nanos.HOUR;
        assertThat(Deadline.missed(job, last)).isNull();
        assertThat(Deadline.missed(job, last + 1)).isEqualTo(new Deadline(last + Nanos.HOUR, last + Nanos.HOUR + 1));
    }

    @Test
    void the_fastest_devices_count() {
        JobSpec hour = JobSpec.batch("j", Scene.TWO_GPUS, Nanos.HOUR).withDeadline(31 * Nanos.MINUTE);
        JobSpec twice = hour.withTiming(hour.timing()
                .withProfile(
                        new RunProfile(List.of(new ModelSpeed("H100", 2_000_000), new ModelSpeed("A30", 500_000)))));
        assertThat(Pace.shortestNanos(hour)).isEqualTo(Nanos.HOUR);
        assertThat(Pace.shortestNanos(twice)).isEqualTo(30 * Nanos.MINUTE);
        Job job = waits(twice);
        assertThat(Deadline.missed(job, job.submitNanos())).isNull();
        assertThat(Deadline.missed(waits(hour), job.submitNanos())).isNotNull();
    }

    @Test
    void where_nobody_knows_how_long_it_takes_it_is_late_when_it_is_over() {
        Job job = waits(JobSpec.batch("j", Scene.TWO_GPUS, Nanos.NEVER).withDeadline(Nanos.HOUR));
        long due = job.submitNanos() + Nanos.HOUR;
        assertThat(Deadline.missed(job, due - 1)).isNull();
        assertThat(Deadline.missed(job, due)).isEqualTo(new Deadline(due, Nanos.NEVER));
    }

    @Test
    void a_job_that_runs_or_has_no_deadline_misses_none() {
        assertThat(Deadline.missed(waits(JobSpec.batch("j", Scene.TWO_GPUS, Nanos.HOUR)), Nanos.DAY))
                .isNull();
        Job runs = waits(JobSpec.batch("j", Scene.TWO_GPUS, Nanos.HOUR).withDeadline(1));
        scene.settle();
        assertThat(Deadline.missed(runs, scene.nowNanos())).isNull();
    }
}
