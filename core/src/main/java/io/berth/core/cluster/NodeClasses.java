package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.network.Network;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The classes of the nodes of a table. A class that no node is of any more gives its number to the next one. */
final class NodeClasses {
    private final Map<Traits, NodeClass> byTraits = new LinkedHashMap<>();
    private final Map<List<DeviceSet>, DeviceLayout> layouts = new LinkedHashMap<>();
    private final List<NodeClass> byId = new ArrayList<>();
    private final List<Integer> freeIds = new ArrayList<>();
    private final List<DeviceLayout> models = new ArrayList<>();
    /** By class: how many nodes are of it. */
    private int[] nodes = new int[4];
    /** How many nodes have a taint that tasks rather avoid. */
    private int avoided;

    /** By what classes are told apart. */
    private record Traits(List<Label> labels, List<Taint> taints, List<DeviceSet> devices, Network network) {}

    NodeClasses copy() {
        NodeClasses copy = new NodeClasses();
        copy.byTraits.putAll(byTraits);
        copy.layouts.putAll(layouts);
        copy.byId.addAll(byId);
        copy.freeIds.addAll(freeIds);
        copy.models.addAll(models);
        copy.nodes = nodes.clone();
        copy.avoided = avoided;
        return copy;
    }

    /** The class of {@code spec}, of which there is one node more. */
    NodeClass join(NodeSpec spec) {
        Traits traits = new Traits(spec.labels(), spec.taints(), spec.devices(), spec.network());
        NodeClass known = byTraits.get(traits);
        if (known == null) {
            known = make(spec);
            byTraits.put(traits, known);
        }
        nodes[known.id]++;
        avoided += known.avoided() ? 1 : 0;
        return known;
    }

    /** A node of the class is gone or is of another; true where it was the last. */
    boolean leave(NodeClass nodeClass) {
        avoided -= nodeClass.avoided() ? 1 : 0;
        if (--nodes[nodeClass.id] > 0) {
            return false;
        }
        byTraits.remove(new Traits(
                nodeClass.labels(), nodeClass.taints(), nodeClass.devices().sets(), nodeClass.network()));
        freeIds.add(nodeClass.id);
        return true;
    }

    /** How many numbers were given. */
    int size() {
        return byId.size();
    }

    /** True where some node has a taint that tasks rather avoid. */
    boolean someAvoided() {
        return avoided > 0;
    }

    NodeClass get(int id) {
        return byId.get(id);
    }

    /** A layout of each model, or of several models together, that nodes have. */
    List<DeviceLayout> models() {
        return models;
    }

    private NodeClass make(NodeSpec spec) {
        DeviceLayout layout = layouts.computeIfAbsent(spec.devices(), DeviceLayout::new);
        int id = freeIds.isEmpty() ? byId.size() : freeIds.removeLast();
        NodeClass made = new NodeClass(id, spec, layout, layout.count() == 0 ? -1 : model(layout));
        if (id == byId.size()) {
            byId.add(made);
            nodes = Arrays.copyOf(nodes, StrictMath.max(nodes.length, Integer.highestOneBit(id + 1) << 1));
        } else {
            byId.set(id, made);
        }
        return made;
    }

    private int model(DeviceLayout layout) {
        for (int model = 0; model < models.size(); model++) {
            if (models.get(model).sameModels(layout)) {
                return model;
            }
        }
        models.add(layout);
        return models.size() - 1;
    }
}
