package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.network.Network;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Taint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What nodes have in common of which nothing changes with what runs there: labels, taints, devices and network. Whether a demand goes with it is
 * asked once for all of them ({@link ClassRule}).
 */
public final class NodeClass {
    final int id;
    private final List<Label> labels;
    private final List<Taint> taints;
    private final DeviceLayout devices;
    private final Network network;
    /** The number of its models in the table. */
    final int model;

    NodeClass(int id, NodeSpec spec, DeviceLayout devices, int model) {
        this.id = id;
        this.labels = spec.labels();
        this.taints = spec.taints();
        this.devices = devices;
        this.network = spec.network();
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

    /** What its network carries, by how near other nodes are. */
    public Network network() {
        return network;
    }

    /** True where it has a taint that tasks rather avoid. */
    boolean avoided() {
        return taints.stream().anyMatch(taint -> !taint.refuses());
    }

    /**
     * What such a node is worth for {@code demand} for what is declared of it, {@code unit} for each weight of a preference; a taint to avoid
     * that is not tolerated weighs as much as the heaviest.
     */
    int worth(Demand demand, int unit) {
        int worth = 0;
        List<Preference> preferences = demand.preferences();
        for (int i = 0; i < preferences.size(); i++) {
            if (preferences.get(i) instanceof Preference.OfNodes(NodeSelectorTerm term, int weight)
                    && term.holds(labels)) {
                worth += unit * weight;
            }
        }
        for (int i = 0; i < taints.size(); i++) {
            Taint taint = taints.get(i);
            if (!taint.refuses() && !demand.where().toleratesOne(taint)) {
                worth -= unit * Preference.HEAVIEST;
            }
        }
        return worth;
    }
}
