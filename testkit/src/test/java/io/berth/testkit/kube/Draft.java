package io.berth.testkit.kube;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A node or a pod as it is handed in, in the making. */
public final class Draft {
    private final String kind;
    private final Map<String, Object> metadata = new LinkedHashMap<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final Map<String, Object> spec = new LinkedHashMap<>();
    private final Map<String, String> amounts = new LinkedHashMap<>();

    private Draft(String kind, String name) {
        this.kind = kind;
        metadata.put("name", name);
        metadata.put("labels", labels);
    }

    /** A node of 64 processors, 256 GiB and 110 pods. */
    public static Draft node(String name) {
        return new Draft("Node", name)
                .label("kubernetes.io/hostname", name)
                .amount("cpu", "64")
                .amount("memory", "256Gi")
                .amount("pods", "110");
    }

    /** A pod of one container that asks for {@code scheduler}, and for nothing yet. */
    public static Draft pod(String name, String scheduler) {
        return new Draft("Pod", name).spec("schedulerName", scheduler);
    }

    /** What a node can give, or what the container of a pod asks for. */
    public Draft amount(String resource, String quantity) {
        amounts.put(resource, quantity);
        return this;
    }

    public Draft label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    /** A field of its metadata. */
    public Draft metadata(String key, Object value) {
        metadata.put(key, value);
        return this;
    }

    /** A field of what is wanted, as JSON has it. */
    public Draft spec(String key, Object value) {
        spec.put(key, value);
        return this;
    }

    public String name() {
        return String.valueOf(metadata.get("name"));
    }

    /** As it is handed in. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("apiVersion", "v1");
        document.put("kind", kind);
        document.put("metadata", metadata);
        Map<String, Object> wanted = new LinkedHashMap<>(spec);
        if (kind.equals("Node")) {
            document.put("status", Map.of("capacity", amounts, "allocatable", amounts));
        } else {
            wanted.putIfAbsent("containers", List.of(container("main", amounts)));
        }
        document.put("spec", wanted);
        return document;
    }

    /** A container that asks for {@code amounts}; of what cannot be shared the limit is the request. */
    public static Map<String, Object> container(String name, Map<String, String> amounts) {
        Map<String, String> limits = new LinkedHashMap<>(amounts);
        limits.keySet().removeIf(resource -> !resource.contains("/") && !resource.startsWith("hugepages-"));
        return Map.of("name", name, "image", "none", "resources", Map.of("requests", amounts, "limits", limits));
    }

    /** {@code count} drafts as documents. */
    public static List<Map<String, Object>> many(int count, IntFunction<Draft> making) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(making.apply(i).document());
        }
        return all;
    }
}
