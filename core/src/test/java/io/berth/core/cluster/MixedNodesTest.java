package io.berth.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.Toleration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Nodes with devices of several kinds, with labels, taints and resources that are known by name. */
class MixedNodesTest {
    private static final long GIB = 1L << 30;
    private static final Demand TASK = Demand.cpu(1000, GIB);
    private static final Amounts CAPACITY = Amounts.of(64_000, 256 * GIB);

    private final NodeTable nodes = new NodeTable();
    private int shapes;

    @Test
    void whole_devices_of_one_task_are_of_one_set() {
        nodes.join(0, mixed());
        Shape two = shape(TASK.withGpus(2));
        assertThat(nodes.grants().firstIdle(two, 0)).isEqualTo(Grant.of(0b0011));
        nodes.take(shape(TASK.withGpus(1)), 0, Grant.device(0));
        assertThat(nodes.grants().firstIdle(two, 0)).isEqualTo(Grant.of(0b1100));
        nodes.take(shape(TASK.withGpus(1)), 0, Grant.device(2));

        assertThat(nodes.idleGpus(0)).isEqualTo(2);
        assertThat(nodes.whyNot(two, 0)).isEqualTo(Reason.WHOLE_GPUS);
        assertThat(nodes.slots(shape(TASK.withGpus(1)), 0)).isEqualTo(2);
        assertThat(nodes.emptySlots(two, 0)).isEqualTo(2);
        assertThat(nodes.grants().fit(two, 0, Grant.of(0b1010))).isFalse();
    }

    @Test
    void a_model_is_looked_for_among_the_sets() {
        nodes.join(0, mixed());
        Shape large = shape(TASK.withGpus(1).onModels(List.of("H100")));
        assertThat(nodes.grants().firstIdle(large, 0)).isEqualTo(Grant.device(2));
        assertThat(nodes.grants().fit(large, 0, Grant.device(0))).isFalse();
        nodes.take(large, 0, Grant.device(2));
        assertThat(nodes.gpuFreeMemoryBytes(0, 2)).isZero();
        nodes.release(large, 0, Grant.device(2));
        assertThat(nodes.gpuFreeMemoryBytes(0, 2)).isEqualTo(80 * GIB);
        assertThat(nodes.whyNot(shape(TASK.withGpus(1).onModels(List.of("B200"))), 0))
                .isEqualTo(Reason.GPU_MODEL);
        assertThat(nodes.modelName(nodes.model(0))).isEqualTo("T4+H100");
    }

    @Test
    void seventy_models_are_told_apart() {
        for (int model = 0; model < 70; model++) {
            nodes.join(model, NodeSpec.of("n" + model, 64_000, 256 * GIB, 2, "M" + model));
        }
        Shape last = shape(TASK.withGpus(1).onModels(List.of("M69")));
        for (int node = 0; node < 70; node++) {
            assertThat(nodes.whyNot(last, node)).isEqualTo(node == 69 ? null : Reason.GPU_MODEL);
        }
    }

    @Test
    void memory_is_that_of_the_set() {
        nodes.join(0, mixed());
        Shape memory = shape(new Demand(Amounts.of(0, 0), new DeviceDemand.Share(0, 40 * GIB, Acceptable.ANY_GPU)));
        assertThat(nodes.gpuFits(memory, 0, 0)).isFalse();
        assertThat(nodes.gpuFits(memory, 0, 2)).isTrue();
        assertThat(nodes.slots(memory, 0)).isEqualTo(4);
        assertThat(nodes.emptySlots(memory, 0)).isEqualTo(4);
        Shape whole = shape(TASK.withDevices(new DeviceDemand.Whole(2, 17 * GIB, Acceptable.ANY_GPU)));
        assertThat(nodes.grants().firstIdle(whole, 0)).isEqualTo(Grant.of(0b1100));
        assertThat(nodes.slots(whole, 0)).isEqualTo(1);
        assertThat(nodes.row(0).slots(whole)).isEqualTo(1);
        assertThat(nodes.row(0).takeOne(whole)).isEqualTo(Grant.of(0b1100));
    }

    @Test
    void devices_of_another_kind_are_no_gpus() {
        nodes.join(0, new NodeSpec("n", CAPACITY, 100, List.of(new DeviceSet(8, "npu", "910B", 64 * GIB))));
        assertThat(nodes.whyNot(shape(TASK.withGpus(1)), 0)).isEqualTo(Reason.GPU_MODEL);
        Shape npu = shape(TASK.withDevices(new DeviceDemand.Whole(4, 0, new Acceptable("npu", List.of()))));
        assertThat(nodes.slots(npu, 0)).isEqualTo(2);
    }

    @Test
    void a_resource_is_known_by_being_named() {
        nodes.join(0, node("plain", CAPACITY));
        nodes.join(1, node("licensed", CAPACITY.withExtended(List.of(new ExtendedResource("example.com/licence", 3)))));
        Shape two = shape(
                TASK.withAmounts(TASK.amounts().withExtended(List.of(new ExtendedResource("example.com/licence", 2)))));
        assertThat(nodes.whyNot(two, 0)).isEqualTo(Reason.EXTENDED_RESOURCE);
        assertThat(nodes.whyNot(two, 1)).isNull();
        nodes.take(two, 1, Grant.NONE);
        int column = nodes.names().column("example.com/licence");
        assertThat(nodes.free(1, column)).isEqualTo(1);
        assertThat(nodes.total(1, column)).isEqualTo(3);
        assertThat(nodes.whyNot(two, 1)).isEqualTo(Reason.EXTENDED_RESOURCE);
        assertThat(nodes.emptySlots(two, 0)).isZero();
        assertThat(nodes.emptySlots(two, 1)).isEqualTo(1);
    }

    @Test
    void a_resource_that_comes_later_moves_nothing() {
        nodes.join(0, mixed());
        Shape one = shape(TASK.withGpus(1));
        nodes.take(one, 0, Grant.device(1));
        NodeRow before = nodes.row(0);
        nodes.join(1, node("licensed", CAPACITY.withExtended(List.of(new ExtendedResource("example.com/licence", 3)))));

        assertThat(nodes.idleGpus(0)).isEqualTo(3);
        assertThat(nodes.gpuFreeMilli(0, 1)).isZero();
        assertThat(nodes.gpuSizes(0)).isEqualTo(0b10);
        assertThat(nodes.free(0, Resource.CPU)).isEqualTo(before.free(Resource.CPU));
        nodes.release(one, 0, Grant.device(1));
        assertThat(nodes.idleGpus(0)).isEqualTo(4);
    }

    @Test
    void more_names_than_there_are_columns_are_not_offered() {
        for (int name = 0; name < ResourceNames.MOST; name++) {
            shape(demand("example.com/" + name));
        }
        nodes.join(0, node("late", CAPACITY.withExtended(List.of(new ExtendedResource("example.com/late", 3)))));
        assertThat(nodes.whyNot(shape(demand("example.com/late")), 0)).isEqualTo(Reason.EXTENDED_RESOURCE);
        assertThat(nodes.names().extended()).hasSize(ResourceNames.MOST);
    }

    @Test
    void labels_must_be_there_and_taints_be_tolerated() {
        nodes.join(0, node("n0", CAPACITY).withLabels(List.of(new Label("rack", "r1"), new Label("block", "b1"))));
        nodes.join(1, node("n1", CAPACITY).withTaints(List.of(new Taint("reserved", "vision"))));
        Shape rack = shape(terms(List.of(new Label("rack", "r1")), List.of()));
        Shape tolerant = shape(terms(List.of(), List.of(new Toleration("reserved", Toleration.ANY))));
        assertThat(nodes.whyNot(rack, 0)).isNull();
        assertThat(nodes.whyNot(rack, 1)).isEqualTo(Reason.NODE_LABELS);
        assertThat(nodes.whyNot(shape(TASK), 1)).isEqualTo(Reason.NODE_TAINTS);
        assertThat(nodes.whyNot(tolerant, 1)).isNull();
        assertThat(nodes.emptySlots(rack, 1)).isZero();
        assertThat(NodeSpec.of("n", 64_000, GIB * 64, 0, "").slots(rack.demand()))
                .isZero();
    }

    @Test
    void a_selector_says_which_nodes_will_do_and_a_mild_taint_keeps_nobody_away() {
        NodeSpec zone = node("n0", CAPACITY).withLabels(List.of(new Label("zone", "a"), new Label("size", "8")));
        nodes.join(0, zone);
        nodes.join(1, zone.withName("n1").withTaints(List.of(new Taint("k", "v", Effect.PREFER_NO_SCHEDULE))));
        nodes.join(2, zone.withName("n2").withTaints(List.of(new Taint("k", "v", Effect.NO_EXECUTE))));
        nodes.join(3, node("n3", CAPACITY));
        Requirement large = new Requirement("size", Operator.GREATER, List.of("4"));
        Requirement other = new Requirement("zone", Operator.NOT_IN, List.of("a"));
        Shape wants = shape(terms(List.of(new NodeSelectorTerm(List.of(large)))));
        Shape shuns = shape(terms(List.of(new NodeSelectorTerm(List.of(large, other)))));
        Shape either =
                shape(terms(List.of(new NodeSelectorTerm(List.of(large)), new NodeSelectorTerm(List.of(other)))));
        assertThat(whyNot(wants)).containsExactly(null, null, Reason.NODE_TAINTS, Reason.NODE_LABELS);
        assertThat(whyNot(shuns)).containsOnly(Reason.NODE_LABELS);
        assertThat(whyNot(either)).containsExactly(null, null, Reason.NODE_TAINTS, null);
        assertThat(zone.slots(wants.demand())).isPositive();
        assertThat(zone.slots(shuns.demand())).isZero();
    }

    @Test
    void a_class_that_nobody_is_of_any_more_leaves_no_verdict_behind() {
        Shape rack = shape(terms(List.of(new Label("rack", "r1")), List.of()));
        nodes.join(0, node("n0", CAPACITY));
        for (int time = 0; time < 5; time++) {
            nodes.change(0, node("n0", CAPACITY).withLabels(List.of(new Label("rack", "r1"))));
            assertThat(nodes.whyNot(rack, 0)).isNull();
            nodes.change(0, node("n0", CAPACITY).withLabels(List.of(new Label("rack", "r2"))));
            assertThat(nodes.whyNot(rack, 0)).isEqualTo(Reason.NODE_LABELS);
        }
    }

    @Test
    void a_copy_and_its_original_do_not_see_each_other() {
        for (int node = 0; node < 300; node++) {
            nodes.join(node, mixed().withName("n" + node));
        }
        Shape one = shape(TASK.withGpus(1));
        nodes.take(one, 7, Grant.device(0));
        NodeTable copy = nodes.copy();
        nodes.take(one, 7, Grant.device(1));
        copy.take(one, 299, Grant.device(3));
        copy.change(8, NodeSpec.of("small", 1, 1, 0, ""));
        nodes.join(300, NodeSpec.of("new", 1, 1, 0, ""));

        assertThat(nodes.idleGpus(7)).isEqualTo(2);
        assertThat(copy.idleGpus(7)).isEqualTo(3);
        assertThat(nodes.idleGpus(299)).isEqualTo(4);
        assertThat(copy.idleGpus(299)).isEqualTo(3);
        assertThat(nodes.name(8)).isEqualTo("n8");
        assertThat(copy.gpus(8)).isZero();
        assertThat(copy.count()).isEqualTo(300);
        assertThat(nodes.whyNot(one, 8)).isNull();
        assertThat(copy.whyNot(one, 8)).isEqualTo(Reason.CPU);
    }

    @Test
    void names_without_a_domain_and_labels_twice_are_refused() {
        assertThatThrownBy(() -> new ExtendedResource("licence", 1)).hasMessageContaining("(licence)");
        assertThatThrownBy(() -> node("n", CAPACITY).withLabels(List.of(new Label("a", "1"), new Label("a", "2"))))
                .hasMessageContaining("label (a)");
        assertThatThrownBy(() -> new DeviceSet(0, "gpu", "T4", 0)).hasMessageContaining("(0)");
    }

    private Shape shape(Demand demand) {
        return nodes.shape(shapes++, demand);
    }

    /** By node. */
    private List<@Nullable Reason> whyNot(Shape shape) {
        List<@Nullable Reason> reasons = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            reasons.add(nodes.whyNot(shape, node));
        }
        return reasons;
    }

    private static Demand terms(List<NodeSelectorTerm> selector) {
        return new Demand(TASK.amounts(), DeviceDemand.NONE, new NodeTerms(List.of(), List.of(), selector));
    }

    private static Demand demand(String resource) {
        return TASK.withAmounts(TASK.amounts().withExtended(List.of(new ExtendedResource(resource, 1))));
    }

    private static Demand terms(List<Label> labels, List<Toleration> tolerations) {
        return new Demand(TASK.amounts(), DeviceDemand.NONE, new NodeTerms(labels, tolerations));
    }

    private static NodeSpec node(String name, Amounts capacity) {
        return new NodeSpec(name, capacity, 100, List.of());
    }

    /** Two T4 of 16 GiB, two H100 of 80 GiB. */
    private static NodeSpec mixed() {
        return new NodeSpec(
                "mixed",
                CAPACITY,
                100,
                List.of(DeviceSet.gpus(2, "T4", 16 * GIB), DeviceSet.gpus(2, "H100", 80 * GIB)));
    }
}
