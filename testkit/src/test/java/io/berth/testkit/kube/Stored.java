package io.berth.testkit.kube;

import java.util.List;
import java.util.Map;

/** Claims, volumes and classes for tests, and what the controllers of a cluster would do with them. */
final class Stored {
    static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    static final String VOLUMES = "/api/v1/persistentvolumes";
    static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";

    private Stored() {}

    static Map<String, Object> claim(String name, String storageClass) {
        return Map.of(
                "metadata",
                Map.of("name", name),
                "spec",
                Map.of(
                        "storageClassName",
                        storageClass,
                        "accessModes",
                        List.of("ReadWriteOnce"),
                        "resources",
                        Map.of("requests", Map.of("storage", "10Gi"))));
    }

    static Map<String, Object> volume(String name, String storageClass, String node) {
        Map<String, Object> here = Map.of("key", "metadata.name", "operator", "In", "values", List.of(node));
        return Map.of(
                "metadata",
                Map.of("name", name),
                "spec",
                Map.of(
                        "storageClassName",
                        storageClass,
                        "accessModes",
                        List.of("ReadWriteOnce"),
                        "capacity",
                        Map.of("storage", "20Gi"),
                        "csi",
                        Map.of("driver", "csi.example.com", "volumeHandle", name),
                        "nodeAffinity",
                        Map.of(
                                "required",
                                Map.of(
                                        "nodeSelectorTerms",
                                        List.of(Map.of(
                                                "matchExpressions",
                                                List.of(Map.of(
                                                        "key",
                                                        "kubernetes.io/hostname",
                                                        "operator",
                                                        here.get("operator"),
                                                        "values",
                                                        here.get("values")))))))));
    }

    static void storageClass(Cluster cluster, String name, String provisioner) {
        cluster.api()
                .post(
                        CLASSES,
                        Map.of(
                                "metadata",
                                Map.of("name", name),
                                "provisioner",
                                provisioner,
                                "volumeBindingMode",
                                "WaitForFirstConsumer"))
                .well();
    }

    static void bind(Cluster cluster, String volume) {
        cluster.api()
                .patch(
                        CLAIMS + "/data",
                        Map.of(
                                "metadata",
                                Map.of("annotations", Map.of("pv.kubernetes.io/bind-completed", "yes")),
                                "spec",
                                Map.of("volumeName", volume)))
                .well();
    }

    static void forget(Cluster cluster, String storageClass, String volume) {
        cluster.api().delete(KubeApi.PODS + "/claiming");
        for (String path : List.of(CLAIMS + "/data", CLAIMS + "/logs", VOLUMES + "/" + volume)) {
            cluster.api().patch(path, Map.of("metadata", Map.of("finalizers", List.of())));
            cluster.api().delete(path);
        }
        cluster.api().delete(CLASSES + "/" + storageClass);
    }
}
