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
        return spec(node, Map.of(), Map.of(), SharedNode.NONE);
    }

    /**
     * The same of one with limits.
     *
     * @param attachable how many volumes may be attached to it, by driver
     * @param claimed how many claims of devices fit on it, by resource; of one that it has by itself, that counts
     * @param shared of which devices it gives shares
     */
    public static NodeSpec spec(Node node, Map<String, Long> attachable, Map<String, Long> claimed, SharedNode shared) {
        Map<String, Long> amounts = new TreeMap<>(claimed);
        attachable.forEach((driver, most) -> amounts.put(Quantities.ATTACHED + driver, most));
        node.allocatable().forEach((resource, quantity) -> {
            long there = Quantities.there(resource, quantity);
            if (there > 0 || !claimed.containsKey(resource)) {
                amounts.put(resource, there);
            }
        });
        return new NodeSpec(
                node.meta().name(),
                Quantities.amounts(amounts),
                (int) Math.min(Integer.MAX_VALUE, amounts.getOrDefault(Quantities.PODS, 0L)),
                Accelerators.of(node, amounts, shared),
                node.labelled(),
                taints(node),
                node.meta().uid());
    }

    /** True where {@code node} has some of {@code resource} by itself, as its device plugins say. */
    public static boolean has(Node node, String resource) {
        return Quantities.there(resource, node.allocatable().getOrDefault(resource, "0")) > 0;
    }

    private static List<Taint> taints(Node node) {
        List<Taint> taints = new ArrayList<>(node.taints());
        if (node.unschedulable()) {
            taints.add(UNSCHEDULABLE);
        }
        return taints;
    }
}
