package io.berth.sim.table.rlscheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.policy.order.Sjf;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of the program on a machine of 4 nodes, by hand. */
class RlSchedulerRunTest {
    private static final int NODES = 4;

    private final List<RlSchedulerJob> jobs = new ArrayList<>();

    @Test
    void a_job_that_waited_is_slowed_down_and_ten_seconds_are_the_shortest_run() {
        given(0, 100, 100, 4);
        given(0, 5, 5, 4);

        // (0 + 100) / 100, and (100 + 5) / 10.
        assertThat(slowdown(new Fcfs(), false)).isCloseTo((1 + 10.5) / 2, within(1e-12));
    }

    @Test
    void the_chosen_job_blocks_whatever_arrives_while_it_waits() {
        given(0, 100, 100, 3);
        given(1, 50, 50, 2);
        given(2, 10, 10, 1);

        // The job of 2 nodes is chosen at 1 and starts at 100; the shorter one that would fit at 2 starts after it, at
        // 100.
        assertThat(slowdown(new Sjf(), false)).isCloseTo((1 + (99 + 50) / 50.0 + (98 + 10) / 10.0) / 3, within(1e-12));
    }

    @Test
    void backfill_starts_what_is_expected_to_end_before_the_reservation() {
        given(0, 100, 100, 3);
        given(1, 50, 50, 2);
        given(2, 10, 10, 1);

        assertThat(slowdown(new Fcfs(), true)).isCloseTo((1 + (99 + 50) / 50.0 + 1) / 3, within(1e-12));
    }

    @Test
    void backfill_leaves_what_would_end_just_at_the_reservation() {
        given(0, 100, 100, 3);
        given(1, 50, 50, 2);
        given(2, 10, 98, 1);

        assertThat(slowdown(new Fcfs(), true)).isCloseTo((1 + (99 + 50) / 50.0 + (98 + 10) / 10.0) / 3, within(1e-12));
    }

    @Test
    void the_reservation_stays_when_a_running_job_ends_earlier_than_expected() {
        given(0, 20, 20, 2);
        given(0, 70, 100, 1);
        given(1, 50, 50, 4);
        given(30, 60, 60, 2);

        // The wide job has its four nodes reserved at 100; at 30 the last one is expected to end at 90 and starts.
        assertThat(slowdown(new Fcfs(), true)).isCloseTo((1 + 1 + (89 + 50) / 50.0 + 1) / 4, within(1e-12));
    }

    @Test
    void an_arrival_goes_before_an_end_of_the_same_second() {
        given(0, 10, 10, 4);
        given(5, 20, 20, 4);
        given(10, 5, 5, 4);

        // The shortest arrives at 10, when the machine is given back, yet the second was chosen before.
        assertThat(slowdown(new Sjf(), false)).isCloseTo((1 + 25 / 20.0 + 25 / 10.0) / 3, within(1e-12));
    }

    private double slowdown(KeyedOrder order, boolean backfill) {
        return new RlSchedulerRun(order, backfill, jobs, NODES).meanBoundedSlowdown();
    }

    private void given(long submitted, long run, long expected, int nodes) {
        JobSpec spec = new JobSpec(
                "job",
                JobSpec.DEFAULT_QUEUE,
                JobKind.BATCH,
                0,
                TaskGroup.of(1, Demand.cpu(nodes * 1000L, 0)),
                new Timing(expected * Nanos.SECOND, run * Nanos.SECOND, Nanos.NEVER));
        jobs.add(new RlSchedulerJob(jobs.size(), spec, submitted * Nanos.SECOND, nodes));
    }
}
