package io.berth.testkit.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Heap per pending job: used heap after collection, before and after many jobs, so that nothing is left out. */
@Isolated("others would fill the heap that is measured")
class MemoryTest {
    private static final int JOBS = 200_000;
    private static final int BUDGET_BYTES = 600;

    @Test
    void a_pending_one_task_job_takes_at_most_600_bytes() {
        State state = new State(1);
        Planner planner = new Planner(state, Catalog.standard());
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("n0", 2000, 1L << 30, 1, "H100")));
        state.apply(1, new Event.StrategyChanged(StrategySpec.of("fgd", "fcfs", "fgd", "greedy")));
        submit(state, 1, 100);
        state.apply(2, planner.plan());

        long before = usedBytes();
        submit(state, 101, JOBS);
        state.apply(3, planner.plan());
        long after = usedBytes();

        assertThat(state.waitingJobs()).isGreaterThan(JOBS);
        double perJob = (double) (after - before) / JOBS;
        System.out.printf("heap per pending job: %.0f bytes%n", perJob);
        // At 200,000 jobs one megabyte of noise is 5 bytes; a doubling would be hundreds.
        assertThat(perJob).isBetween(100.0, (double) BUDGET_BYTES);
        assertThat(planner.plan().decisions()).isEmpty();
    }

    /** Names as in openb, every second job with limited patience, demands that repeat. */
    private static void submit(State state, long first, int count) {
        for (long id = first; id < first + count; id++) {
            Demand demand = Demand.cpu(1000 + id % 50, 1 << 20).withGpus(1);
            JobSpec spec = JobSpec.batch("openb-pod-%05d".formatted(id), demand, Nanos.HOUR)
                    .withPatience(id % 2 == 0 ? Nanos.DAY : Nanos.NEVER);
            state.apply(2, new Event.JobSubmitted(id, spec, "workload", id));
        }
    }

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 4; round++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
