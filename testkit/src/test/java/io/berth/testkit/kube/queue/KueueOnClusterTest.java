package io.berth.testkit.kube.queue;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Definitions;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.OnCluster;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queues of Kueue, whose controller does not run: quotas, borrowing, flavors, who names what; by watch. */
@OnCluster
class KueueOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";
    static final String GROUP = "kueue.x-k8s.io";
    static final String VERSION = "v1beta2";
    private static final String SHARING =
            "{order: priority, place: best-fit, backfill: greedy, share: drf, reclaim: any}";
    static final Map<String, String> KINDS = Map.of(
            "ClusterQueue", "clusterqueues",
            "LocalQueue", "localqueues",
            "Cohort", "cohorts",
            "ResourceFlavor", "resourceflavors");

    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";

    /** Two teams of one cohort; what the settings of Kueue's page "cohort" say. */
    private static final String QUEUES = """
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ResourceFlavor
            metadata: {name: default-flavor}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: team-a}
            spec:
              namespaceSelector: {}
              cohortName: all
              resourceGroups:
                - coveredResources: [nvidia.com/gpu]
                  flavors:
                    - name: default-flavor
                      resources: [{name: nvidia.com/gpu, nominalQuota: 4, borrowingLimit: 2}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: team-b}
            spec:
              namespaceSelector: {}
              cohortName: all
              resourceGroups:
                - coveredResources: [nvidia.com/gpu]
                  flavors:
                    - name: default-flavor
                      resources: [{name: nvidia.com/gpu, nominalQuota: 4}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: a, namespace: default}
            spec: {clusterQueue: team-a}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: b, namespace: default}
            spec: {clusterQueue: team-b}
            """;

    @BeforeEach
    void define(Cluster cluster) {
        KINDS.forEach((kind, plural) -> cluster.apply(
                Definitions.of(GROUP, kind, plural, VERSION, kind.equals("LocalQueue") ? "Namespaced" : "Cluster")));
        KINDS.values()
                .forEach(plural -> until(
                        "it is served", () -> cluster.api().get(all(plural)).ok()));
    }

    @AfterEach
    void forget(Cluster cluster) {
        KINDS.values().forEach(plural -> cluster.api().delete(Definitions.PATH + "/" + plural + "." + GROUP));
        KINDS.values()
                .forEach(plural -> until(
                        "it is gone", () -> !cluster.api().get(all(plural)).ok()));
        cluster.api().clear(JOBS);
    }

    private static String all(String plural) {
        return "/apis/" + GROUP + "/" + VERSION + "/" + plural;
    }

    private static Draft of(String name, String queue, int gpus) {
        return Cluster.pod(name).label("kueue.x-k8s.io/queue-name", queue).amount(GPU, Integer.toString(gpus));
    }

    private static long boundOf(Cluster cluster, String prefix) {
        return cluster.where().entrySet().stream()
                .filter(pod ->
                        pod.getKey().startsWith(prefix) && !pod.getValue().isEmpty())
                .count();
    }

    @Test
    void aQueueHasItsQuotaBorrowsAsFarAsItMayAndGivesBack(Cluster cluster) {
        cluster.add(node("n1").amount(GPU, "8"));
        cluster.kubelets();
        cluster.apply(QUEUES);
        cluster.berth("--queue-objects", "kueue", "--strategy", SHARING);
        IntStream.range(0, 4).forEach(i -> cluster.add(of("a-" + i, "a", 2)));
        until("it has its quota and what it may borrow", () -> boundOf(cluster, "a-") == 3);
        String waits = IntStream.range(0, 4)
                .mapToObj(i -> "a-" + i)
                .filter(name -> cluster.where().get(name).isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(cluster.awaitTold(waits)).contains("its queue has borrowed as much as it may");

        // Somebody raises the limit.
        Map<String, Object> more = Map.of("name", GPU, "nominalQuota", 4, "borrowingLimit", 4);
        cluster.api()
                .patch(
                        all("clusterqueues") + "/team-a",
                        Map.of(
                                "spec",
                                Map.of(
                                        "resourceGroups",
                                        List.of(Map.of(
                                                "coveredResources",
                                                List.of(GPU),
                                                "flavors",
                                                List.of(Map.of(
                                                        "name", "default-flavor", "resources", List.of(more))))))))
                .well();
        cluster.awaitBound(waits);

        // What was lent comes back to whose it is, and no more than that.
        IntStream.range(0, 3).forEach(i -> cluster.add(of("b-" + i, "b", 2)));
        until("its quota is back", () -> boundOf(cluster, "b-") == 2);
        assertThat(boundOf(cluster, "a-")).isEqualTo(2);
        String last = IntStream.range(0, 3)
                .mapToObj(i -> "b-" + i)
                .filter(name -> cluster.where().get(name).isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(cluster.awaitTold(last)).contains("the quota of its queue is used up");
    }

    @Test
    void aPodIsInTheQueueThatItOrItsJobNamesAndOtherwiseHearsWhy(Cluster cluster) {
        cluster.add(node("n1").amount(GPU, "8"));
        cluster.apply(QUEUES);
        BerthKube berth = cluster.berth("--queue-objects", "kueue", "--strategy", SHARING);
        cluster.add(of("odd", "c", 1), Cluster.pod("none").amount(GPU, "1"));
        assertThat(cluster.awaitTold("odd")).contains("there is no LocalQueue default/c");
        assertThat(cluster.awaitTold("none")).contains("names no LocalQueue by the label kueue.x-k8s.io/queue-name");

        // The Job says it; the pod may be heard of first.
        String uid =
                KubeApi.text(cluster.api().post(JOBS, job("train", "b")).well().tree(), "metadata", "uid");
        Map<String, Object> owner =
                Map.of("apiVersion", "batch/v1", "kind", "Job", "name", "train", "uid", uid, "controller", true);
        cluster.add(Cluster.pod("train-1")
                .metadata("ownerReferences", List.of(owner))
                .amount(GPU, "1"));
        cluster.awaitBound("train-1");
        until("it is of team-b", () -> held(berth, "team-b") == 1);

        // One that is made later takes in who waited for it, and a queue that is held nobody.
        cluster.apply("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: LocalQueue
                metadata: {name: c, namespace: default}
                spec: {clusterQueue: team-b}
                """);
        cluster.awaitBound("odd");
        cluster.api()
                .patch(all("clusterqueues") + "/team-b", Map.of("spec", Map.of("stopPolicy", "Hold")))
                .well();
        cluster.add(of("late", "b", 1));
        assertThat(cluster.awaitTold("late")).contains("ClusterQueue team-b is held (stopPolicy Hold)");
        assertThat(cluster.where().get("odd")).isNotEmpty();
    }

    /** How many GPUs the jobs of {@code queue} hold. */
    private static double held(BerthKube berth, String queue) {
        return JsonReader.read(Source.text("queues", berth.page("/api/v1/queues"))).require("queues").items().stream()
                .filter(row -> row.require("name").text().equals(queue))
                .mapToDouble(row -> row.require("gpus_held").number())
                .sum();
    }

    private static Map<String, Object> job(String name, String queue) {
        return Map.of(
                "apiVersion",
                "batch/v1",
                "kind",
                "Job",
                "metadata",
                Map.of("name", name, "labels", Map.of("kueue.x-k8s.io/queue-name", queue)),
                "spec",
                Map.of(
                        "template",
                        Map.of(
                                "spec",
                                Map.of(
                                        "restartPolicy",
                                        "Never",
                                        "containers",
                                        List.of(Map.of("name", "main", "image", "none"))))));
    }

    @Test
    void cohortsOfCohortsShareAndFlavorsSayOnWhichNodes(Cluster cluster) {
        cluster.add(
                node("spot").amount(GPU, "4").label("pool", "spot"),
                node("own").amount(GPU, "8").label("pool", "own"));
        cluster.apply("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ResourceFlavor
                metadata: {name: spot}
                spec: {nodeLabels: {pool: spot}}
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Cohort
                metadata: {name: lab}
                spec:
                  parentName: house
                  resourceGroups:
                    - coveredResources: [nvidia.com/gpu]
                      flavors: [{name: spot, resources: [{name: nvidia.com/gpu, nominalQuota: 1}]}]
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: lab-a}
                spec:
                  namespaceSelector: {}
                  cohortName: lab
                  resourceGroups:
                    - coveredResources: [nvidia.com/gpu]
                      flavors: [{name: spot, resources: [{name: nvidia.com/gpu, nominalQuota: 1}]}]
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: other}
                spec:
                  namespaceSelector: {}
                  cohortName: house
                  resourceGroups:
                    - coveredResources: [nvidia.com/gpu]
                      flavors: [{name: spot, resources: [{name: nvidia.com/gpu, nominalQuota: 1, lendingLimit: 0}]}]
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: LocalQueue
                metadata: {name: default, namespace: default}
                spec: {clusterQueue: lab-a}
                """);
        cluster.berth("--queue-objects", "kueue", "--strategy", SHARING);
        IntStream.range(0, 3).forEach(i -> cluster.add(Cluster.pod("p-" + i).amount(GPU, "1")));
        until("its own and that of its cohort", () -> boundOf(cluster, "p-") == 2);
        assertThat(cluster.where().values()).containsOnly("", "spot");
        String waits = cluster.where().entrySet().stream()
                .filter(pod -> pod.getValue().isEmpty())
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(cluster.awaitTold(waits)).contains("the quota of its queue is used up");
    }
}
