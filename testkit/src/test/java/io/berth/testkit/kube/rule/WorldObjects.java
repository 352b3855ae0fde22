package io.berth.testkit.kube.rule;

import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.rule.RuleWorld.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a world as they are handed in.
 *
 * @param number of the world, in the names of its objects
 */
record WorldObjects(int number, RuleWorld world) {
    /** Who is asked for, of those that wait. */
    static final String SCHEDULER = "default-scheduler";

    /** The label that makes each node a domain, as kubelets set it. */
    private static final String HOSTNAME = "kubernetes.io/hostname";

    private static final Map<String, String> USUAL =
            Map.of("cpu", "4", "memory", "8Gi", "pods", "20", "ephemeral-storage", "10Gi");

    /**
     * A pod, and what is done to it when it was made.
     *
     * @param path of its namespace's pods
     * @param status to be patched in; empty for nothing
     */
    record Made(String path, Map<String, Object> document, Map<String, Object> status, boolean deleting) {
        String name() {
            return String.valueOf(new Fields(document).map("metadata").get("name"));
        }
    }

    String nodeName(int node) {
        return "w" + number + "-n" + node;
    }

    /** The number in a name of ours. */
    static int numberIn(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 2));
    }

    List<Map<String, Object>> nodes() {
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (Fields fields : world.nodes()) {
            String name = nodeName(nodes.size());
            Draft node = Draft.node(name);
            fields.map("labels").forEach((key, value) -> node.label(key, String.valueOf(value)));
            USUAL.forEach(node::amount);
            fields.map("allocatable").forEach((resource, amount) -> node.amount(resource, String.valueOf(amount)));
            node.spec("unschedulable", fields.values().getOrDefault("unschedulable", false));
            node.spec("taints", fields.values().getOrDefault("taints", List.of()));
            nodes.add(node.document());
        }
        return nodes;
    }

    /** The pods that are there before. */
    List<Made> placed() {
        List<Made> placed = new ArrayList<>();
        for (Fields fields : world.placed()) {
            Draft pod = Draft.pod("w" + number + "-b" + placed.size(), "somebody");
            pod.spec("nodeName", nodeName(Integer.parseInt(fields.text("node", "0"))));
            placed.add(made(pod, fields));
        }
        return placed;
    }

    /** Those that are asked where they may go. */
    List<Made> pods() {
        List<Made> pods = new ArrayList<>();
        for (Fields fields : world.pods()) {
            pods.add(made(Draft.pod("w" + number + "-p" + pods.size(), SCHEDULER), fields));
        }
        return pods;
    }

    private Made made(Draft pod, Fields fields) {
        boolean deleting = fields.text("deleting", "false").equals("true");
        String namespace = fields.text("namespace", "default");
        pod.metadata("namespace", namespace);
        pod.metadata("finalizers", deleting ? List.of("example.com/slow") : List.of());
        fields.map("labels").forEach((key, value) -> pod.label(key, String.valueOf(value)));
        spec(fields).forEach(pod::spec);
        return new Made("/api/v1/namespaces/" + namespace + "/pods", pod.document(), fields.map("status"), deleting);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> spec(Fields fields) {
        Map<String, Object> spec = (Map<String, Object>) named(fields.map("spec"));
        spec.put("containers", containers(spec.getOrDefault("containers", List.of(Map.of())), "c"));
        if (spec.containsKey("initContainers")) {
            spec.put("initContainers", containers(spec.get("initContainers"), "i"));
        }
        return spec;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> containers(Object written, String prefix) {
        List<Object> containers = new ArrayList<>();
        for (Map<String, Object> fields : (List<Map<String, Object>>) written) {
            Map<String, Object> container = new LinkedHashMap<>(fields);
            container.putIfAbsent("name", prefix + containers.size());
            container.putIfAbsent("image", "none");
            containers.add(container);
        }
        return containers;
    }

    /** A copy in which {@code $NODE0} and on are the names of the nodes, and {@code $HOST} the label that has them. */
    private Object named(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, inner) -> copy.put(String.valueOf(named(key)), named(inner)));
            return copy;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(this::named).toList();
        }
        if (!(value instanceof String text)) {
            return value;
        }
        return text.equals("$HOST")
                ? HOSTNAME
                : text.startsWith("$NODE") ? nodeName(Integer.parseInt(text.substring(5))) : text;
    }
}
