package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import java.util.Arrays;

/** What is known of a node as it was declared: it changes only when the node does. */
final class Declared {
    final NodeSpec spec;
    final NodeClass nodeClass;
    /** By column; what is beyond it is 0. */
    final long[] total;

    private final long deviceMemoryBytes;

    Declared(NodeSpec spec, NodeClass nodeClass, long[] total) {
        this.spec = spec;
        this.nodeClass = nodeClass;
        this.total = total;
        long memory = 0;
        for (DeviceSet set : spec.devices()) {
            memory += set.count() * set.memoryBytes();
        }
        this.deviceMemoryBytes = memory;
    }

    DeviceLayout devices() {
        return nodeClass.devices();
    }

    /** Memory of all its devices; 0 where nobody says. */
    long deviceMemoryBytes() {
        return deviceMemoryBytes;
    }

    /** True where the two have the same of everything, whatever they are called. */
    boolean sameAs(Declared other) {
        return nodeClass == other.nodeClass && Arrays.equals(total, other.total);
    }

    long total(int column) {
        return column < total.length ? total[column] : 0;
    }
}
