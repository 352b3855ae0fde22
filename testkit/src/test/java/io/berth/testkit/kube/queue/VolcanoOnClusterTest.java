package io.berth.testkit.kube.queue;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Definitions;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.OnCluster;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queues of Volcano, whose scheduler does not run. */
@OnCluster
class VolcanoOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final String GROUP = "scheduling.volcano.sh";
    private static final String VERSION = "v1beta1";

    @AfterEach
    void forget(Cluster cluster) {
        for (String plural : new String[] {"queues", "podgroups"}) {
            cluster.api().delete(Definitions.PATH + "/" + plural + "." + GROUP);
            until("it is gone", () -> !served(cluster, plural));
        }
    }

    private static boolean served(Cluster cluster, String plural) {
        return cluster.api()
                .get("/apis/" + GROUP + "/" + VERSION + "/" + plural)
                .ok();
    }

    private static long boundOf(Cluster cluster, String prefix) {
        return cluster.where().entrySet().stream()
                .filter(pod ->
                        pod.getKey().startsWith(prefix) && !pod.getValue().isEmpty())
                .count();
    }

    private static Draft of(String name, String key, String value) {
        return Cluster.pod(name).metadata("annotations", Map.of(key, value)).amount(GPU, "1");
    }

    @Test
    void podsHaveWhatTheirQueueIsCapableOfByAnnotationOrPodGroup(Cluster cluster) {
        cluster.add(node("n1").amount(GPU, "8"));
        cluster.apply(Definitions.of(GROUP, "Queue", "queues", VERSION, "Cluster"));
        cluster.apply(Definitions.of(GROUP, "PodGroup", "podgroups", VERSION, "Namespaced"));
        until("both are served", () -> served(cluster, "queues") && served(cluster, "podgroups"));
        cluster.apply("""
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: root}
                spec: {weight: 1}
                ---
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: org}
                spec: {parent: root, deserved: {nvidia.com/gpu: 4}}
                ---
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: research}
                spec: {parent: org, reclaimable: false, deserved: {nvidia.com/gpu: 2}, capability: {nvidia.com/gpu: 3}}
                ---
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: default}
                spec: {parent: root, capability: {nvidia.com/gpu: 1}}
                """);
        BerthKube berth = cluster.berth("--queue-objects", "volcano");
        assertThat(berth.said("reclaimable: false")).singleElement().asString().endsWith("research");
        // One of these is of a PodGroup that is made after it.
        cluster.add(of("r-0", "scheduling.k8s.io/group-name", "train"));
        assertThat(cluster.awaitTold("r-0")).contains("its PodGroup default/train is not there");
        cluster.apply("""
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: PodGroup
                metadata: {name: train, namespace: default}
                spec: {queue: research, minMember: 1}
                """);
        IntStream.range(1, 4).forEach(i -> cluster.add(of("r-" + i, "scheduling.volcano.sh/queue-name", "research")));
        until("as many as it is capable of", () -> boundOf(cluster, "r-") == 3);
        IntStream.range(0, 2).forEach(i -> cluster.add(Cluster.pod("d-" + i).amount(GPU, "1")));
        until("one of those that name none", () -> boundOf(cluster, "d-") == 1);
        String waits = cluster.where().entrySet().stream()
                .filter(pod -> pod.getValue().isEmpty() && pod.getKey().startsWith("r-"))
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(cluster.awaitTold(waits)).contains("its queue, or one above it, is at its limit");
        cluster.api()
                .patch(
                        "/apis/" + GROUP + "/" + VERSION + "/queues/research",
                        Map.of("spec", Map.of("capability", Map.of(GPU, "4"))))
                .well();
        cluster.awaitBound(waits);
    }
}
