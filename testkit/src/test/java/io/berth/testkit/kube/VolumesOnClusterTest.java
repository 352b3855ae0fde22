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
    private static Draft claiming() {
        return pod("claiming")
                .spec("volumes", List.of(Map.of("name", "data", "persistentVolumeClaim", Map.of("claimName", "data"))));
    }

    @Test
    void aVolumeIsAskedForOnTheNodeThatWasChosenAndThePodIsBoundThen(Cluster cluster) {
        cluster.add(node("n1").label("kubernetes.io/hostname", "n1"));
        Stored.storageClass(cluster, "made", "csi.example.com");
        cluster.berth();

        cluster.add(claiming());
        assertThat(cluster.awaitTold("claiming")).contains("claim data is not there");
        cluster.api().post(Stored.CLAIMS, Stored.claim("data", "made")).well();
        until(
                "the node is told",
                () -> KubeApi.text(
                                cluster.api().get(Stored.CLAIMS + "/data").tree(),
                                "metadata",
                                "annotations",
                                "volume.kubernetes.io/selected-node")
                        .equals("n1"));
        assertThat(cluster.where()).containsEntry("claiming", "");

        cluster.api()
                .post(Stored.VOLUMES, Stored.volume("v-made", "made", "n1"))
                .well();
        Stored.bind(cluster, "v-made");
        assertThat(cluster.awaitBound("claiming")).isEqualTo("n1");
        Stored.forget(cluster, "made", "v-made");
    }

    @Test
    void aVolumeThatIsThereIsGivenToTheClaimOfThePodOnItsNode(Cluster cluster) {
        cluster.add(
                node("n1").label("kubernetes.io/hostname", "n1"),
                node("n2").label("kubernetes.io/hostname", "n2"),
                node("n3").label("kubernetes.io/hostname", "n3"));
        Stored.storageClass(cluster, "there", "kubernetes.io/no-provisioner");
        cluster.api()
                .post(Stored.VOLUMES, Stored.volume("v-there", "there", "n2"))
                .well();
        cluster.api()
                .patch(Stored.VOLUMES + "/v-there/status", Map.of("status", Map.of("phase", "Available")))
                .well();
        cluster.api().post(Stored.CLAIMS, Stored.claim("data", "there")).well();
        cluster.berth();

        cluster.add(claiming());
        until(
                "it is given",
                () -> KubeApi.text(
                                cluster.api().get(Stored.VOLUMES + "/v-there").tree(), "spec", "claimRef", "name")
                        .equals("data"));
        assertThat(cluster.where()).containsEntry("claiming", "");
        Stored.bind(cluster, "v-there");
        assertThat(cluster.awaitBound("claiming")).isEqualTo("n2");
        Stored.forget(cluster, "there", "v-there");
    }

    @Test
    void aVolumeIsMadeWhereItsDriverHasEnoughLeft(Cluster cluster) {
        cluster.add(node("n1").label("zone", "a"), node("n2").label("zone", "b"));
        Stored.storageClass(cluster, "made", "csi.example.com");
        cluster.apply("""
                apiVersion: storage.k8s.io/v1
                kind: CSIDriver
                metadata: {name: csi.example.com}
                spec: {storageCapacity: true}
                """);
        cluster.api().post(Stored.CLAIMS, Stored.claim("data", "made")).well();
        cluster.berth();

        cluster.add(claiming());
        assertThat(cluster.awaitTold("claiming")).contains("nowhere is enough storage left for claim data");
        cluster.apply("""
                apiVersion: storage.k8s.io/v1
                kind: CSIStorageCapacity
                metadata: {name: small, namespace: default}
                storageClassName: made
                nodeTopology: {matchLabels: {zone: a}}
                capacity: 5Gi
                ---
                apiVersion: storage.k8s.io/v1
                kind: CSIStorageCapacity
                metadata: {name: large, namespace: default}
                storageClassName: made
                nodeTopology: {matchLabels: {zone: b}}
                capacity: 50Gi
                """);
        until(
                "the node is told",
                () -> KubeApi.text(
                                cluster.api().get(Stored.CLAIMS + "/data").tree(),
                                "metadata",
                                "annotations",
                                "volume.kubernetes.io/selected-node")
                        .equals("n2"));
        cluster.api().clear("/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities");
        cluster.api().clear("/apis/storage.k8s.io/v1/csidrivers");
        Stored.forget(cluster, "made", "none");
    }
}
