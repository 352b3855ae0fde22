package io.berth.core.plan.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.Shape;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.policy.order.Sjf;
import io.berth.core.state.Job;
import io.berth.core.state.LooseJobs;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import org.junit.jupiter.api.Test;

class WaitingQueueTest {
    private static final Demand DEMAND = Demand.cpu(1, 1);
    private static final Shape SHAPE = new Shape(0, DEMAND);

    private final WaitingQueue queue = new WaitingQueue(new State(1), new JobMarks());
    private final Job longest = job(1, 10, 900);
    private final Job middle = job(2, 20, 500);
    private final Job shortest = job(3, 20, 100);

    @Test
    void jobs_go_by_key_then_submission_then_number() {
        queue.reorder(new Fcfs());
        queue.waits(shortest);
        queue.waits(middle);
        queue.waits(longest);
        assertThat(queue.all()).containsExactly(longest, middle, shortest);

        queue.reorder((_, _) -> 0);
        assertThat(queue.all()).containsExactly(longest, middle, shortest);
    }

    @Test
    void another_order_sorts_those_that_wait_already() {
        queue.reorder(new Fcfs());
        queue.waits(longest);
        queue.waits(middle);
        queue.reorder(new Sjf());
        queue.waits(shortest);

        assertThat(queue.all()).containsExactly(shortest, middle, longest);
        queue.leaves(middle);
        assertThat(queue.all()).containsExactly(shortest, longest);
    }

    @Test
    void fresh_are_those_that_came_since_and_those_that_rested() {
        queue.reorder(new Fcfs());
        queue.waits(longest);
        LooseJobs.rest(middle, 50);
        queue.waits(middle);
        queue.forgetFresh(49);
        assertThat(queue.fresh()).containsExactly(middle);
        queue.waits(shortest);
        assertThat(queue.fresh()).containsExactly(middle, shortest);
        queue.forgetFresh(50);
        assertThat(queue.fresh()).isEmpty();
        assertThat(queue.all()).hasSize(3);
    }

    @Test
    void another_order_makes_everybody_fresh() {
        queue.reorder(new Fcfs());
        queue.waits(longest);
        queue.forgetFresh(0);
        queue.reorder(new Sjf());
        assertThat(queue.fresh()).containsExactly(longest);
    }

    private static Job job(long id, long submitNanos, long estimateNanos) {
        return LooseJobs.job(id, JobSpec.batch("j" + id, DEMAND, estimateNanos), SHAPE, submitNanos);
    }
}
