package io.berth.kube.convention;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.kube.object.Node;
import io.berth.kube.object.NodeAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node of Kubernetes as it is declared: what is allocatable, labels, taints, devices. */
public final class NodeFacts {
    /** What a node that is cordoned has, and what tolerates it (k8s.io/api/core/v1, well_known_taints). */
    private static final Taint UNSCHEDULABLE = new Taint("node.kubernetes.io/unschedulable", "");

    private NodeFacts() {}

    public static NodeSpec spec(Node node) {
        Map<String, Long> amounts = new TreeMap<>();
        node.allocatable().forEach((resource, quantity) -> amounts.put(resource, Quantities.there(resource, quantity)));
        return new NodeSpec(
                node.meta().name(),
                Quantities.amounts(amounts),
                (int) Math.min(Integer.MAX_VALUE, amounts.getOrDefault(Quantities.PODS, 0L)),
                Accelerators.of(node),
                labels(node),
                taints(node),
                node.meta().uid());
    }

    private static List<Label> labels(Node node) {
        Map<String, String> labels = new TreeMap<>(node.meta().labels());
        labels.put(NodeAffinity.NAME, node.meta().name());
        return labels.entrySet().stream()
                .map(label -> new Label(label.getKey(), label.getValue()))
                .toList();
    }

    private static List<Taint> taints(Node node) {
        List<Taint> taints = new ArrayList<>(node.taints());
        if (node.unschedulable()) {
            taints.add(UNSCHEDULABLE);
        }
        return taints;
    }
}
