package io.berth.core.policy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentationMixTest {
    private static final List<String> MODELS = List.of("A100", "T4");

    /** The definition, word for word: Σ p_t · what t cannot use of the free thousandths. */
    private static double bruteForce(NodeTable nodes, int node, long cpu, List<ShapeCount> mix) {
        double sum = 0;
        double all = mix.stream().mapToLong(ShapeCount::count).sum();
        for (ShapeCount task : mix) {
            Demand demand = task.shape().demand();
            long unusable = 0;
            int fitting = 0;
            for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
                boolean fits = nodes.gpuFreeMilli(node, gpu) >= demand.gpuMilli();
                fitting += fits ? 1 : 0;
                unusable += fits ? 0 : nodes.gpuFreeMilli(node, gpu);
            }
            boolean model =
                    demand.gpuModels().isEmpty() || demand.gpuModels().contains(nodes.modelName(nodes.model(node)));
            boolean can = demand.gpus() > 0 && model && demand.cpuMilli() <= cpu && fitting >= demand.gpus();
            sum += task.count() / all * (can ? unusable : nodes.totalFreeMilli(node));
        }
        return sum;
    }

    @Test
    void fragmentation_is_what_the_definition_says() {
        for (int seed = 0; seed < 2000; seed++) {
            Scene scene = new Scene(seed);
            for (int node = 0; node < scene.nodes.count(); node++) {
                assertThat(scene.fragmentation(node))
                        .as("seed %d node %d", seed, node)
                        .isCloseTo(scene.expected(node), within(1e-6));
            }
        }
    }

    @Test
    void fragmentation_after_a_task_is_that_of_the_node_with_the_task() {
        for (int seed = 0; seed < 2000; seed++) {
            Scene scene = new Scene(seed);
            for (int node = 0; node < scene.nodes.count(); node++) {
                scene.compareAfterTask(node);
            }
        }
    }

    @Test
    void only_the_most_frequent_tasks_up_to_the_coverage_count() {
        Scene scene = new Scene(1);
        ShapeCount half = new ShapeCount(scene.shape(Demand.cpu(0, 0).withGpuShare(1, 500)), 90);
        ShapeCount whole = new ShapeCount(scene.shape(Demand.cpu(0, 0).withGpus(1)), 10);
        NodeTable node = new NodeTable();
        node.join(0, NodeSpec.of("n", 1000, 0, 1, "A100"));
        node.take(half.shape(), 0, Grant.device(0));

        FragmentationMix nine = new FragmentationMix(List.of(half, whole), 90);
        FragmentationMix all = new FragmentationMix(List.of(half, whole), 91);
        nine.load(node, 0);
        all.load(node, 0);

        assertThat(nine.fragmentation(0)).isZero();
        assertThat(all.fragmentation(0)).isCloseTo(50, within(1e-9));
    }

    private static final class Scene {
        private final NodeTable nodes = new NodeTable();
        private final List<ShapeCount> mix;
        private final FragmentationMix fragmentation;
        private final Chance chance;
        private final int seed;

        Scene(int seed) {
            this.seed = seed;
            chance = new Chance(seed, "fragmentation", 0);
            for (int node = 0; node < 3; node++) {
                nodes.join(node, NodeSpec.of("n" + node, 8000, 0, 1 + chance.below(4), any()));
                for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
                    int held = chance.below(11) * 100;
                    if (held > 0) {
                        nodes.take(shape(Demand.cpu(500, 0).withGpuShare(1, held)), node, Grant.device(gpu));
                    }
                }
            }
            LinkedHashMap<Demand, Long> counts = new LinkedHashMap<>();
            for (int task = 0; task < 8; task++) {
                counts.merge(task(), 1L + chance.below(20), Long::sum);
            }
            mix = new ArrayList<>();
            counts.forEach((demand, count) -> mix.add(new ShapeCount(shape(demand), count)));
            fragmentation = new FragmentationMix(mix, 100);
        }

        double fragmentation(int node) {
            fragmentation.load(nodes, node);
            return fragmentation.fragmentation(nodes.free(node, Resource.CPU));
        }

        double expected(int node) {
            return bruteForce(nodes, node, nodes.free(node, Resource.CPU), mix);
        }

        void compareAfterTask(int node) {
            fragmentation.load(nodes, node);
            long cpuLeft = nodes.free(node, Resource.CPU) - 500;
            int gpu = chance.below(nodes.gpus(node));
            int left = nodes.gpuFreeMilli(node, gpu);
            if (left >= 100 && left < 1000) {
                double after = fragmentation.fragmentationAfterShare(cpuLeft, left, 100);
                nodes.take(shape(Demand.cpu(500, 0).withGpuShare(1, 100)), node, Grant.device(gpu));
                assertThat(after).as("seed %d node %d", seed, node).isCloseTo(expected(node), within(1e-6));
            } else if (left == 1000) {
                double after = fragmentation.fragmentationAfterWhole(cpuLeft, 1);
                nodes.take(shape(Demand.cpu(500, 0).withGpus(1)), node, Grant.device(gpu));
                assertThat(after).as("seed %d node %d", seed, node).isCloseTo(expected(node), within(1e-6));
            }
        }

        private Demand task() {
            Demand demand = Demand.cpu(1000L * chance.below(9), 0);
            demand = switch (chance.below(4)) {
                case 0 -> demand;
                case 1 -> demand.withGpus(1 + chance.below(4));
                default -> demand.withGpuShare(1, 100 * (1 + chance.below(10)));
            };
            return demand.gpus() > 0 && chance.below(3) == 0 ? demand.onModels(List.of(any())) : demand;
        }

        private String any() {
            return MODELS.get(chance.below(MODELS.size()));
        }

        private Shape shape(Demand demand) {
            return new Shape(0, demand);
        }
    }
}
