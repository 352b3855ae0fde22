package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.real.UpProcess;
import org.junit.jupiter.api.Test;

@OnCluster
class OutagesOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";

    @Test
    void aServerThatEndsAmidABurstIsAskedAgain(Cluster cluster) {
        cluster.api().createAll(KubeApi.NODES, Draft.many(20, i -> node("n" + i).amount(GPU, "8")));
        cluster.api().createAll(KubeApi.PODS, Draft.many(160, i -> pod("p" + i).amount(GPU, "1")));
        BerthKube berth = cluster.berth();
        until("some are bound", () -> cluster.bound() > 0);

        cluster.plane().killServer();
        UpProcess.pause(500);
        cluster.plane().startServer();

        until("all are bound", () -> cluster.bound() == 160);
        assertThat(cluster.where().values().stream().distinct()).hasSize(20);
        assertThat(berth.process().alive()).isTrue();
    }

    @Test
    void whatHappenedInAGapThatTheServerForgotIsFound(Cluster cluster) {
        cluster.add(node("n").amount(GPU, "2"));
        BerthKube berth = cluster.berth();
        cluster.add(
                pod("kept").amount(GPU, "1"),
                pod("gone").amount(GPU, "1"),
                pod("waits").amount(GPU, "1"));
        until("two are bound and one is told", () -> cluster.bound() == 2 && anyTold(cluster));
        String version = KubeApi.text(cluster.api().get(KubeApi.PODS).tree(), "metadata", "resourceVersion");
        String victim = cluster.where().entrySet().stream()
                .filter(pod -> !pod.getValue().isEmpty())
                .findFirst()
                .orElseThrow()
                .getKey();

        berth.process().freeze();
        cluster.api().delete(KubeApi.PODS + "/" + victim).well();
        cluster.add(node("later").amount(GPU, "1").label("later", "yes"));
        cluster.plane().killServer();
        cluster.plane().startServer();
        assertThat(cluster.api()
                        .get(KubeApi.PODS + "?watch=true&timeoutSeconds=1&resourceVersion=" + version)
                        .body())
                .as("the premise: it cannot tell what happened since")
                .contains("\"code\":410");
        berth.process().thaw();

        until("the one that waited is bound", () -> cluster.bound() == 2);
        cluster.add(pod("last").amount(GPU, "1"));
        cluster.awaitBound("last");
        assertThat(cluster.where()).containsValue("later");
    }

    private static boolean anyTold(Cluster cluster) {
        return cluster.where().keySet().stream()
                .anyMatch(pod -> !cluster.told(pod).isEmpty());
    }
}
