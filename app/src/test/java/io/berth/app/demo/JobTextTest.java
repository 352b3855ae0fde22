package io.berth.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Placement;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobTextTest {
    private static final Demand CPU = Demand.cpu(2500, 1 << 30);

    @Test
    void whatAJobAsksForIsSaidShortly() {
        assertThat(asks(CPU, 1)).isEqualTo("2500m CPU");
        assertThat(asks(CPU.withGpus(2), 1)).isEqualTo("2 GPU");
        assertThat(asks(CPU.withGpuShare(1, 250), 3)).isEqualTo("3 × 0.25 GPU");
        assertThat(asks(CPU.withGpus(8).onModels(List.of("H100", "A100")), 1)).isEqualTo("8 GPU A100/H100");
    }

    @Test
    void nodesStandWithTheNumbersOfTheirDevices() {
        NodeTable nodes = new NodeTable();
        for (int node = 0; node < 6; node++) {
            nodes.join(node, NodeSpec.of("n" + node, 1000, 1, 8, "A100"));
        }

        assertThat(where(nodes, Placement.on(0, 0b1101_0111), Placement.on(0, 0b1000)))
                .isEqualTo("n0:0-4,6-7");
        assertThat(where(nodes, Placement.on(1, 0b100), Placement.on(2, 0))).isEqualTo("n1:2 n2");
        Placement[] many = new Placement[6];
        for (int node = 0; node < 6; node++) {
            many[node] = Placement.on(node, 1);
        }
        assertThat(where(nodes, many)).isEqualTo("n0:0 n1:0 n2:0 n3:0 and 2 more");
    }

    private static String asks(Demand demand, int tasks) {
        return JobText.asks(JobSpec.batch("job", demand, 1).withTasks(tasks));
    }

    private static String where(NodeTable nodes, Placement... placements) {
        return JobText.where(List.of(placements), nodes);
    }
}
