package io.berth.testkit.kube;

import io.berth.spec.input.Tree;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Devices of nodes and claims of them for tests, as drivers and people say them. */
final class Offered {
    static final String DRIVER = "gpu.example.com";
    static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
    static final String CLASSES = "/apis/resource.k8s.io/v1/deviceclasses";
    static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

    private Offered() {}

    /** All devices of {@code node} are in one slice, and of class {@code gpu}. */
    static void devices(Cluster cluster, String node, List<Map<String, Object>> devices) {
        slice(cluster, node, 1, Map.of("devices", devices));
        if (!cluster.api().get(CLASSES + "/gpu").ok()) {
            cluster.api()
                    .post(
                            CLASSES,
                            Map.of(
                                    "metadata",
                                    Map.of("name", "gpu"),
                                    "spec",
                                    Map.of("selectors", List.of(selector("device.driver == '" + DRIVER + "'")))))
                    .well();
        }
    }

    /** One of {@code slices} slices of {@code node}. */
    static void slice(Cluster cluster, String node, int slices, Map<String, Object> more) {
        Map<String, Object> spec = new HashMap<>(more);
        spec.put("driver", DRIVER);
        spec.put("pool", Map.of("name", node, "generation", 1, "resourceSliceCount", slices));
        spec.put("nodeName", node);
        String name = node + "-" + more.keySet().iterator().next().toLowerCase(Locale.ROOT);
        cluster.api()
                .post(SLICES, Map.of("metadata", Map.of("name", name), "spec", spec))
                .well();
    }

    static Map<String, Object> selector(String expression) {
        return Map.of("cel", Map.of("expression", expression));
    }

    /** A rule that taints what {@code selects} says, so that nothing new goes there. */
    static Map<String, Object> taintRule(String name, Map<String, Object> selects) {
        return Map.of(
                "metadata",
                Map.of("name", name),
                "spec",
                Map.of("deviceSelector", selects, "taint", Map.of("key", "sick", "effect", "NoSchedule")));
    }

    /** One request, of class {@code gpu}, with {@code asked} beside. */
    static Map<String, Object> claim(String name, Map<String, Object> asked) {
        Map<String, Object> exactly = new HashMap<>(asked);
        exactly.put("deviceClassName", "gpu");
        return claim(name, List.of(Map.of("name", "r", "exactly", exactly)), List.of());
    }

    static Map<String, Object> claim(
            String name, List<Map<String, Object>> requests, List<Map<String, Object>> constraints) {
        return Map.of(
                "metadata",
                Map.of("name", name),
                "spec",
                Map.of("devices", Map.of("requests", requests, "constraints", constraints)));
    }

    static Draft claiming(String pod, String claim) {
        return Cluster.pod(pod).spec("resourceClaims", List.of(Map.of("name", "c", "resourceClaimName", claim)));
    }

    /** The devices that {@code claim} has, by name. */
    static List<String> has(Cluster cluster, String claim) {
        return results(cluster, claim).stream()
                .map(result -> KubeApi.text(result, "device"))
                .toList();
    }

    static List<Tree> results(Cluster cluster, String claim) {
        return cluster.api()
                .get(CLAIMS + "/" + claim)
                .well()
                .tree()
                .require("status")
                .require("allocation")
                .require("devices")
                .require("results")
                .items();
    }

    /** Nobody uses it any more, and whoever looks after claims says so. */
    static void free(Cluster cluster, String claim) {
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("allocation", null);
        nothing.put("reservedFor", null);
        cluster.api()
                .patch(CLAIMS + "/" + claim + "/status", Map.of("status", nothing))
                .well();
    }

    static void forget(Cluster cluster, String node, String... claims) {
        for (String claim : claims) {
            // Whoever allocates it meanwhile would put a finalizer to it again, but to none that is being deleted.
            cluster.api().delete(CLAIMS + "/" + claim);
            cluster.api().patch(CLAIMS + "/" + claim, Map.of("metadata", Map.of("finalizers", List.of())));
        }
        cluster.api().delete(SLICES + "/" + node + "-devices");
        cluster.api().delete(SLICES + "/" + node + "-sharedcounters");
        cluster.api().delete(CLASSES + "/gpu");
    }
}
