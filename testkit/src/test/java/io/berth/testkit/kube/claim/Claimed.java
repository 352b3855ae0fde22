package io.berth.testkit.kube.claim;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.KubeApi;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The claims of a test, and what they have. */
final class Claimed {
    static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
    static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

    private Claimed() {}

    /** The devices that {@code claim} has, by name; none where it has none. */
    static List<String> has(Cluster cluster, String claim) {
        Tree status = cluster.api().get(CLAIMS + "/" + claim).well().tree().get("status");
        Tree allocation = status == null ? null : status.get("allocation");
        return allocation == null || allocation.isNull()
                ? List.of()
                : allocation.require("devices").require("results").items().stream()
                        .map(result -> KubeApi.text(result, "device"))
                        .toList();
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

    /** All pods, claims, slices and classes go. */
    static void forget(Cluster cluster) {
        cluster.api().clear(KubeApi.PODS);
        List<String> names =
                cluster.api().list(CLAIMS).stream().map(KubeApi::name).toList();
        cluster.api().deleteAll(CLAIMS, names);
        names.forEach(name ->
                cluster.api().patch(CLAIMS + "/" + name, Map.of("metadata", Map.of("finalizers", List.of()))));
        cluster.api().clear(SLICES);
        cluster.api().clear("/apis/resource.k8s.io/v1/deviceclasses");
    }
}
