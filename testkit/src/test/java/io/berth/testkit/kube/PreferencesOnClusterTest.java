package io.berth.testkit.kube;

import static io.berth.testkit.kube.Draft.node;
import static io.berth.testkit.kube.Draft.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods that would rather go to some nodes than to others, at a server that checks how they say so. */
@OnCluster
class PreferencesOnClusterTest {
    private static final Map<String, Object> WEB = Map.of("matchLabels", Map.of("app", "web"));

    private static Draft preferring(String name, String kind, Map<String, Object> term) {
        return pod(name, "berth")
                .label("app", "web")
                .amount("cpu", "1")
                .spec(
                        "affinity",
                        Map.of(kind, Map.of("preferredDuringSchedulingIgnoredDuringExecution", List.of(term))));
    }

    @Test
    void aPodGoesToTheNodeThatItPrefersWhileThereIsRoom(Cluster cluster) {
        cluster.add(
                node("n1").label("disk", "hdd"), node("n2").label("disk", "ssd").amount("cpu", "1"));
        cluster.berth();
        Map<String, Object> ssd = Map.of(
                "weight",
                1,
                "preference",
                Map.of("matchExpressions", List.of(Map.of("key", "disk", "operator", "In", "values", List.of("ssd")))));

        cluster.add(preferring("first", "nodeAffinity", ssd));
        assertThat(cluster.awaitBound("first")).isEqualTo("n2");
        cluster.add(preferring("second", "nodeAffinity", ssd));
        assertThat(cluster.awaitBound("second")).isEqualTo("n1");
    }

    @Test
    void podsThatWouldRatherBeApartTakeNodesInTurnAndTaintedOnesLast(Cluster cluster) {
        cluster.add(
                node("n1"),
                node("n2"),
                node("n3").spec("taints", List.of(Map.of("key", "old", "value", "x", "effect", "PreferNoSchedule"))));
        cluster.berth();
        Map<String, Object> apart = Map.of(
                "weight", 50, "podAffinityTerm", Map.of("labelSelector", WEB, "topologyKey", "kubernetes.io/hostname"));

        for (int i = 0; i < 4; i++) {
            cluster.add(preferring("p" + i, "podAntiAffinity", apart));
        }
        List<String> nodes = List.of(
                cluster.awaitBound("p0"), cluster.awaitBound("p1"), cluster.awaitBound("p2"), cluster.awaitBound("p3"));
        assertThat(nodes).containsExactlyInAnyOrder("n1", "n2", "n1", "n2");
    }

    @Test
    void aSpreadThatMayBeBrokenIsKeptWhileThereIsRoom(Cluster cluster) {
        cluster.add(node("n1").label("zone", "a").amount("cpu", "1"), node("n2").label("zone", "b"), node("n3"));
        cluster.berth();
        Map<String, Object> spread = Map.of(
                "maxSkew", 1, "topologyKey", "zone", "whenUnsatisfiable", "ScheduleAnyway", "labelSelector", WEB);

        for (int i = 0; i < 3; i++) {
            cluster.add(pod("p" + i, "berth")
                    .label("app", "web")
                    .amount("cpu", "1")
                    .spec("topologySpreadConstraints", List.of(spread)));
            cluster.awaitBound("p" + i);
        }
        assertThat(List.of(cluster.awaitBound("p0"), cluster.awaitBound("p1"), cluster.awaitBound("p2")))
                .startsWith("n1", "n2")
                .doesNotContain("n3");
    }
}
