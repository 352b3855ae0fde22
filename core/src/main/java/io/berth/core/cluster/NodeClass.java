package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What nodes have in common of which nothing changes with what runs there: labels, taints and devices. Whether a demand goes with it is
 * asked once for all of them ({@link ClassRule}).
 */
public final class NodeClass {
    final int id;
    private final List<Label> labels;
    private final List<Taint> taints;
    private final DeviceLayout devices;
    /** The number of its models in the table. */
    final int model;

    NodeClass(int id, NodeSpec spec, DeviceLayout devices, int model) {
        this.id = id;
        this.labels = spec.labels();
        this.taints = spec.taints();
        this.devices = devices;
        this.model = model;
    }

    /** By key. */
    public List<Label> labels() {
        return labels;
    }

    /** The value of the label {@code key}; null where nothing is said. */
    public @Nullable String label(String key) {
        return Label.value(labels, key);
    }

    public List<Taint> taints() {
        return taints;
    }

    public DeviceLayout devices() {
        return devices;
    }
}
