package io.berth.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Facts;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.time.Chance;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What passes ask in short, against what is told in full, over the random lives of nodes of one and of several models. */
class FitsTest {
    private static final long GIB = 1L << 30;
    private static final int NODES = 12;

    private final NodeTable nodes = new NodeTable();
    private final List<Shape> shapes = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final Chance chance = new Chance(7, "fits", 0);
    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private int fitted;
    private int alike;

    FitsTest() {
        for (int node = 0; node < NODES; node++) {
            nodes.join(node, spec(node));
        }
        for (int number = 0; number < 40; number++) {
            shapes.add(nodes.shape(number, demand()));
        }
    }

    @Test
    void whatFitsHasNoReasonNotTo() {
        for (int step = 0; step < 4_000; step++) {
            happen(chance.below(NODES));
            Shape shape = shapes.get(chance.below(shapes.size()));
            for (int node = 0; node < NODES; node++) {
                Reason reason = nodes.whyNot(shape, node);
                assertThat(nodes.fits(shape, node))
                        .as("%s on %d: %s", shape.demand(), node, reason)
                        .isEqualTo(reason == null);
                fitted += reason == null ? 1 : 0;
                if (reason != null) {
                    reasons.add(reason);
                }
            }
        }
        assertThat(fitted).isGreaterThan(1_000);
        assertThat(reasons)
                .contains(
                        Reason.CPU,
                        Reason.NODE_LOST,
                        Reason.NODE_DRAINING,
                        Reason.GPU_MODEL,
                        Reason.WHOLE_GPUS,
                        Reason.GPU_SHARE,
                        Reason.GPU_MEMORY);
    }

    @Test
    void nobodyCanTellNodesApartThatAreAlike() {
        BestFit scorer = new BestFit(new Facts(64_000, 8_000, List.of()));
        for (int step = 0; step < 4_000; step++) {
            happen(chance.below(NODES));
            int one = chance.below(NODES);
            int other = chance.below(NODES);
            assertThat(nodes.alike(one, one)).isTrue();
            if (one == other || !nodes.alike(one, other)) {
                continue;
            }
            alike++;
            assertThat(nodes.spec(one).withName("a"))
                    .isEqualTo(nodes.spec(other).withName("a"));
            for (Shape shape : shapes) {
                assertThat(nodes.whyNot(shape, one)).isEqualTo(nodes.whyNot(shape, other));
                assertThat(scorer.score(nodes, one, shape)).isEqualTo(scorer.score(nodes, other, shape));
                assertThat(nodes.slots(shape, one)).isEqualTo(nodes.slots(shape, other));
            }
        }
        assertThat(alike).isGreaterThan(50);
    }

    private void happen(int node) {
        switch (chance.below(10)) {
            case 0 -> nodes.drain(node, !nodes.draining(node));
            case 1 -> lose(node);
            case 2 -> nodes.observeOthers(node, 1000L * chance.below(20), GIB * chance.below(20));
            case 3, 4 -> empty(node);
            default -> take(node);
        }
    }

    private void lose(int node) {
        if (nodes.present(node)) {
            nodes.lose(node);
        } else {
            nodes.find(node);
        }
    }

    private record Held(Shape shape, int node, Grant grant) {}

    private void empty(int node) {
        held.removeIf(task -> {
            if (task.node == node) {
                nodes.release(task.shape, node, task.grant);
            }
            return task.node == node;
        });
        nodes.observeOthers(node, 0, 0);
    }

    private void take(int node) {
        Shape shape = shapes.get(chance.below(shapes.size()));
        if (nodes.whyNot(shape, node) != null) {
            return;
        }
        Grant grant = Grant.NONE;
        if (shape.gpus() > 0) {
            grant = nodes.row(node).takeOne(shape);
        }
        nodes.take(shape, node, grant);
        held.add(new Held(shape, node, grant));
    }

    private static NodeSpec spec(int node) {
        List<DeviceSet> devices = switch (node % 4) {
            case 0 -> List.of(DeviceSet.gpus(2, "T4", 16 * GIB), DeviceSet.gpus(2, "H100", 80 * GIB));
            case 1 -> List.of(DeviceSet.gpus(4, "H100", 80 * GIB));
            case 2 -> List.of(DeviceSet.gpus(4, "T4", 0));
            default -> List.of();
        };
        return new NodeSpec("n" + node, Amounts.of(32_000, 128 * GIB), Integer.MAX_VALUE, devices);
    }

    private Demand demand() {
        Acceptable of =
                Acceptable.gpus(chance.below(3) == 0 ? List.of(chance.below(2) == 0 ? "T4" : "H100") : List.of());
        DeviceDemand devices = switch (chance.below(5)) {
            case 0 -> DeviceDemand.NONE;
            case 1 -> DeviceDemand.of(1, 100 * (1 + chance.below(9)), 0, of);
            case 2 -> DeviceDemand.of(1, 0, GIB * (1 + chance.below(40)), of);
            case 3 -> DeviceDemand.of(1, 300, GIB * (1 + chance.below(40)), of);
            default -> DeviceDemand.of(1 + chance.below(4), 1000, chance.below(2) * 20 * GIB, of);
        };
        return new Demand(Amounts.of(1000L * chance.below(12), GIB * chance.below(30)), devices);
    }
}
