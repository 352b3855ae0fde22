package io.berth.testkit.kube.device;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Devices, pods that claim some by a template, and what kube-controller-manager does for their claims (pkg/controller/resourceclaim), when a
 * test says so: no controller runs.
 */
final class Claims {
    static final String DRIVER = "gpu.example.com";

    private static final String GROUP = "/apis/resource.k8s.io/v1/";
    private static final String SLICES = GROUP + "resourceslices";
    private static final String CLASSES = GROUP + "deviceclasses";
    private static final String CLAIMS = GROUP + "namespaces/default/resourceclaims";
    private static final String TEMPLATES = GROUP + "namespaces/default/resourceclaimtemplates";
    private static final Map<String, Object> NO_FINALIZER = Map.of("metadata", Map.of("finalizers", List.of()));

    private final Cluster cluster;
    private final KubeApi api;
    /** What each template asks for, by name. */
    private final Map<String, Object> asked = new HashMap<>();

    Claims(Cluster cluster) {
        this.cluster = cluster;
        this.api = cluster.api();
        api.post(CLASSES, Map.of("metadata", Map.of("name", "gpu"), "spec", Map.of()))
                .well();
    }

    /** A device of model {@code model}. */
    static Map<String, Object> gpu(String name, String model) {
        return Map.of("name", name, "attributes", Map.of("model", Map.of("string", model)));
    }

    /** A device that takes {@code memory} of its GPU, of which there is a set of counters. */
    static Map<String, Object> part(String name, String gpu, String memory) {
        Map<String, Object> amount = Map.of("memory", Map.of("value", memory));
        return Map.of(
                "name",
                name,
                "capacity",
                amount,
                "consumesCounters",
                List.of(Map.of("counterSet", gpu, "counters", amount)));
    }

    /** {@code node} offers {@code devices}. */
    void offer(String node, List<Map<String, Object>> devices) {
        slice(node, "devices", 1, devices);
    }

    /** The same of GPUs with 80 GiB each that are parted. */
    void offerParts(String node, List<String> gpus, List<Map<String, Object>> devices) {
        slice(
                node,
                "sharedCounters",
                2,
                gpus.stream()
                        .map(gpu -> Map.of("name", gpu, "counters", Map.of("memory", Map.of("value", "80Gi"))))
                        .toList());
        slice(node, "devices", 2, devices);
    }

    private void slice(String node, String what, int slices, List<?> of) {
        Map<String, Object> pool = Map.of("name", node, "generation", 1, "resourceSliceCount", slices);
        Map<String, Object> spec = Map.of("driver", DRIVER, "pool", pool, "nodeName", node, what, of);
        String name = node + "-" + what.toLowerCase(java.util.Locale.ROOT);
        api.post(SLICES, Map.of("metadata", Map.of("name", name), "spec", spec)).well();
    }

    /** A template of claims for {@code count} devices for which all of {@code expressions} hold. */
    void template(String name, int count, String... expressions) {
        List<Object> selectors = new ArrayList<>();
        for (String expression : expressions) {
            selectors.add(Map.of("cel", Map.of("expression", expression)));
        }
        Map<String, Object> exactly = Map.of("deviceClassName", "gpu", "count", count, "selectors", selectors);
        Object spec = Map.of("devices", Map.of("requests", List.of(Map.of("name", "r", "exactly", exactly))));
        asked.put(name, spec);
        api.post(TEMPLATES, Map.of("metadata", Map.of("name", name), "spec", Map.of("spec", spec)))
                .well();
    }

    /** A pod of priority {@code test-PRIORITY} that gets a claim of {@code template}. */
    static Draft pod(String name, String priority, String template) {
        return Cluster.pod(name)
                .spec("priorityClassName", "test-" + priority)
                .spec("resourceClaims", List.of(Map.of("name", "c", "resourceClaimTemplateName", template)));
    }

    /** Adds {@code pods}, and makes their claims. */
    void add(Draft... pods) {
        cluster.add(pods);
        for (Tree pod : api.list(KubeApi.PODS)) {
            String template = template(pod);
            if (!template.isEmpty() && pod.require("status").get("resourceClaimStatuses") == null) {
                make(KubeApi.name(pod), KubeApi.text(pod, "metadata", "uid"), asked.get(template));
            }
        }
    }

    private static String template(Tree pod) {
        Tree claims = pod.require("spec").get("resourceClaims");
        return claims == null ? "" : KubeApi.text(claims.items().getFirst(), "resourceClaimTemplateName");
    }

    private void make(String pod, String uid, Object spec) {
        Map<String, Object> owner =
                Map.of("apiVersion", "v1", "kind", "Pod", "name", pod, "uid", uid, "controller", true);
        Map<String, Object> metadata = Map.of("name", claim(pod), "ownerReferences", List.of(owner));
        api.post(CLAIMS, Map.of("metadata", metadata, "spec", spec)).well();
        List<Object> statuses = List.of(Map.of("name", "c", "resourceClaimName", claim(pod)));
        api.patch(KubeApi.PODS + "/" + pod + "/status", Map.of("status", Map.of("resourceClaimStatuses", statuses)))
                .well();
    }

    private static String claim(String pod) {
        return pod + "-c";
    }

    /** Claims of pods that are gone give back their devices, and go. */
    void release() {
        List<String> there = api.list(KubeApi.PODS).stream()
                .map(pod -> KubeApi.text(pod, "metadata", "uid"))
                .toList();
        for (Tree claim : api.list(CLAIMS)) {
            Tree owner =
                    claim.require("metadata").require("ownerReferences").items().getFirst();
            if (!there.contains(KubeApi.text(owner, "uid"))) {
                forget(CLAIMS + "/" + KubeApi.name(claim));
            }
        }
    }

    private void forget(String claim) {
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("allocation", null);
        nothing.put("reservedFor", null);
        api.patch(claim + "/status", Map.of("status", nothing)).well();
        api.delete(claim);
        api.patch(claim, NO_FINALIZER);
    }

    /** The names of the pods whose claims have each device, by the name of its pool and its own. */
    Map<String, List<String>> holders() {
        Map<String, List<String>> holders = new TreeMap<>();
        for (Tree claim : api.list(CLAIMS)) {
            Tree status = claim.get("status");
            Tree allocation = status == null ? null : status.get("allocation");
            if (allocation == null || allocation.isNull()) {
                continue;
            }
            for (Tree result : allocation.require("devices").require("results").items()) {
                String device = KubeApi.text(result, "pool") + "/" + KubeApi.text(result, "device");
                String name = KubeApi.name(claim);
                holders.computeIfAbsent(device, _ -> new ArrayList<>()).add(name.substring(0, name.length() - 2));
            }
        }
        return holders;
    }

    /** The devices that the claim of {@code pod} has. */
    List<String> has(String pod) {
        return holders().entrySet().stream()
                .filter(device -> device.getValue().contains(pod))
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    /** All that was made goes; pods first. */
    void clear() {
        api.clear(KubeApi.PODS);
        release();
        for (String kind : List.of(TEMPLATES, SLICES, CLASSES)) {
            api.clear(kind);
        }
    }
}
