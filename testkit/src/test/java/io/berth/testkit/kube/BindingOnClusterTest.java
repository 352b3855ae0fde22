package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.real.UpProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnCluster
class BindingOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";

    @Test
    void aBurstOfPodsFillsTheNodes(Cluster cluster) {
        cluster.api().createAll(KubeApi.NODES, Draft.many(10, i -> node("n" + i).amount(GPU, "8")));
        cluster.berth();

        cluster.api().createAll(KubeApi.PODS, Draft.many(80, i -> pod("p" + i).amount(GPU, "1")));

        until("all are bound", () -> cluster.bound() == 80);
        assertThat(cluster.where().values().stream()
                        .collect(Collectors.groupingBy(node -> node, Collectors.counting())))
                .hasSize(10)
                .allSatisfy((_, pods) -> assertThat(pods).isEqualTo(8));
        until("it is told", () -> !cluster.events("p0").isEmpty());
        assertThat(cluster.events("p0")).singleElement().asString().startsWith("Scheduled Successfully assigned");
    }

    @Test
    void aPodGoesWhereItsRulesLetIt(Cluster cluster) {
        cluster.add(
                node("plain"),
                node("tainted").spec("taints", List.of(taint("team", "a"))),
                node("ssd").label("disk", "ssd").spec("taints", List.of(taint("team", "b"))),
                node("fpga").amount("example.com/fpga", "2").spec("taints", List.of(taint("team", "c"))));
        cluster.berth();

        cluster.add(
                pod("anywhere"),
                pod("tolerant")
                        .spec("tolerations", List.of(Map.of("key", "team", "value", "a", "operator", "Equal")))
                        .spec("affinity", notIn("kubernetes.io/hostname", "plain")),
                pod("selecting")
                        .spec("nodeSelector", Map.of("disk", "ssd"))
                        .spec("tolerations", List.of(Map.of("operator", "Exists"))),
                pod("extended")
                        .amount("example.com/fpga", "2")
                        .spec("tolerations", List.of(Map.of("key", "team", "operator", "Exists"))));

        until("all are bound", () -> cluster.bound() == 4);
        assertThat(cluster.where())
                .isEqualTo(Map.of("anywhere", "plain", "tolerant", "tainted", "selecting", "ssd", "extended", "fpga"));
    }

    @Test
    void aPodThatFitsNowhereIsToldAndBoundWhenItDoes(Cluster cluster) {
        cluster.add(node("small").amount(GPU, "1"));
        cluster.berth();

        cluster.add(pod("large").amount(GPU, "4"));

        assertThat(cluster.awaitTold("large")).startsWith("0/1 nodes are available: 1 × ");
        until(
                "it is told",
                () -> cluster.events("large").stream().anyMatch(event -> event.startsWith("FailedScheduling")));
        cluster.add(node("big").amount(GPU, "4"));
        assertThat(cluster.awaitBound("large")).isEqualTo("big");
        assertThat(cluster.told("large")).isEmpty();
    }

    @Test
    void aGatedPodWaitsForItsGate(Cluster cluster) {
        cluster.add(node("n"));
        cluster.berth();

        cluster.add(pod("gated").spec("schedulingGates", List.of(Map.of("name", "example.com/wait"))));
        cluster.add(pod("other"));

        cluster.awaitBound("other");
        assertThat(cluster.where()).containsEntry("gated", "");
        cluster.api()
                .patch(KubeApi.PODS + "/gated", Map.of("spec", Map.of("schedulingGates", List.of())))
                .well();
        cluster.awaitBound("gated");
    }

    @Test
    void podsThatEndOrAreDeletedMakeRoom(Cluster cluster) {
        cluster.add(node("n").amount(GPU, "2"));
        cluster.berth();
        cluster.add(pod("a").amount(GPU, "1"), pod("b").amount(GPU, "1"));
        until("both are bound", () -> cluster.bound() == 2);

        cluster.add(pod("c").amount(GPU, "1"));
        cluster.awaitTold("c");
        cluster.api().delete(KubeApi.PODS + "/a").well();
        cluster.awaitBound("c");

        cluster.add(pod("d").amount(GPU, "1"));
        cluster.awaitTold("d");
        cluster.api()
                .patch(KubeApi.PODS + "/b/status", Map.of("status", Map.of("phase", "Succeeded")))
                .well();
        cluster.awaitBound("d");
    }

    @Test
    void aPodThatIsBeingDeletedHoldsItsPlaceUntilItIsGone(Cluster cluster) {
        cluster.add(node("n").amount(GPU, "1"));
        cluster.berth();
        cluster.add(pod("slow").amount(GPU, "1").metadata("finalizers", List.of("example.com/slow")));
        cluster.awaitBound("slow");

        cluster.api().delete(KubeApi.PODS + "/slow").well();
        cluster.add(pod("next").amount(GPU, "1"));

        cluster.awaitTold("next");
        cluster.api()
                .patch(KubeApi.PODS + "/slow", Map.of("metadata", Map.of("finalizers", List.of())))
                .well();
        cluster.awaitBound("next");
    }

    @Test
    void nodesThatAreCordonedGrowOrAreMadeAgainCountAsTheyAre(Cluster cluster) {
        cluster.add(node("n").amount(GPU, "1").spec("unschedulable", true));
        cluster.berth();

        cluster.add(pod("first").amount(GPU, "1"));
        assertThat(cluster.awaitTold("first")).contains("0/1 nodes are available");
        cluster.api()
                .patch(KubeApi.NODES + "/n", Map.of("spec", Map.of("unschedulable", false)))
                .well();
        cluster.awaitBound("first");

        cluster.add(pod("second").amount(GPU, "1"));
        cluster.awaitTold("second");
        Map<String, Object> more = Map.of(GPU, "2");
        cluster.api()
                .patch(KubeApi.NODES + "/n/status", Map.of("status", Map.of("capacity", more, "allocatable", more)))
                .well();
        cluster.awaitBound("second");

        cluster.api().delete(KubeApi.NODES + "/n").well();
        cluster.add(node("n").amount(GPU, "3"));
        cluster.add(pod("third").amount(GPU, "1"), pod("fourth").amount(GPU, "1"));
        until("one of them is bound", () -> cluster.bound() == 3);
        until("the other is told", () -> !(cluster.told("third") + cluster.told("fourth")).isEmpty());
    }

    @Test
    void whatRunsUnderKubeletsIsCountedByTheNextLife(Cluster cluster, @TempDir Path folder) {
        cluster.add(node("n").amount(GPU, "3"));
        cluster.kubelets();
        String journal = folder.resolve("journal").toString();
        BerthKube first = cluster.berth("--journal", journal);
        cluster.add(pod("a").amount(GPU, "1"), pod("b").amount(GPU, "1"));
        until("both run", () -> running(cluster, "a") && running(cluster, "b"));

        first.process().kill();
        cluster.add(pod("c").amount(GPU, "1"), pod("d").amount(GPU, "1"));
        UpProcess.pause(200);
        BerthKube second = cluster.berth("--journal", journal);

        until("one more is bound", () -> cluster.bound() == 3);
        until("the other is told", () -> !(cluster.told("c") + cluster.told("d")).isEmpty());
        assertThat(second.process().stop()).isZero();
    }

    private static boolean running(Cluster cluster, String pod) {
        return KubeApi.text(cluster.get(pod), "status", "phase").equals("Running");
    }

    private static Map<String, Object> taint(String key, String value) {
        return Map.of("key", key, "value", value, "effect", "NoSchedule");
    }

    private static Map<String, Object> notIn(String key, String value) {
        Map<String, Object> expression = Map.of("key", key, "operator", "NotIn", "values", List.of(value));
        return Map.of(
                "nodeAffinity",
                Map.of(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        Map.of("nodeSelectorTerms", List.of(Map.of("matchExpressions", List.of(expression))))));
    }

    @Test
    void aPodThatIsResizedHoldsWhatItAsksForNow(Cluster cluster) {
        cluster.add(node("a").amount("cpu", "4"));
        cluster.berth();
        cluster.add(pod("grows").amount("cpu", "1"));
        cluster.awaitBound("grows");
        cluster.plane()
                .kubectl(
                        "patch",
                        "pod",
                        "grows",
                        "--subresource=resize",
                        "-p",
                        "{\"spec\": {\"containers\": [{\"name\": \"main\", \"resources\": {\"requests\": {\"cpu\": \"3\"}}}]}}");

        cluster.add(pod("large").amount("cpu", "2"), pod("small").amount("cpu", "1"));
        cluster.awaitBound("small");
        assertThat(cluster.awaitTold("large")).contains("not enough free CPU");
    }
}
