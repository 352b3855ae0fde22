package io.berth.testkit.kube;

import static io.berth.testkit.kube.Draft.node;
import static io.berth.testkit.kube.Draft.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods whose images some nodes hold, as kubelets say it. */
@OnCluster
class ImagesOnClusterTest {
    private static Draft of(String name, String image) {
        return pod(name, "berth").spec("containers", List.of(Map.of("name", "main", "image", image)));
    }

    private static void holds(Cluster cluster, String node, String image) {
        Map<String, Object> held =
                Map.of("names", List.of(image, image + "@sha256:0123"), "sizeBytes", 20_000_000_000L);
        cluster.api()
                .patch(KubeApi.NODES + "/" + node + "/status", Map.of("status", Map.of("images", List.of(held))))
                .well();
    }

    @Test
    void aPodGoesToTheNodeThatHoldsItsImage(Cluster cluster) {
        cluster.add(node("n1"), node("n2"), node("n3"));
        holds(cluster, "n2", "registry.example/train:1");
        cluster.berth();

        cluster.add(of("elsewhere", "registry.example/other:1"));
        assertThat(cluster.awaitBound("elsewhere")).isEqualTo("n1");
        cluster.add(of("held", "registry.example/train:1"));
        assertThat(cluster.awaitBound("held")).isEqualTo("n2");
    }

    @Test
    void anImageThatComesWhileBerthRunsCountsFromThenOn(Cluster cluster) {
        cluster.add(node("n1"), node("n2"), node("n3"));
        cluster.berth();

        holds(cluster, "n3", "registry.example/train:latest");
        cluster.api()
                .patch(KubeApi.NODES + "/n3", Map.of("metadata", Map.of("labels", Map.of("seen", "yes"))))
                .well();
        cluster.add(of("first", "none").spec("nodeSelector", Map.of("seen", "yes")));
        cluster.awaitBound("first");
        cluster.add(of("held", "registry.example/train"));
        assertThat(cluster.awaitBound("held")).isEqualTo("n3");
    }

    @Test
    void whoeverDoesNotWantItTurnsItOff(Cluster cluster) {
        cluster.add(node("n1"), node("n2"));
        holds(cluster, "n2", "registry.example/train:1");
        cluster.berth("--image-locality", "off");

        cluster.add(of("held", "registry.example/train:1"));
        assertThat(cluster.awaitBound("held")).isEqualTo("n1");
    }
}
