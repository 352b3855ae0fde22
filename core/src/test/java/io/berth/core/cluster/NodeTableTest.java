package io.berth.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeTableTest {
    private static final long MIB = 1L << 20;
    private static final Demand TASK = Demand.cpu(1000, MIB);

    private final NodeTable nodes = new NodeTable();
    private int shapes;

    NodeTableTest() {
        nodes.join(0, node(2, 46_068 * MIB));
    }

    @Test
    void two_halves_of_a_gpu_fit_and_a_third_does_not() {
        Shape half = shape(TASK.withGpuShare(1, 500));
        nodes.take(half, 0, Grant.of(1));
        assertThat(nodes.gpuFits(half, 0, 0)).isTrue();
        nodes.take(half, 0, Grant.of(1));

        assertThat(nodes.gpuFits(half, 0, 0)).isFalse();
        assertThat(nodes.gpuFreeMilli(0, 0)).isZero();
        assertThat(nodes.whyNot(half, 0)).isNull();
        nodes.take(shape(TASK.withGpus(1)), 0, Grant.of(2));
        assertThat(nodes.whyNot(half, 0)).isEqualTo(Reason.GPU_SHARE);
    }

    @Test
    void twenty_three_times_2000_mib_fit_on_46068_mib_and_24_do_not() {
        Shape small = shape(memory(2000 * MIB));
        for (int task = 0; task < 23; task++) {
            assertThat(nodes.gpuFits(small, 0, 0)).isTrue();
            nodes.take(small, 0, Grant.of(1));
        }
        assertThat(nodes.gpuFits(small, 0, 0)).isFalse();
        assertThat(nodes.gpuFreeMemoryBytes(0, 0)).isEqualTo(68 * MIB);
        assertThat(nodes.emptySlots(small, 0)).isEqualTo(2 * 23);
    }

    @Test
    void a_whole_gpu_and_sharers_of_its_memory_exclude_each_other() {
        Shape whole = shape(TASK.withGpus(1));
        Shape small = shape(memory(MIB));
        nodes.take(small, 0, Grant.of(1));
        assertThat(nodes.idleGpus(0)).isEqualTo(1);
        nodes.take(whole, 0, Grant.of(2));

        assertThat(nodes.whyNot(whole, 0)).isEqualTo(Reason.WHOLE_GPUS);
        assertThat(nodes.gpuFits(small, 0, 0)).isTrue();
        assertThat(nodes.gpuFits(small, 0, 1)).isFalse();
        nodes.release(whole, 0, Grant.of(2));
        assertThat(nodes.gpuFreeMemoryBytes(0, 1)).isEqualTo(46_068 * MIB);
    }

    @Test
    void usage_by_others_may_overcommit_a_node_and_then_only_nothing_more_fits() {
        Shape task = shape(TASK);
        nodes.take(task, 0, Grant.NONE);
        nodes.observeOthers(0, 63_500, 0);

        assertThat(nodes.free(0, Resource.CPU)).isEqualTo(-500);
        assertThat(nodes.whyNot(task, 0)).isEqualTo(Reason.CPU);
        assertThat(nodes.whyNot(shape(Demand.cpu(0, 0)), 0)).isNull();
        nodes.observeOthers(0, 63_000, 0);
        assertThat(nodes.free(0, Resource.CPU)).isZero();
        nodes.release(task, 0, Grant.NONE);
        assertThat(nodes.whyNot(task, 0)).isNull();
    }

    @Test
    void each_shortage_has_its_reason() {
        assertThat(nodes.whyNot(shape(Demand.cpu(64_001, 0)), 0)).isEqualTo(Reason.CPU);
        assertThat(nodes.whyNot(shape(Demand.cpu(0, (1L << 38) + 1)), 0)).isEqualTo(Reason.MEMORY);
        assertThat(nodes.whyNot(shape(new Demand(new Amounts(0, 0, 1, 0, 0), DeviceDemand.NONE)), 0))
                .isEqualTo(Reason.DISK);
        assertThat(nodes.whyNot(shape(new Demand(new Amounts(0, 0, 0, 1, 0), DeviceDemand.NONE)), 0))
                .isEqualTo(Reason.DISK_IO);
        assertThat(nodes.whyNot(shape(new Demand(new Amounts(0, 0, 0, 0, 1), DeviceDemand.NONE)), 0))
                .isEqualTo(Reason.NETWORK);
        assertThat(nodes.whyNot(shape(TASK.withGpus(3)), 0)).isEqualTo(Reason.WHOLE_GPUS);
        assertThat(nodes.whyNot(shape(memory(46_069 * MIB)), 0)).isEqualTo(Reason.GPU_MEMORY);
        assertThat(nodes.whyNot(shape(TASK.withGpus(1).onModels(List.of("T4"))), 0))
                .isEqualTo(Reason.GPU_MODEL);
        nodes.drain(0, true);
        assertThat(nodes.whyNot(shape(TASK), 0)).isEqualTo(Reason.NODE_DRAINING);
        nodes.lose(0);
        assertThat(nodes.whyNot(shape(TASK), 0)).isEqualTo(Reason.NODE_LOST);
    }

    @Test
    void a_node_holds_no_more_tasks_than_it_has_slots() {
        nodes.join(1, new NodeSpec("few", Amounts.of(64_000, 1L << 38), 1, List.of()));
        nodes.take(shape(TASK), 1, Grant.NONE);
        assertThat(nodes.whyNot(shape(TASK), 1)).isEqualTo(Reason.TASK_SLOTS);
    }

    @Test
    void a_node_of_many_gpus_leaves_the_others_as_they_were() {
        Shape whole = shape(TASK.withGpus(1));
        nodes.take(whole, 0, Grant.of(1));
        nodes.join(1, node(63, 0));

        assertThat(nodes.idleGpus(0)).isEqualTo(1);
        assertThat(nodes.gpuFreeMilli(0, 0)).isZero();
        assertThat(nodes.gpuSizes(0)).isEqualTo(1 << 1);
        assertThat(nodes.idleGpus(1)).isEqualTo(63);
        nodes.take(shape(TASK.withGpus(63)), 1, Grant.of(-1L >>> 1));
        assertThat(nodes.totalFreeMilli(1)).isZero();
        assertThat(nodes.gpuSizes(1)).isEqualTo(1L << 63);
    }

    @Test
    void a_node_that_holds_tasks_cannot_join_again() {
        nodes.take(shape(TASK), 0, Grant.NONE);
        assertThatThrownBy(() -> nodes.join(0, node(1, 0))).hasMessageContaining("Node (0) cannot join");
        assertThatThrownBy(() -> nodes.join(2, node(1, 0))).hasMessageContaining("not the next");
    }

    @Test
    void what_is_undone_is_no_release_and_what_is_released_is() {
        Shape whole = shape(TASK.withGpus(2));
        long before = nodes.releases();
        nodes.take(whole, 0, Grant.of(3));
        nodes.undo(whole, 0, Grant.of(3));
        assertThat(nodes.releases()).isEqualTo(before);
        nodes.take(whole, 0, Grant.of(3));
        assertThat(nodes.tasks(0)).isEqualTo(1);
        nodes.release(whole, 0, Grant.of(3));
        assertThat(nodes.releases()).isEqualTo(before + 1);
        assertThat(nodes.empty(0)).isTrue();
        assertThat(nodes.tasks(0)).isZero();
        assertThat(nodes.gpuSizes(0)).isZero();
    }

    private Shape shape(Demand demand) {
        return new Shape(shapes++, demand);
    }

    private static Demand memory(long bytes) {
        return new Demand(Amounts.of(0, 0), DeviceDemand.of(1, 0, bytes, Acceptable.ANY_GPU));
    }

    private static NodeSpec node(int gpus, long gpuMemory) {
        return new NodeSpec(
                "n", Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, NodeSpec.gpus(gpus, "H100", gpuMemory));
    }
}
