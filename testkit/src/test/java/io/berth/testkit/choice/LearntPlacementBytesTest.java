package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.placement.LearntPlacement;
import io.berth.core.workload.Demand;
import io.berth.testkit.random.RandomModels;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class LearntPlacementBytesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long NOISE_BYTES = 2_000;
    private static final int NODES = 100;

    @Test
    void a_score_allocates_nothing() {
        NodeTable nodes = new NodeTable();
        for (int node = 0; node < NODES; node++) {
            nodes.join(node, NodeSpec.of("n" + node, 16_000, 64L << 30, node % 4, node % 4 == 0 ? "" : "T4"));
        }
        Shape share = new Shape(1, Demand.cpu(1000, 1 << 10).withGpuShare(1, 300));
        Shape whole = new Shape(2, Demand.cpu(1000, 1 << 10).withGpus(1));
        List<Facts.ShapeCount> mix = List.of(new Facts.ShapeCount(share, 2), new Facts.ShapeCount(whole, 1));
        LearntPlacement learnt = new LearntPlacement(RandomModels.placement(1), new Facts(16_000, 4_000, mix));
        long sum = scored(learnt, nodes, share, 200);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        sum += scored(learnt, nodes, share, 20);
        long after = THREADS.getCurrentThreadAllocatedBytes();

        assertThat(sum).isNotZero();
        assertThat(after - before).isLessThan(NOISE_BYTES);
    }

    private static long scored(LearntPlacement learnt, Nodes nodes, Shape share, int times) {
        long sum = 0;
        for (int i = 0; i < times * NODES; i++) {
            sum += i % NODES % 4 == 0 ? 0 : learnt.score(nodes, i % NODES, share);
        }
        return sum;
    }
}
