package io.berth.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTest {
    private static final Demand CPU = Demand.cpu(1000, 1 << 20);

    @Test
    void models_are_sorted_and_named_once_so_that_equal_demands_are_equal() {
        Demand demand = CPU.withGpus(1).onModels(List.of("T4", "A100", "T4"));

        assertThat(demand.gpuModels()).containsExactly("A100", "T4");
        assertThat(demand).isEqualTo(CPU.withGpus(1).onModels(List.of("A100", "T4")));
    }

    @Test
    void whole_devices_are_told_from_shares() {
        assertThat(CPU.wholeGpus()).isFalse();
        assertThat(CPU.withGpus(2).wholeGpus()).isTrue();
        assertThat(CPU.withGpus(2).totalGpuMilli()).isEqualTo(2000);
        assertThat(CPU.withGpuShare(1, 999).wholeGpus()).isFalse();
        assertThat(CPU.withGpuShare(1, 1000)).isEqualTo(CPU.withGpus(1));
        assertThat(CPU.withGpus(2).withGpus(0)).isEqualTo(CPU);
    }

    @Test
    void impossible_demands_are_refused_with_the_value() {
        refused(() -> Demand.cpu(-1, 0), "cpuMilli (-1)");
        refused(() -> Demand.cpu(0, -2), "memoryBytes (-2)");
        refused(() -> CPU.withGpuShare(-1, 1000), "gpus (-1)");
        refused(() -> CPU.withGpuShare(1, 1001), "gpuMilli (1001)");
        refused(() -> CPU.withGpuShare(2, 500), "whole GPUs");
        refused(() -> CPU.withGpuShare(1, 0), "needs gpuMilli or gpuMemoryBytes");
        refused(() -> CPU.withGpuShare(0, 100), "cannot ask for gpuMilli");
    }

    @Test
    void impossible_jobs_are_refused_with_the_value() {
        JobSpec job = JobSpec.batch("a", CPU, 1);
        refused(() -> job.withTasks(0), "tasks (0) of a group");
        refused(() -> job.withPatience(-1), "patience (-1) of a job");
        refused(() -> JobSpec.batch("b", CPU, -1), "estimate (-1) of a job");
    }

    @Test
    void impossible_nodes_are_refused_with_the_value() {
        refused(() -> NodeSpec.of(" ", 1, 1, 0, ""), "needs a name");
        refused(() -> NodeSpec.of("n", 1, 1, 64, "T4"), "gpus (64) of node (n)");
        refused(() -> NodeSpec.of("n", 1, 1, -1, "T4"), "gpus (-1)");
        refused(() -> NodeSpec.of("n", -1, 1, 0, ""), "cpuMilli (-1)");
        assertThat(NodeSpec.of("n", 1, 1, 63, "T4").gpus()).isEqualTo(NodeSpec.MAX_GPUS);
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable make, String message) {
        assertThatThrownBy(make).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
