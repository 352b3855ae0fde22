package io.berth.testkit.budget;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.State;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.testkit.random.RandomSpecs;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes that a pass allocates per placement it evaluates, after warm-up.
 *
 * <p>The records that a pass returns are not counted. Their size is measured, not guessed: the same placements are copied
 * into a new plan, as the planner makes one, and what that allocates is subtracted. What remains is all that indexes, queue,
 * scratch and policies allocate: also for placements that come to nothing, such as gangs without room.
 */
class AllocationTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int NODES = 1000;
    private static final int BUDGET_BYTES = 256;
    private static final int BATCH = 50;

    static List<PartSpec> places() {
        List<PartSpec> places = new ArrayList<>(RandomSpecs.placements(CATALOG));
        List<PolicySpec> two = List.of(PolicySpec.of("gpu-clustering"), PolicySpec.of("fgd"));
        places.add(new PartSpec.Lexicographic(two));
        places.add(new PartSpec.Weighted(
                two.stream().map(policy -> new PartSpec.Weighed(policy, 1)).toList()));
        return places;
    }

    @ParameterizedTest
    @MethodSource("places")
    void a_placement_allocates_at_most_256_bytes_beside_its_record(PartSpec place) {
        Cluster cluster = new Cluster(place);
        for (int pass = 0; pass < 400; pass++) {
            cluster.pass();
        }
        cluster.placed = 0;
        cluster.allocated = 0;
        for (int pass = 0; pass < 200; pass++) {
            cluster.pass();
        }

        double perPlacement = (double) cluster.allocated / cluster.placed;
        System.out.printf("allocated per placement: %s %.0f bytes%n", place, perPlacement);
        assertThat(cluster.placed).isGreaterThan(200 * BATCH);
        assertThat(perPlacement).isLessThanOrEqualTo(BUDGET_BYTES);
    }

    /** A cluster nearly full, where jobs end and others come; only the planner's part is measured. */
    private static final class Cluster {
        private final State state = new State(1);
        private final Planner planner = new Planner(state, CATALOG);
        private final Chance chance = new Chance(1, "allocation", 0);
        private final List<Demand> demands = new ArrayList<>();
        private final List<Long> running = new ArrayList<>();
        private long now = 1;
        private long placed;
        private long allocated;

        Cluster(PartSpec place) {
            for (int node = 0; node < NODES; node++) {
                state.apply(now, new Event.NodeJoined(node, NodeSpec.of("n" + node, 96_000, 1L << 40, 8, "H100")));
            }
            state.apply(
                    now,
                    new Event.StrategyChanged(
                            StrategySpec.of("any", "fcfs", "fgd", "greedy").placing(place)));
            for (int milli = 100; milli <= 1000; milli += 100) {
                demands.add(Demand.cpu(milli, 1 << 20).withGpuShare(1, milli));
            }
            demands.add(Demand.cpu(1000, 1 << 20));
            demands.add(Demand.cpu(8000, 1 << 20).withGpus(8));
        }

        void pass() {
            now += Nanos.SECOND;
            while (running.size() > NODES * 8) {
                long job = running.remove(chance.below(running.size()));
                state.apply(now, new Event.TaskEnded(job, 0, state.job(job).decision(), 0));
            }
            for (int i = 0; i < BATCH; i++) {
                long number = state.nextJob();
                Demand demand = demands.get(chance.below(demands.size()));
                JobSpec spec = JobSpec.batch("job", demand, Nanos.HOUR)
                        .withTasks(i == 0 ? 20 : 1)
                        .withPatience(0);
                state.apply(now, new Event.JobSubmitted(number, spec, "test", number));
            }
            long before = THREADS.getCurrentThreadAllocatedBytes();
            Plan plan = planner.plan();
            long after = THREADS.getCurrentThreadAllocatedBytes();
            allocated += after - before - records(plan);
            state.apply(now, plan);
            note(plan);
        }

        private void note(Plan plan) {
            for (Decision decision : plan.decisions()) {
                if (decision instanceof Decision.Start start) {
                    placed += start.placements().size();
                    if (start.placements().size() == 1) {
                        running.add(start.job());
                    } else {
                        end(start);
                    }
                }
            }
        }

        private void end(Decision.Start gang) {
            for (int task = 0; task < gang.placements().size(); task++) {
                state.apply(now, new Event.TaskEnded(gang.job(), task, gang.id(), 0));
            }
        }

        /** What a plan like this takes by itself. */
        private static long records(Plan plan) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            Plan copy = PlanCopy.of(plan);
            long after = THREADS.getCurrentThreadAllocatedBytes();
            assertThat(copy).isEqualTo(plan);
            return after - before;
        }
    }
}
