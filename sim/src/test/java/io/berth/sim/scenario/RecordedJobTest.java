package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import java.util.List;
import java.util.Map;
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

        assertThat(job.arrival(Map.of()).spec()).isEqualTo(SPEC.withWork(15 * Nanos.SECOND));
        assertThat(job.arrival(Map.of()).atNanos()).isEqualTo(5 * Nanos.SECOND);
    }

    @Test
    void a_job_that_was_cancelled_keeps_its_own_work_since_it_was_not_over() {
        job.started(10 * Nanos.SECOND, null);
        job.cancelled();
        job.left(25 * Nanos.SECOND, false);

        assertThat(job.arrival(Map.of()).spec()).isEqualTo(SPEC);
    }

    @Test
    void a_job_comes_after_others_by_their_places_in_the_workload() {
        RecordedJob after = new RecordedJob(
                0, SPEC.withTerms(Terms.NONE.withAfter(List.of(new After(70, When.OK), new After(7, When.ANY)))));

        assertThat(after.arrival(Map.of(70L, 3L)).spec().terms().after())
                .containsExactly(new After(3, When.OK), new After(7, When.ANY));
    }

    @Test
    void a_job_that_still_lived_is_what_was_submitted() {
        job.started(10 * Nanos.SECOND, null);

        assertThat(job.arrival(Map.of()).spec()).isEqualTo(SPEC);
    }
}
