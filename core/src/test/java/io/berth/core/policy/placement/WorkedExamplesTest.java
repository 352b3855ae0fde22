package io.berth.core.policy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.Picker;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Scorer;
import io.berth.core.policy.Slot;
import io.berth.core.policy.Turn;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The numbers in the policies' own documentation. */
class WorkedExamplesTest {
    private static final long GIB = 1L << 30;
    private static final Facts EIGHT_GPUS = new Facts(128_000, 8000, List.of());

    private final NodeTable nodes = new NodeTable();
    private final Turns turn = new Turns();
    private Shape asked = shape(Demand.cpu(1, 0));

    @Test
    void best_fit_prefers_the_node_that_is_left_with_two_gpus_to_the_empty_one() {
        Shape task = taskBesideSixOfEightGpus();

        assertScores(new BestFit(EIGHT_GPUS), task, 90, 9);
    }

    @Test
    void most_allocated_domain_prefers_the_rack_in_use_to_the_idle_one() {
        for (int node = 0; node < 4; node++) {
            NodeSpec spec = NodeSpec.of("n" + node, 32_000, 256 * GIB, 4, "H100");
            nodes.join(node, spec.withLabels(List.of(new Label("rack", "r" + node / 2))));
        }
        Demand half = Demand.cpu(16_000, 128 * GIB).withGpus(2);
        take(0, half, 0b11);
        Shape task = shape(half);
        MostAllocatedDomain racks = new MostAllocatedDomain("rack");

        assertScores(racks, task, 5000, 5000, 2500);
        assertThatThrownBy(() -> new MostAllocatedDomain(" ")).hasMessageContaining("(label)");
    }

    @Test
    void dot_product_scores_75_on_an_empty_node_and_87_on_a_half_free_one() {
        join(8, 128_000);
        join(8, 128_000);
        take(1, Demand.cpu(0, 0).withGpus(4), 0b1111);
        Shape task = shape(Demand.cpu(0, 0).withGpus(4));

        assertScores(new DotProduct(EIGHT_GPUS), task, 75, 87);
    }

    @Test
    void gpu_packing_prefers_devices_in_use_then_used_nodes_then_small_empty_ones() {
        join(8, 1000);
        join(8, 1000);
        join(2, 1000);
        take(0, Demand.cpu(0, 0).withGpuShare(1, 600), 1);
        Shape share = shape(Demand.cpu(0, 0).withGpuShare(1, 300));
        Shape pair = shape(Demand.cpu(0, 0).withGpus(2));
        GpuPacking packing = new GpuPacking();

        assertThat(packing.score(nodes, 0, share)).isEqualTo(96);
        assertScores(packing, pair, 48, 25, 31);
        assertThat(packing.score(nodes, 0, shape(Demand.cpu(1, 0)))).isZero();
    }

    @Test
    void gpu_clustering_scores_87_for_a_pair_among_pairs_on_a_half_free_node() {
        join(8, 1000);
        join(8, 1000);
        take(0, Demand.cpu(0, 0).withGpus(2), 0b11);
        take(0, Demand.cpu(0, 0).withGpus(2), 0b1100);
        take(1, Demand.cpu(0, 0).withGpus(1), 0b1);
        Shape pair = shape(Demand.cpu(0, 0).withGpus(2));
        GpuClustering clustering = new GpuClustering(EIGHT_GPUS);

        assertScores(clustering, pair, 87, 3);
        take(1, Demand.cpu(0, 0).withGpus(2), 0b110);
        assertThat(clustering.score(nodes, 1, pair)).isEqualTo(50 + 9);
    }

    @Test
    void fgd_scores_37_where_a_half_becomes_a_fragment_and_62_where_one_disappears() {
        join(1, 1000);
        join(1, 1000);
        take(1, Demand.cpu(0, 0).withGpuShare(1, 500), 1);
        Shape half = shape(Demand.cpu(0, 0).withGpuShare(1, 500));
        Shape whole = shape(Demand.cpu(0, 0).withGpus(1));
        Fgd fgd = new Fgd(new Facts(1, 1, List.of(new Facts.ShapeCount(whole, 5))), 95);

        assertScores(fgd, half, 37, 62);
    }

    @Test
    void fgd_scores_step_exactly_where_the_logistic_function_reaches_a_whole_number() {
        for (int score = 1; score < 100; score++) {
            double step = StrictMath.log(score / (100.0 - score));
            assertThat(Fgd.toScore(step)).isEqualTo(score);
            assertThat(Fgd.toScore(Math.nextDown(step))).isEqualTo(score - 1);
        }
        for (double gradient : new double[] {4.99, 5, 5.01, 64, Double.MAX_VALUE}) {
            assertThat(Fgd.toScore(gradient)).isEqualTo(99);
            assertThat(Fgd.toScore(-gradient)).isZero();
        }
        for (double gradient = -6; gradient < 6; gradient += 1.0 / 1024) {
            double sigma = 1 / (1 + Math.exp(-gradient));
            assertThat((double) Fgd.toScore(gradient)).isBetween(100 * sigma - 1.000001, 100 * sigma + 0.000001);
        }
    }

    @Test
    void worst_fit_scores_937_where_a_gpu_is_left_and_9062_on_an_empty_node() {
        Shape task = taskBesideSixOfEightGpus();

        assertScores(new WorstFit(EIGHT_GPUS), task, 937, 9062);
    }

    @Test
    void least_allocated_scores_6666_on_a_small_idle_node_and_9166_on_a_large_one() {
        nodes.join(0, NodeSpec.of("small", 32_000, 256 * GIB, 2, "H100"));
        nodes.join(1, NodeSpec.of("large", 128_000, 1024 * GIB, 8, "H100"));
        nodes.join(2, NodeSpec.of("without", 128_000, 0, 0, ""));
        LeastAllocated least = new LeastAllocated();

        assertScores(least, shape(Demand.cpu(8000, 64 * GIB).withGpus(1)), 6666, 9166);
        take(1, Demand.cpu(0, 0).withGpus(8), 0xFF);
        assertThat(least.score(nodes, 1, shape(Demand.cpu(64_000, 0)))).isEqualTo(7500);
        assertThat(least.score(nodes, 2, shape(Demand.cpu(64_000, 0)))).isEqualTo(2500);
    }

    @Test
    void most_free_adds_up_cpus_and_memory() {
        nodes.join(0, NodeSpec.of("first", 100_000, 200 * GIB, 0, ""));
        nodes.join(1, NodeSpec.of("second", 100_000, 200 * GIB, 0, ""));
        Shape task = shape(Demand.cpu(26_000, 28 * GIB));

        assertScores(new MostFree(), task, 3_000, 3_000);
        take(0, task.demand(), 0);
        assertScores(new MostFree(), task, 2_460, 3_000);
    }

    @Test
    void least_tasks_falls_with_every_task() {
        join(8, 128_000);
        Shape task = shape(Demand.cpu(1, 0));
        LeastTasks least = new LeastTasks();

        assertThat(least.score(nodes, 0, task)).isEqualTo(100_000);
        take(0, Demand.cpu(1, 0), 0);
        assertThat(least.score(nodes, 0, task)).isEqualTo(50_000);
        for (long last = 50_000; nodes.tasks(0) < 316; last = least.score(nodes, 0, task)) {
            take(0, Demand.cpu(1, 0), 0);
            assertThat(least.score(nodes, 0, task)).isLessThan(last);
        }
    }

    @Test
    void power_of_two_takes_the_freer_of_two_drawn_and_the_first_of_equals() {
        joinThree(2, 2, 2);
        take(0, Demand.cpu(500, 0).withGpus(1), 1);
        turn.draws.addAll(List.of(2, 0, 0, 2, 1, 2, 0, 0));

        assertThat(picks(new PowerOfTwo(), 4)).containsExactly(2, 2, 1, 0);
    }

    @Test
    void weighted_round_robin_gives_each_node_as_many_turns_as_it_has_gpus() {
        joinThree(2, 1, 3);
        asked = shape(Demand.cpu(0, 0).withGpus(1));

        assertThat(picks(new WeightedRoundRobin(EIGHT_GPUS), 9)).containsExactly(0, 1, 2, 0, 2, 2, 0, 1, 2);
    }

    @Test
    void weighted_round_robin_counts_cpus_for_tasks_without_gpu_and_keeps_that_turn_apart() {
        join(1, 128_000);
        join(1, 8000);
        join(8, 20_000);
        WeightedRoundRobin robin = new WeightedRoundRobin(EIGHT_GPUS);

        assertThat(picks(robin, 5)).containsExactly(0, 1, 2, 0, 2);
        asked = shape(Demand.cpu(0, 0).withGpus(1));
        assertThat(picks(robin, 5)).containsExactly(0, 1, 2, 2, 2);
        asked = shape(Demand.cpu(1, 0));
        assertThat(picks(robin, 17)).containsExactly(0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
    }

    @Test
    void round_robin_takes_the_node_after_the_last_and_goes_round() {
        assertThat(picks(new RoundRobin(), 4)).containsExactly(0, 1, 2, 0);
    }

    @Test
    void first_fit_takes_the_lowest_number() {
        assertThat(picks(new FirstFit(), 3)).containsExactly(0, 0, 0);
    }

    @Test
    void random_takes_what_the_draw_says_and_draws_the_device_of_a_share() {
        turn.draws.addAll(List.of(2, 0, 1));
        assertThat(picks(new UniformRandom(), 2)).containsExactly(2, 0);
        join(3, 1000);
        take(0, Demand.cpu(0, 0).withGpus(1), 0b10);
        Shape share = shape(Demand.cpu(0, 0).withGpuShare(1, 100));

        assertThat(new UniformRandom().pick(nodes, 0, share, turn)).isEqualTo(2);
    }

    @Test
    void a_share_goes_to_the_fitting_device_with_least_left_and_the_lower_of_equals() {
        join(4, 1000);
        take(0, Demand.cpu(0, 0).withGpuShare(1, 700), 0b1);
        take(0, Demand.cpu(0, 0).withGpuShare(1, 500), 0b10);
        take(0, Demand.cpu(0, 0).withGpuShare(1, 500), 0b100);
        Shape share = shape(Demand.cpu(0, 0).withGpuShare(1, 400));

        assertThat(GpuPicker.LEAST_LEFT.pick(nodes, 0, share, turn)).isEqualTo(1);
    }

    /** What the first nodes score, one after another. */
    private void assertScores(Scorer scorer, Shape task, long... scores) {
        for (int node = 0; node < scores.length; node++) {
            assertThat(scorer.score(nodes, node, task)).as("node %d", node).isEqualTo(scores[node]);
        }
    }

    private int[] picks(Picker picker, int count) {
        int[] picked = new int[count];
        for (int i = 0; i < count; i++) {
            picked[i] = picker.pick(new FirstThree(nodes, asked), turn);
        }
        return picked;
    }

    /** A task of one GPU, where one node has six of its eight GPUs in use and another none. */
    private Shape taskBesideSixOfEightGpus() {
        join(8, 128_000);
        join(8, 128_000);
        take(0, Demand.cpu(112_000, 0).withGpus(6), 0b111111);
        return shape(Demand.cpu(8000, 0).withGpus(1));
    }

    private void join(int gpus, long cpuMilli) {
        nodes.join(nodes.count(), NodeSpec.of("n" + nodes.count(), cpuMilli, 0, gpus, "H100"));
    }

    private void joinThree(int first, int second, int third) {
        join(first, 1000);
        join(second, 1000);
        join(third, 1000);
    }

    private void take(int node, Demand demand, long mask) {
        nodes.take(shape(demand), node, Grant.of(mask));
    }

    private static Shape shape(Demand demand) {
        return new Shape(0, demand);
    }

    private record FirstThree(NodeTable nodes, Shape shape) implements Candidates {
        @Override
        public int count() {
            return 3;
        }

        @Override
        public int at(int rank) {
            return rank;
        }

        @Override
        public int from(int node) {
            return node < 3 ? node : 0;
        }
    }

    private static final class Turns implements Turn {
        private final List<Integer> draws = new ArrayList<>();
        private final TreeMap<String, Long> memory = new TreeMap<>();

        @Override
        public QueuedJob job() {
            throw new UnsupportedOperationException("No policy of these looks at jobs.");
        }

        @Override
        public long nowNanos() {
            throw new UnsupportedOperationException("No policy of these looks at the time.");
        }

        @Override
        public int below(int bound) {
            return draws.removeFirst();
        }

        @Override
        public long recall(Slot slot) {
            return memory.getOrDefault(slot.name(), 0L);
        }

        @Override
        public void remember(Slot slot, long value) {
            memory.put(slot.name(), value);
        }
    }
}
