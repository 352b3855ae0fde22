package io.berth.testkit.kube.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pods by chance. Each asks for a few things of all that may be asked for, so that some nodes are left for most. */
final class RandomPod {
    static final Map<String, List<String>> NODE_LABELS = nodeLabels();

    private static final List<String> CPU = List.of("100m", "250m", "0.5", "1", "1500m", "2");
    private static final List<String> MEMORY = List.of("64Mi", "512Mi", "1Gi", "1G", "2Gi");
    private static final List<String> DISK = List.of("1Gi", "2G", "5Gi");
    private static final List<String> HUGE = List.of("2Mi", "64Mi");
    private static final List<String> COUNT = List.of("1", "2");
    private static final List<String> KEYS = List.of("team", "dedicated");
    private static final List<String> VALUES = List.of("a", "b");
    private static final List<String> EFFECTS = List.of("NoSchedule", "NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> NAMESPACES = List.of("default", "default", "default", "other", "third");

    private final Chance chance;
    private final int nodes;
    private final RandomPeers peers;

    RandomPod(Chance chance, int nodes) {
        this.chance = chance;
        this.nodes = nodes;
        this.peers = new RandomPeers(chance);
    }

    private static Map<String, List<String>> nodeLabels() {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        labels.put("zone", List.of("a", "b", "c"));
        labels.put("rack", List.of("1", "2", "3", "4"));
        labels.put("disk", List.of("ssd", "hdd", ""));
        labels.put("generation", List.of("1", "5", "12", "007", "new"));
        return labels;
    }

    /** One that waits: the fields of a world's pod. */
    Map<String, Object> waiting() {
        Map<String, Object> spec = new LinkedHashMap<>();
        containers(spec, 2);
        for (int asked = chance.between(1, 3); asked > 0; asked--) {
            ask(spec);
        }
        if (chance.once(2)) {
            spec.put("tolerations", Chance.many(chance.between(1, 3), this::toleration));
        }
        if (chance.once(40)) {
            spec.put("schedulingGates", List.of(Map.of("name", "example.com/gate")));
        }
        return pod(spec);
    }

    /** One that is on a node: what others see of it, and what it asks of them. */
    Map<String, Object> running() {
        Map<String, Object> spec = new LinkedHashMap<>();
        containers(spec, 3);
        if (chance.once(4)) {
            spec.put("affinity", Map.of("podAntiAffinity", peers.terms()));
        }
        if (chance.once(6)) {
            ports(spec);
        }
        return pod(spec);
    }

    Map<String, Object> taint() {
        return Map.of(
                "key",
                chance.any(KEYS),
                "value",
                chance.once(4) ? "" : chance.any(VALUES),
                "effect",
                chance.any(EFFECTS));
    }

    private Map<String, Object> pod(Map<String, Object> spec) {
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("labels", peers.labels());
        pod.put("namespace", chance.any(NAMESPACES));
        pod.put("spec", spec);
        return pod;
    }

    private void ask(Map<String, Object> spec) {
        switch (chance.between(0, 9)) {
            case 0 -> {
                String key = chance.any(List.copyOf(NODE_LABELS.keySet()));
                spec.put("nodeSelector", Map.of(key, chance.any(NODE_LABELS.get(key))));
            }
            case 1, 2 -> affinity(spec, "nodeAffinity", nodeAffinity());
            case 3, 4 -> affinity(spec, "podAffinity", peers.terms());
            case 5, 6 -> affinity(spec, "podAntiAffinity", peers.terms());
            case 7, 8 -> spec.put("topologySpreadConstraints", peers.spreads());
            default -> ports(spec);
        }
    }

    private static void affinity(Map<String, Object> spec, String kind, Map<String, Object> asked) {
        Map<String, Object> affinity = new LinkedHashMap<>();
        if (spec.get("affinity") instanceof Map<?, ?> before) {
            before.forEach((key, value) -> affinity.put(String.valueOf(key), value));
        }
        affinity.put(kind, asked);
        spec.put("affinity", affinity);
    }

    private void containers(Map<String, Object> spec, int thrifty) {
        if (chance.once(8)) {
            // What all may have together must not be less than what each asks for.
            spec.put("resources", Map.of("requests", Map.of("cpu", chance.any(CPU), "memory", chance.any(MEMORY))));
            spec.put("containers", List.of(Map.of()));
        } else {
            spec.put("containers", Chance.many(chance.between(1, 2), () -> container(thrifty)));
            if (chance.once(4)) {
                spec.put("initContainers", Chance.many(chance.between(1, 3), () -> initContainer(thrifty)));
            }
        }
        if (chance.once(8)) {
            spec.put("runtimeClassName", "heavy");
        }
    }

    private Map<String, Object> container(int thrifty) {
        Map<String, String> requests = new LinkedHashMap<>();
        Map<String, String> limits = new LinkedHashMap<>();
        chance.put(requests, "cpu", CPU, thrifty);
        chance.put(requests, "memory", MEMORY, thrifty);
        chance.put(requests, "ephemeral-storage", DISK, 3 * thrifty);
        chance.put(limits, "example.com/fpga", COUNT, 5 * thrifty);
        chance.put(limits, "nvidia.com/gpu", COUNT, 5 * thrifty);
        if (chance.once(8 * thrifty)) {
            limits.put("hugepages-2Mi", chance.any(HUGE));
            requests.putIfAbsent("cpu", "100m");
        }
        requests.putAll(limits);
        return new LinkedHashMap<>(Map.of("resources", Map.of("requests", requests, "limits", limits)));
    }

    private Map<String, Object> initContainer(int thrifty) {
        Map<String, Object> container = container(thrifty);
        chance.put(container, "restartPolicy", List.of("Always"), 2);
        return container;
    }

    /** Ports of the node, for the first container. */
    private void ports(Map<String, Object> spec) {
        List<Object> containers = new ArrayList<>((List<?>) spec.get("containers"));
        Map<String, Object> first = new LinkedHashMap<>();
        ((Map<?, ?>) containers.getFirst()).forEach((key, value) -> first.put(String.valueOf(key), value));
        Map<String, Object> port = new LinkedHashMap<>();
        int number = chance.between(8080, 8082);
        port.put("containerPort", number);
        if (chance.once(5)) {
            spec.put("hostNetwork", true);
        } else {
            port.put("hostPort", number);
            chance.put(port, "protocol", List.of("TCP", "UDP", "SCTP"), 3);
            chance.put(port, "hostIP", List.of("0.0.0.0", "10.0.0.1", "10.0.0.2", "::"), 2);
        }
        first.put("ports", List.of(port));
        containers.set(0, first);
        spec.put("containers", containers);
    }

    private Map<String, Object> toleration() {
        Map<String, Object> toleration = new LinkedHashMap<>();
        boolean exists = chance.once(2);
        toleration.put("operator", exists ? "Exists" : "Equal");
        if (!exists || !chance.once(5)) {
            toleration.put("key", chance.once(8) ? "node.kubernetes.io/unschedulable" : chance.any(KEYS));
        }
        if (!exists) {
            toleration.put("value", chance.once(5) ? "" : chance.any(VALUES));
        }
        chance.put(toleration, "effect", EFFECTS, 2);
        if ("NoExecute".equals(toleration.get("effect"))) {
            chance.put(toleration, "tolerationSeconds", List.of(60), 2);
        }
        return toleration;
    }

    private Map<String, Object> nodeAffinity() {
        Map<String, Object> affinity = new LinkedHashMap<>();
        affinity.put(
                "requiredDuringSchedulingIgnoredDuringExecution",
                Map.of("nodeSelectorTerms", Chance.many(chance.between(1, 3), this::term)));
        if (chance.once(4)) {
            affinity.put(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    List.of(Map.of("weight", 50, "preference", Map.of("matchExpressions", List.of(expression())))));
        }
        return affinity;
    }

    private Map<String, Object> term() {
        Map<String, Object> term = new LinkedHashMap<>();
        int expressions = chance.between(0, 2);
        if (expressions > 0) {
            term.put("matchExpressions", Chance.many(expressions, this::expression));
        }
        if (chance.once(6)) {
            String node = "$NODE" + chance.between(0, nodes - 1);
            String operator = chance.any(List.of("In", "NotIn"));
            term.put(
                    "matchFields",
                    List.of(Map.of("key", "metadata.name", "operator", operator, "values", List.of(node))));
        }
        return term;
    }

    private Map<String, Object> expression() {
        String key = chance.any(List.copyOf(NODE_LABELS.keySet()));
        List<String> values = NODE_LABELS.get(key);
        return switch (chance.between(0, 5)) {
            case 0 -> Map.of("key", key, "operator", "Exists");
            case 1 -> Map.of("key", key, "operator", "DoesNotExist");
            case 2 -> Map.of("key", key, "operator", "Gt", "values", List.of(chance.any(List.of("0", "1", "4", "11"))));
            case 3 ->
                Map.of("key", key, "operator", "Lt", "values", List.of(chance.any(List.of("0", "1", "5", "100"))));
            case 4 -> Map.of("key", key, "operator", "NotIn", "values", List.of(chance.any(values)));
            default -> Map.of("key", key, "operator", "In", "values", List.of(chance.any(values), chance.any(values)));
        };
    }
}
