package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods with claims, at a server that no controller follows: a test says what the cluster's own controllers would. */
@OnCluster
class VolumesOnClusterTest {
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";

    private static Map<String, Object> claim(String storageClass) {
        return Map.of(
                "metadata",
                Map.of("name", "data"),
                "spec",
                Map.of(
                        "storageClassName",
                        storageClass,
                        "accessModes",
                        List.of("ReadWriteOnce"),
                        "resources",
                        Map.of("requests", Map.of("storage", "10Gi"))));
    }

    private static Map<String, Object> volume(String name, String storageClass, String node) {
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

    private static void storageClass(Cluster cluster, String name, String provisioner) {
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

    private static Draft claiming() {
        return pod("claiming")
                .spec("volumes", List.of(Map.of("name", "data", "persistentVolumeClaim", Map.of("claimName", "data"))));
    }

    private static void bind(Cluster cluster, String volume) {
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

    private static void forget(Cluster cluster, String storageClass, String volume) {
        cluster.api().delete(KubeApi.PODS + "/claiming");
        for (String path : List.of(CLAIMS + "/data", VOLUMES + "/" + volume)) {
            cluster.api().patch(path, Map.of("metadata", Map.of("finalizers", List.of())));
            cluster.api().delete(path);
        }
        cluster.api().delete(CLASSES + "/" + storageClass);
    }

    @Test
    void aVolumeIsAskedForOnTheNodeThatWasChosenAndThePodIsBoundThen(Cluster cluster) {
        cluster.add(node("n1").label("kubernetes.io/hostname", "n1"));
        storageClass(cluster, "made", "csi.example.com");
        cluster.berth();

        cluster.add(claiming());
        assertThat(cluster.awaitTold("claiming")).contains("claim data is not there");
        cluster.api().post(CLAIMS, claim("made")).well();
        until(
                "the node is told",
                () -> KubeApi.text(
                                cluster.api().get(CLAIMS + "/data").tree(),
                                "metadata",
                                "annotations",
                                "volume.kubernetes.io/selected-node")
                        .equals("n1"));
        assertThat(cluster.where()).containsEntry("claiming", "");

        cluster.api().post(VOLUMES, volume("v-made", "made", "n1")).well();
        bind(cluster, "v-made");
        assertThat(cluster.awaitBound("claiming")).isEqualTo("n1");
        forget(cluster, "made", "v-made");
    }

    @Test
    void aVolumeThatIsThereIsGivenToTheClaimOfThePodOnItsNode(Cluster cluster) {
        cluster.add(
                node("n1").label("kubernetes.io/hostname", "n1"),
                node("n2").label("kubernetes.io/hostname", "n2"),
                node("n3").label("kubernetes.io/hostname", "n3"));
        storageClass(cluster, "there", "kubernetes.io/no-provisioner");
        cluster.api().post(VOLUMES, volume("v-there", "there", "n2")).well();
        cluster.api()
                .patch(VOLUMES + "/v-there/status", Map.of("status", Map.of("phase", "Available")))
                .well();
        cluster.api().post(CLAIMS, claim("there")).well();
        cluster.berth();

        cluster.add(claiming());
        until(
                "it is given",
                () -> KubeApi.text(cluster.api().get(VOLUMES + "/v-there").tree(), "spec", "claimRef", "name")
                        .equals("data"));
        assertThat(cluster.where()).containsEntry("claiming", "");
        bind(cluster, "v-there");
        assertThat(cluster.awaitBound("claiming")).isEqualTo("n2");
        forget(cluster, "there", "v-there");
    }
}
