package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.Learnt;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.learn.online.evidence.PastJob;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LearntTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long NOISE_BYTES = 2_000;
    private static final int RUN = 2;

    @Test
    void a_model_that_scores_short_jobs_high_takes_the_shortest() {
        Queue queue = new Queue(100);
        Learnt learnt = new Learnt(shortest(128));

        int chosen = learnt.choose(queue);

        long least = queue.jobs.stream()
                .mapToLong(job -> job.spec().estimateNanos())
                .min()
                .orElseThrow();
        assertThat(queue.job(chosen).spec().estimateNanos()).isEqualTo(least);
    }

    @Test
    void of_a_queue_longer_than_its_rows_it_still_finds_the_shortest() {
        Queue queue = new Queue(5000);

        int chosen = new Learnt(shortest(16)).choose(queue);

        assertThat(queue.jobs)
                .allSatisfy(job -> assertThat(job.spec().estimateNanos())
                        .isGreaterThanOrEqualTo(queue.job(chosen).spec().estimateNanos()));
    }

    @Test
    void a_choice_allocates_nothing() {
        for (int waiting : new int[] {128, 1000}) {
            Queue queue = new Queue(waiting);
            Learnt learnt = new Learnt(ModelFile.read(kernel()));
            int sum = 0;
            for (int i = 0; i < 20_000; i++) {
                sum += learnt.choose(queue);
            }
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 2_000; i++) {
                sum += learnt.choose(queue);
            }
            long after = THREADS.getCurrentThreadAllocatedBytes();

            assertThat(sum).isNotNegative();
            assertThat(after - before).as("%d waiting", waiting).isLessThan(NOISE_BYTES);
        }
    }

    @Test
    void a_strategy_shows_its_model_by_what_identifies_it() {
        String text = kernel();
        StrategySpec strategy = StrategySpec.of("mine").ordering(PolicySpec.of("learnt", Map.of("model", text)));

        assertThat(strategy.order()).hasToString("learnt{model=" + ModelFile.id(text) + "}");
    }

    private static Model shortest(int rows) {
        float[] weights = new float[9];
        weights[RUN] = -1;
        return new Model(Columns.SCALED, rows, 1000 * Nanos.HOUR, network(LayerSizes.relu(8, 1), weights));
    }

    private static String kernel() {
        LayerSizes shape = LayerSizes.relu(8, 32, 16, 8, 1);
        Chance chance = new Chance(3, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return ModelFile.write(new Model(Columns.SCALED, 128, Nanos.HOUR, network(shape, weights)));
    }

    private static LearntNetwork<LayerSizes> network(LayerSizes shape, float[] weights) {
        return new LearntNetwork<>(shape, weights, new TreeMap<>());
    }

    /** Jobs of all lengths that wait for a machine with half of its processors free. */
    private static final class Queue implements Waiting {
        private static final long TOTAL = 1_000_000;
        private final List<PastJob> jobs = new ArrayList<>();

        Queue(int count) {
            Chance chance = new Chance(count, "queue", 0);
            for (int i = 0; i < count; i++) {
                long run = Nanos.MINUTE + chance.below(1_000_000) * Nanos.SECOND / 10;
                jobs.add(new PastJob(
                        i + 1,
                        new JobSpec(
                                "job",
                                JobSpec.DEFAULT_QUEUE,
                                JobKind.BATCH,
                                0,
                                TaskGroup.of(1, Demand.cpu(1000L * (1 + chance.below(64)), 0)),
                                new Timing(run, run, Nanos.NEVER)),
                        i * Nanos.SECOND));
            }
        }

        @Override
        public int size() {
            return jobs.size();
        }

        @Override
        public QueuedJob job(int i) {
            return jobs.get(i);
        }

        @Override
        public long nowNanos() {
            return 100_000 * Nanos.SECOND;
        }

        @Override
        public long freeCpuMilli() {
            return TOTAL / 2;
        }

        @Override
        public long totalCpuMilli() {
            return TOTAL;
        }

        @Override
        public long freeGpuMilli() {
            return 0;
        }

        @Override
        public long totalGpuMilli() {
            return 0;
        }

        @Override
        public boolean mayFit(int i) {
            return i % 2 == 0;
        }

        @Override
        public int below(int bound) {
            return 0;
        }
    }
}
