package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static io.berth.testkit.kube.Offered.claim;
import static io.berth.testkit.kube.Offered.claiming;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods that claim devices, at a server that checks what is said of claims and that no controller follows. */
@OnCluster
class DevicesOnClusterTest {
    private static Map<String, Object> gpu(String name, String model, int numa) {
        return Map.of(
                "name", name, "attributes", Map.of("model", Map.of("string", model), "numa", Map.of("int", numa)));
    }

    private static void claims(Cluster cluster, Map<String, Object> asked, String... names) {
        for (String name : names) {
            cluster.api().post(Offered.CLAIMS, claim(name, asked)).well();
        }
    }

    @Test
    void eachPodGoesToANodeThatHasItsDevicesAndOneWaitsUntilSomeAreFree(Cluster cluster) {
        cluster.add(node("n1"), node("n2"));
        Offered.devices(cluster, "n1", List.of(gpu("a", "H100", 0), gpu("b", "A100", 1)));
        Offered.devices(cluster, "n2", List.of(gpu("a", "A100", 0)));
        cluster.berth();
        Map<String, Object> a100 =
                Map.of("selectors", List.of(Offered.selector("device.attributes['gpu.example.com'].model == 'A100'")));
        claims(cluster, a100, "c1", "c2", "c3");
        cluster.add(claiming("p1", "c1"), claiming("p2", "c2"));

        List<String> nodes = List.of(cluster.awaitBound("p1"), cluster.awaitBound("p2"));
        assertThat(nodes).containsExactlyInAnyOrder("n1", "n2");
        assertThat(Offered.has(cluster, nodes.get(0).equals("n1") ? "c1" : "c2"))
                .containsExactly("b");
        cluster.add(claiming("p3", "c3"));
        assertThat(cluster.awaitTold("p3")).contains("2 nodes", "not enough resource.k8s.io/gpu");

        cluster.api().delete(KubeApi.PODS + "/p1");
        Offered.free(cluster, "c1");
        assertThat(cluster.awaitBound("p3")).isEqualTo(nodes.getFirst());
        Offered.forget(cluster, "n1", "c1", "c2", "c3");
        Offered.forget(cluster, "n2");
    }

    @Test
    void partsOfADeviceThatDoNotFitTogetherAreNotGivenTogether(Cluster cluster) {
        cluster.add(node("n1"));
        Offered.slice(
                cluster,
                "n1",
                2,
                Map.of(
                        "sharedCounters",
                        List.of(Map.of("name", "gpu", "counters", Map.of("memory", Map.of("value", "80Gi"))))));
        List<Map<String, Object>> parts = new ArrayList<>();
        parts.add(part("whole", "80Gi"));
        for (int i = 0; i < 4; i++) {
            parts.add(part("quarter-" + i, "20Gi"));
        }
        Offered.slice(cluster, "n1", 2, Map.of("devices", parts));
        cluster.api()
                .post(Offered.CLASSES, Map.of("metadata", Map.of("name", "gpu"), "spec", Map.of()))
                .well();
        cluster.berth();
        claims(cluster, Map.of(), "small");
        claims(
                cluster,
                Map.of(
                        "selectors",
                        List.of(Offered.selector(
                                "device.capacity['gpu.example.com'].memory.compareTo(quantity('80Gi')) >= 0"))),
                "large");

        cluster.add(claiming("one", "small"));
        cluster.awaitBound("one");
        assertThat(Offered.has(cluster, "small")).containsExactly("quarter-0");
        cluster.add(claiming("all", "large"));
        assertThat(cluster.awaitTold("all")).contains("1 node");
        cluster.api().delete(KubeApi.PODS + "/one");
        Offered.free(cluster, "small");
        cluster.awaitBound("all");
        assertThat(Offered.has(cluster, "large")).containsExactly("whole");
        Offered.forget(cluster, "n1", "small", "large");
    }

    @Test
    void aDeviceThatARuleTaintsIsGivenToWhoToleratesIt(Cluster cluster) {
        cluster.add(node("n1"));
        Offered.devices(cluster, "n1", List.of(gpu("a", "A100", 0), gpu("b", "A100", 0)));
        String rules = cluster.plane().groups().taintRules();
        cluster.api()
                .post(rules, Offered.taintRule("sick", Map.of("device", "a")))
                .well();
        cluster.api()
                .post(rules, Offered.taintRule("other", Map.of("driver", "other.example.com")))
                .well();
        cluster.berth();
        claims(cluster, Map.of(), "c1", "c2");
        claims(cluster, Map.of("tolerations", List.of(Map.of("key", "sick", "operator", "Exists"))), "c3");

        cluster.add(claiming("p1", "c1"));
        cluster.awaitBound("p1");
        assertThat(Offered.has(cluster, "c1")).containsExactly("b");
        cluster.add(claiming("p2", "c2"));
        assertThat(cluster.awaitTold("p2")).contains("1 node", "not enough resource.k8s.io/gpu");
        cluster.add(claiming("p3", "c3"));
        cluster.awaitBound("p3");
        assertThat(Offered.has(cluster, "c3")).containsExactly("a");

        cluster.api().delete(KubeApi.PODS + "/p3");
        Offered.free(cluster, "c3");
        cluster.api().delete(rules + "/sick").well();
        cluster.awaitBound("p2");
        assertThat(Offered.has(cluster, "c2")).containsExactly("a");
        cluster.api().delete(rules + "/other").well();
        Offered.forget(cluster, "n1", "c1", "c2", "c3");
    }

    private static Map<String, Object> part(String name, String memory) {
        return Map.of(
                "name",
                name,
                "capacity",
                Map.of("memory", Map.of("value", memory)),
                "consumesCounters",
                List.of(Map.of("counterSet", "gpu", "counters", Map.of("memory", Map.of("value", memory)))));
    }

    @Test
    void severalClaimsShareWhatADeviceHas(Cluster cluster) {
        cluster.add(node("n1"));
        Offered.devices(
                cluster,
                "n1",
                List.of(Map.of(
                        "name",
                        "d",
                        "allowMultipleAllocations",
                        true,
                        "capacity",
                        Map.of(
                                "memory",
                                Map.of(
                                        "value",
                                        "80Gi",
                                        "requestPolicy",
                                        Map.of(
                                                "default",
                                                "10Gi",
                                                "validRange",
                                                Map.of("min", "10Gi", "step", "10Gi")))))));
        cluster.berth();
        claims(cluster, Map.of("capacity", Map.of("requests", Map.of("memory", "35Gi"))), "c1", "c2", "c3");
        cluster.add(claiming("p1", "c1"), claiming("p2", "c2"));
        cluster.awaitBound("p1");
        cluster.awaitBound("p2");
        assertThat(KubeApi.text(Offered.results(cluster, "c1").getFirst(), "consumedCapacity", "memory"))
                .isEqualTo("42949672960");
        assertThat(KubeApi.text(Offered.results(cluster, "c1").getFirst(), "shareID"))
                .isNotEqualTo(KubeApi.text(Offered.results(cluster, "c2").getFirst(), "shareID"));
        cluster.add(claiming("p3", "c3"));
        assertThat(cluster.awaitTold("p3")).contains("1 node");
        Offered.forget(cluster, "n1", "c1", "c2", "c3");
    }

    @Test
    void theFirstKindThatCanBeHadIsGivenAndAllOfItOnOneSide(Cluster cluster) {
        cluster.add(node("n1"));
        Offered.devices(
                cluster,
                "n1",
                List.of(
                        gpu("a0", "A100", 0),
                        gpu("a1", "A100", 1),
                        gpu("h0", "H100", 0),
                        gpu("h1", "H100", 1),
                        gpu("a2", "A100", 1)));
        cluster.berth();
        List<Map<String, Object>> options = new ArrayList<>();
        for (String model : List.of("H100", "A100")) {
            options.add(Map.of(
                    "name",
                    model.toLowerCase(Locale.ROOT),
                    "deviceClassName",
                    "gpu",
                    "count",
                    2,
                    "selectors",
                    List.of(Offered.selector("device.attributes['gpu.example.com'].model == '" + model + "'"))));
        }
        cluster.api()
                .post(
                        Offered.CLAIMS,
                        claim(
                                "c",
                                List.of(Map.of("name", "r", "firstAvailable", options)),
                                List.of(Map.of("matchAttribute", "gpu.example.com/numa"))))
                .well();
        cluster.add(claiming("p", "c"));
        cluster.awaitBound("p");
        assertThat(Offered.has(cluster, "c")).containsExactly("a1", "a2");
        assertThat(KubeApi.text(Offered.results(cluster, "c").getFirst(), "request"))
                .isEqualTo("r/a100");
        Offered.forget(cluster, "n1", "c");
    }

    @Test
    void aPodThatIsTakenBackLeavesItsDevicesToOthers(Cluster cluster) {
        cluster.add(node("n1"));
        Offered.devices(cluster, "n1", List.of(gpu("a", "A100", 0)));
        cluster.berth();
        cluster.add(claiming("p1", "c1"));
        assertThat(cluster.awaitTold("p1")).contains("claim c1 is not there");
        claims(cluster, Map.of(), "c1");
        cluster.awaitBound("p1");
        until(
                "its user is told",
                () -> KubeApi.text(
                                cluster.api()
                                        .get(Offered.CLAIMS + "/c1")
                                        .tree()
                                        .require("status")
                                        .require("reservedFor")
                                        .items()
                                        .getFirst(),
                                "name")
                        .equals("p1"));
        Offered.forget(cluster, "n1", "c1");
    }
}
