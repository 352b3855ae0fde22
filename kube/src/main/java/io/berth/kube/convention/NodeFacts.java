package io.berth.kube.convention;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Taint;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node of Kubernetes as it is declared: what is allocatable, labels, taints, devices. */
public final class NodeFacts {
    /** What a node that is cordoned has, and what tolerates it (k8s.io/api/core/v1, well_known_taints). */
    private static final Taint UNSCHEDULABLE = new Taint("node.kubernetes.io/unschedulable", "");

    private NodeFacts() {}

    /** One that any number of volumes may be attached to, without devices that are claimed. */
    public static NodeSpec spec(Node node) {
        return spec(node, Map.of(), Map.of());
    }

    /**
     * The same of one with limits.
     *
     * @param attachable how many volumes may be attached to it, by driver
     * @param claimed how many claims of devices fit on it, by resource
     */
    public static NodeSpec spec(Node node, Map<String, Long> attachable, Map<String, Long> claimed) {
        Map<String, Long> amounts = new TreeMap<>(claimed);
        attachable.forEach((driver, most) -> amounts.put(Quantities.ATTACHED + driver, most));
        node.allocatable().forEach((resource, quantity) -> amounts.put(resource, Quantities.there(resource, quantity)));
        return new NodeSpec(
                node.meta().name(),
                Quantities.amounts(amounts),
                (int) Math.min(Integer.MAX_VALUE, amounts.getOrDefault(Quantities.PODS, 0L)),
                Accelerators.of(node),
                node.labelled(),
                taints(node),
                node.meta().uid());
    }

    private static List<Taint> taints(Node node) {
        List<Taint> taints = new ArrayList<>(node.taints());
        if (node.unschedulable()) {
            taints.add(UNSCHEDULABLE);
        }
        return taints;
    }
}
