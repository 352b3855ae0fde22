package io.berth.core.plan.trace;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.ResourceNames;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.workload.DeviceDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much one node lacks for a task. Nodes are compared by the sum, over the resources that are short, of the part of the demand that is
 * missing; something that is no amount, such as links that are too slow, counts as a whole resource.
 */
final class Deficit {
    /** Of a node on which it fits, or on which it never could for what the node is. */
    static final float NONE = Float.POSITIVE_INFINITY;

    /** What even the empty node lacks counts so much more that any other is nearer. */
    private static final float WHEN_EMPTY = 1_000;

    private final NodeTable nodes;
    private final Shape shape;

    Deficit(NodeTable nodes, Shape shape) {
        this.nodes = nodes;
        this.shape = shape;
    }

    /**
     * How much {@code node} lacks; nothing is allocated.
     *
     * @param reason why the task does not fit there
     */
    float of(int node, Reason reason) {
        boolean empty = reason == Reason.TOO_LARGE;
        boolean otherwise = reason.cure() == Cure.NEVER && !empty;
        if (otherwise || !nodes.usable(node) || nodes.neverFits(shape, node) != null) {
            return NONE;
        }
        float missing = 0;
        for (int need = 0; need < shape.needs(); need++) {
            missing += part(shape.amount(need), amount(node, shape.column(need), empty));
        }
        missing += part(askedMilli(), milli(node, empty)) + part(shape.gpuMemoryBytes(), memory(node, empty));
        return (missing > 0 ? missing : 1) + (empty ? WHEN_EMPTY : 0);
    }

    private static float part(long asked, long has) {
        return asked <= has ? 0 : (float) (asked - has) / asked;
    }

    /** All that {@code node} lacks. */
    NodeMiss told(int node, Reason reason) {
        boolean empty = reason == Reason.TOO_LARGE;
        List<Shortage> lacks = new ArrayList<>();
        String kind = shape.devices().of().kind();
        add(new Shortage(kind, Shortage.Unit.MILLI, askedMilli(), milli(node, empty)), lacks);
        for (int need = 0; need < shape.needs(); need++) {
            int column = shape.column(need);
            add(new Shortage(name(column), unit(column), shape.amount(need), amount(node, column, empty)), lacks);
        }
        long memory = shape.gpuMemoryBytes();
        add(new Shortage(kind + "_memory", Shortage.Unit.BYTES, memory, memory(node, empty)), lacks);
        return new NodeMiss(nodes.name(node), reason, lacks);
    }

    private static void add(Shortage shortage, List<Shortage> lacks) {
        if (shortage.lacks() > 0) {
            lacks.add(shortage);
        }
    }

    private long amount(int node, int column, boolean empty) {
        return empty ? nodes.total(node, column) : nodes.free(node, column);
    }

    private String name(int column) {
        return column < Resource.COUNT
                ? Resource.values()[column].name().toLowerCase(Locale.ROOT)
                : nodes.names().extended().get(column - ResourceNames.FIRST_EXTENDED);
    }

    private static Shortage.Unit unit(int column) {
        if (column >= Resource.COUNT) {
            return Shortage.Unit.COUNT;
        }
        return switch (Resource.values()[column]) {
            case CPU -> Shortage.Unit.MILLI;
            case MEMORY, DISK -> Shortage.Unit.BYTES;
            case DISK_IO, NETWORK -> Shortage.Unit.BYTES_PER_SECOND;
            case TASKS -> Shortage.Unit.COUNT;
        };
    }

    /** Instances of MIG are no amounts. */
    private long askedMilli() {
        return shape.devices() instanceof DeviceDemand.Instance ? 0 : shape.totalGpuMilli();
    }

    /** Thousandths of devices that a task could have: of the set that has most idle, or of the device of which most is left. */
    private long milli(int node, boolean empty) {
        if (askedMilli() == 0) {
            return 0;
        }
        boolean whole = shape.wholeGpus();
        DeviceLayout layout = nodes.nodeClass(node).devices();
        if (layout.summed() && !empty && shape.gpuMemoryBytes() == 0) {
            return whole ? (long) nodes.idleGpus(node) * DeviceDemand.WHOLE_MILLI : nodes.largestFreeMilli(node);
        }
        long most = 0;
        int device = 0;
        for (DeviceSet set : layout.sets()) {
            long here = 0;
            for (int end = device + set.count(); device < end; device++) {
                long milli = suits(set) ? milli(node, device, set, empty) : 0;
                here = whole ? here + milli : StrictMath.max(here, milli);
            }
            most = StrictMath.max(most, here);
        }
        return most;
    }

    private long milli(int node, int device, DeviceSet set, boolean empty) {
        if (empty) {
            return DeviceDemand.WHOLE_MILLI;
        }
        int free = nodes.gpuFreeMilli(node, device);
        boolean idle = free == DeviceDemand.WHOLE_MILLI && nodes.gpuFreeMemoryBytes(node, device) == set.memoryBytes();
        return shape.wholeGpus() && !idle ? 0 : free;
    }

    /** Memory of the device that has most. */
    private long memory(int node, boolean empty) {
        long most = 0;
        int device = 0;
        for (DeviceSet set : shape.gpuMemoryBytes() == 0
                ? List.<DeviceSet>of()
                : nodes.nodeClass(node).devices().sets()) {
            for (int end = device + set.count(); device < end; device++) {
                boolean all = empty || shape.wholeGpus();
                long here = all ? set.memoryBytes() : nodes.gpuFreeMemoryBytes(node, device);
                most = suits(set) ? StrictMath.max(most, here) : most;
            }
        }
        return most;
    }

    private boolean suits(DeviceSet set) {
        return set.mig() instanceof Mig.Off && shape.devices().of().accepts(set.kind(), set.model());
    }
}
