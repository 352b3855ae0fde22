package io.berth.core.policy.joint;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.model.JointModel;
import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.column.JointColumns;
import io.berth.core.plan.index.Among;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.FreshJob;
import io.berth.core.policy.Places;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Slot;
import io.berth.core.policy.Turn;
import io.berth.core.policy.Waiting;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On nodes of 8 and 4 GPUs. */
class JointOrderTest {
    private static final Facts FACTS = new Facts(96_000, 8_000, List.of());
    private static final LargestNode LARGEST = new LargestNode(96_000, 1L << 40, 8_000);

    private final NodeTable nodes = new NodeTable();
    private final List<QueuedJob> jobs = new ArrayList<>();

    JointOrderTest() {
        nodes.join(0, NodeSpec.of("n0", 96_000, 1L << 40, 8, "H100"));
        nodes.join(1, NodeSpec.of("n1", 96_000, 1L << 40, 4, "H100"));
    }

    @Test
    void the_pair_decides_and_not_the_job_alone() {
        job(2, Nanos.HOUR);
        job(4, Nanos.HOUR);
        job(3, Nanos.HOUR);

        // Only the second job leaves no GPU on a node, the smaller one.
        assertThat(pair(Map.of("node_gpu_left", -1f))).isEqualTo("2 on n1");
        nodes.take(new Shape(9, Demand.cpu(1, 1).withGpus(2)), 1, Grant.of(0b11));
        assertThat(pair(Map.of("node_gpu_left", -1f))).isEqualTo("1 on n1");
        // Of equal pairs the job that came first and the node that joined first.
        assertThat(pair(Map.of())).isEqualTo("1 on n0");
    }

    @Test
    void a_job_weighs_against_a_node() {
        job(4, 10 * Nanos.HOUR);
        job(1, Nanos.HOUR);

        assertThat(pair(Map.of("job_run", -1f, "node_gpu_left", -0.01f))).isEqualTo("2 on n1");
        assertThat(pair(Map.of("job_run", -0.01f, "node_gpu_left", -1f))).isEqualTo("1 on n1");
        assertThat(pair(Map.of("job_run", -0.01f, "node_gpu_left", 1f))).isEqualTo("2 on n0");
    }

    @Test
    void what_fits_nowhere_is_not_looked_at() {
        job(9, Nanos.HOUR);
        assertThat(order(Map.of()).choose(new Queue())).isEqualTo(Chooser.NONE);

        job(8, Nanos.HOUR);
        job(7, Nanos.HOUR);
        assertThat(pair(Map.of("job_processors", -1f))).isEqualTo("3 on n0");
        JointOrder order = order(Map.of());
        order.choose(new Queue());
        assertThat(order.count()).isEqualTo(2);
        assertThat(IntStream.range(0, 2).map(order::place)).containsExactly(1, 2);
        assertThat(order.row(0)).hasSize(JointColumns.COUNT);
    }

    @Test
    void a_moment_that_has_passed_has_no_places_so_nothing_is_chosen() {
        job(1, Nanos.HOUR);
        Queue past = new Queue() {
            @Override
            public Places places() {
                return null;
            }
        };
        assertThat(order(Map.of()).choose(past)).isEqualTo(Chooser.NONE);
    }

    @Test
    void what_counts_as_the_most_is_not_exceeded() {
        jobs.add(job(1, 4, 1000 * Nanos.HOUR));
        JointOrder order = order(Map.of("job_run", 1f, "job_share", 1f, "job_tasks", 1f));
        order.choose(new Queue());
        assertThat(order.row(0)[2]).isEqualTo(1);
        assertThat(order.row(0)[6]).isEqualTo(0.75f);
        assertThat(order.score(0)).isEqualTo(1 + 4 / 12f + 0.75f);
    }

    @Test
    void of_many_nodes_half_are_the_best_and_others_are_spread_over_the_rest() {
        NodeTable many = new NodeTable();
        for (int node = 0; node < 10; node++) {
            long cpus = node == 7 ? 2_000 : node == 2 ? 3_000 : 90_000;
            many.join(node, NodeSpec.of("n" + node, cpus, 1L << 40, 0, ""));
        }
        Shape shape = new Shape(0, Demand.cpu(1_000, 1));

        assertThat(new NodesInView(4, FACTS).of(many, shape)).containsExactly(0, 2, 5, 7);
        assertThat(new NodesInView(10, FACTS).of(many, shape)).hasSize(10);
    }

    @Test
    void the_next_best_node_is_told_with_what_is_seen_of_both() {
        job(2, Nanos.HOUR);
        JointPlacement placement = new JointPlacement(model(Map.of("node_gpu_left", -1f)), FACTS);
        JointPlacement.Compared compared =
                placement.compare(new Among(nodes, shape(jobs.getFirst()), new int[] {0, 1}), 1, jobs.getFirst(), 0);

        assertThat(compared.runnerUp()).isZero();
        assertThat(compared.alike()).isFalse();
        int left = JointColumns.FEATURES.stream().map(of -> of.name()).toList().indexOf("node_gpu_left");
        assertThat(compared.first()[left]).isEqualTo(0.25f);
        assertThat(compared.second()[left]).isEqualTo(0.75f);
        assertThat(placement.compare(new Among(nodes, shape(jobs.getFirst()), new int[] {1}), 1, jobs.getFirst(), 0))
                .isNull();
    }

    /** The job and the node that are chosen, the node as a pass asks for it. */
    private String pair(Map<String, Float> weights) {
        QueuedJob job = jobs.get(order(weights).choose(new Queue()));
        Shape shape = shape(job);
        int[] fitting = IntStream.range(0, nodes.count())
                .filter(node -> nodes.fits(shape, node))
                .toArray();
        int node = new JointPlacement(model(weights), FACTS).pick(new Among(nodes, shape, fitting), new Of(job));
        return job.id() + " on " + nodes.name(node);
    }

    private void job(int gpus, long run) {
        jobs.add(job(gpus, 1, run));
    }

    private QueuedJob job(int gpus, int tasks, long run) {
        return new Fresh(
                jobs.size() + 1,
                new JobSpec(
                        "job",
                        JobSpec.DEFAULT_QUEUE,
                        JobKind.BATCH,
                        0,
                        TaskGroup.of(tasks, Demand.cpu(1, 1).withGpus(gpus)),
                        new Timing(run, run, Nanos.NEVER)),
                0);
    }

    private static JointOrder order(Map<String, Float> weights) {
        return new JointOrder(model(weights), FACTS);
    }

    /** A rule: the score is the weighted sum of the columns. */
    private static JointModel model(Map<String, Float> weights) {
        float[] parameters = new float[JointColumns.COUNT + 1];
        for (int i = 0; i < JointColumns.COUNT; i++) {
            parameters[i] = weights.getOrDefault(JointColumns.FEATURES.get(i).name(), 0f);
        }
        return new JointModel(
                new JointModel.View(16, 8),
                new JointModel.Scales(100 * Nanos.HOUR, 12_000, LARGEST),
                new LearntNetwork<>(LayerSizes.relu(JointColumns.COUNT, 1), parameters, new TreeMap<>()));
    }

    private static Shape shape(QueuedJob job) {
        return new Shape((int) job.id(), job.spec().demand());
    }

    private record Fresh(long id, JobSpec spec, long submitNanos) implements FreshJob {}

    private record Of(QueuedJob job) implements Turn {
        @Override
        public long nowNanos() {
            return Nanos.MINUTE;
        }

        @Override
        public int below(int bound) {
            throw new UnsupportedOperationException("Nothing is drawn.");
        }

        @Override
        public long recall(Slot slot) {
            throw new UnsupportedOperationException("Nothing is remembered.");
        }

        @Override
        public void remember(Slot slot, long value) {
            throw new UnsupportedOperationException("Nothing is remembered.");
        }
    }

    private class Queue implements Waiting, Places {
        @Override
        public Places places() {
            return this;
        }

        @Override
        public Nodes nodes() {
            return nodes;
        }

        @Override
        public Shape firstShape(int i) {
            return shape(job(i));
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
            return Nanos.MINUTE;
        }

        @Override
        public long freeCpuMilli() {
            return 192_000;
        }

        @Override
        public long totalCpuMilli() {
            return 192_000;
        }

        @Override
        public long freeGpuMilli() {
            return 12_000;
        }

        @Override
        public long totalGpuMilli() {
            return 12_000;
        }

        @Override
        public boolean mayFit(int i) {
            return true;
        }

        @Override
        public int below(int bound) {
            throw new UnsupportedOperationException("Nothing is drawn.");
        }
    }
}
