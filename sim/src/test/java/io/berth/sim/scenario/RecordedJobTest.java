package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import org.junit.jupiter.api.Test;

class RecordedJobTest {
    private static final JobSpec SPEC = JobSpec.batch("train", Demand.cpu(1000, 0), 60 * Nanos.SECOND)
            .withPatience(Nanos.HOUR)
            .withDeadline(2 * Nanos.MINUTE);

    private final RecordedJob job = new RecordedJob(5 * Nanos.SECOND, SPEC);

    @Test
    void a_job_that_ran_takes_as_long_as_it_took_and_keeps_its_deadline() {
        job.started(10 * Nanos.SECOND, null);
        job.left(25 * Nanos.SECOND, false);

        assertThat(job.arrival().spec()).isEqualTo(SPEC.withWork(15 * Nanos.SECOND));
        assertThat(job.arrival().atNanos()).isEqualTo(5 * Nanos.SECOND);
    }

    @Test
    void a_job_cancelled_while_it_waited_has_the_patience_it_turned_out_to_have() {
        job.cancelled();
        job.left(25 * Nanos.SECOND, false);

        assertThat(job.arrival().spec()).isEqualTo(SPEC.withPatience(20 * Nanos.SECOND));
    }

    @Test
    void a_job_that_still_lived_is_what_was_submitted() {
        job.started(10 * Nanos.SECOND, null);

        assertThat(job.arrival().spec()).isEqualTo(SPEC);
    }
}
