package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stock kube-scheduler that asks Berth. */
@OnCluster
class ExtenderOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final int NODES = 64;
    private static final int GPUS = 8;
    private static final int[] SIZES = {1, 2, 1, 4, 1, 1, 2, 1};

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachPodIsBoundWhereBerthSaid(boolean namesOnly, Cluster cluster) {
        createNodes(cluster, NODES);
        try (AskedExtender berth = asked(cluster);
                ServerProcess _ =
                        cluster.plane().startScheduler(berth.configuration("nodeCacheCapable: " + namesOnly))) {
            createPods(cluster, 300);
            until("all are bound", () -> cluster.bound() == 300);

            assertEachWhereBerthSaid(cluster, berth);
            assertThat(gpusByNode(cluster).values()).allMatch(gpus -> gpus <= GPUS);
            assertThat(gpusByNode(cluster)).as("489 GPUs, packed").hasSize(62);
            assertThat(berth.wrong()).isEmpty();
        }
    }

    @Test
    void roomThatNobodyElseCountsIsNotGivenAwayTwice(Cluster cluster) {
        createNodes(cluster, 4);
        try (AskedExtender berth = asked(cluster);
                ServerProcess _ = cluster.plane().startScheduler(berth.configuration("""
                                nodeCacheCapable: true
                                managedResources: [{name: nvidia.com/gpu, ignoredByScheduler: true}]
                                """))) {
            createPods(cluster, 100);
            until(
                    "as many are bound as there is room for",
                    () -> gpusByNode(cluster).values().stream()
                                    .mapToInt(gpus -> gpus)
                                    .sum()
                            >= 4 * GPUS);
            until(
                    "the others are told by Berth",
                    () -> cluster.where().entrySet().stream()
                            .filter(pod -> pod.getValue().isEmpty())
                            .allMatch(
                                    pod -> cluster.told(pod.getKey()).contains("4 Berth: not enough nvidia.com/gpu")));

            assertThat(gpusByNode(cluster).values()).hasSize(4).allMatch(gpus -> gpus == GPUS);
            assertEachWhereBerthSaid(cluster, berth);
        }
    }

    @Test
    void berthBindsWhereItIsAskedTo(Cluster cluster) {
        createNodes(cluster, 6);
        try (AskedExtender berth = asked(cluster, "--bind", "on");
                ServerProcess _ = cluster.plane()
                        .startScheduler(berth.configuration("nodeCacheCapable: true\nbindVerb: bind\n"))) {
            createPods(cluster, 24);
            until("all are bound", () -> cluster.bound() == 24);

            assertThat(berth.calls("bind")).isEqualTo(24);
            assertThat(berth.process().lines()).noneMatch(line -> line.contains("cannot"));
            assertEachWhereBerthSaid(cluster, berth);
            assertThat(gpusByNode(cluster).values()).allMatch(gpus -> gpus <= GPUS);
        }
    }

    @Test
    void thoseWhomBerthWouldStopMakeRoom(Cluster cluster) {
        cluster.kubelets();
        createNodes(cluster, 2);
        cluster.apply("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: urgent}
                value: 1000
                """);
        try (AskedExtender berth =
                        asked(cluster, "--strategy", "{order: priority, place: best-fit, preempt: by-order}");
                ServerProcess _ = cluster.plane().startScheduler(berth.configuration("nodeCacheCapable: true"))) {
            cluster.api()
                    .createAll(
                            KubeApi.PODS,
                            Draft.many(
                                    2 * GPUS,
                                    i -> Draft.pod("low" + i, "default-scheduler")
                                            .amount(GPU, "1")));
            until("the nodes are full", () -> cluster.bound() == 2 * GPUS);
            cluster.add(Draft.pod("high", "default-scheduler")
                    .spec("priorityClassName", "urgent")
                    .amount(GPU, "2"));
            cluster.awaitBound("high");

            assertThat(berth.calls("preempt")).isPositive();
            assertThat(berth.wrong()).isEmpty();
            assertThat(cluster.where()).as("as few as need be made room").hasSize(2 * GPUS - 2 + 1);
        }
    }

    /** Of an account with the rights that the guide names. */
    private AskedExtender asked(Cluster cluster, String... options) {
        String binds = """
                  - {apiGroups: [""], resources: [pods], verbs: [get]}
                  - {apiGroups: [""], resources: [pods/binding], verbs: [create]}
                """;
        cluster.apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: extender, namespace: kube-system}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: extender}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: extender}
                subjects: [{kind: ServiceAccount, name: extender, namespace: kube-system}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: extender}
                rules:
                  - {apiGroups: [""], resources: [nodes, pods, namespaces, persistentvolumeclaims, persistentvolumes], verbs: [list, watch]}
                  - {apiGroups: [storage.k8s.io], resources: [storageclasses, csinodes, csidrivers, csistoragecapacities], verbs: [list, watch]}
                  - {apiGroups: [resource.k8s.io], resources: [resourceslices, devicetaintrules, deviceclasses, resourceclaims], verbs: [list, watch]}
                """ + (List.of(options).contains("--bind") ? binds : ""));
        String token = cluster.plane().serviceAccountToken("kube-system", "extender");
        return new AskedExtender(
                folder,
                cluster.plane().kubeconfig("extender", token, cluster.plane().address()),
                options);
    }

    private static void createNodes(Cluster cluster, int count) {
        cluster.api()
                .createAll(KubeApi.NODES, Draft.many(count, i -> node("n" + i).amount(GPU, Integer.toString(GPUS))));
    }

    private static void createPods(Cluster cluster, int count) {
        List<Map<String, Object>> pods = Draft.many(
                count,
                i -> Draft.pod("p" + i, "default-scheduler")
                        .amount("cpu", "1")
                        .amount(GPU, Integer.toString(SIZES[i % SIZES.length])));
        cluster.api().createAll(KubeApi.PODS, pods);
    }

    private static void assertEachWhereBerthSaid(Cluster cluster, AskedExtender berth) {
        for (Tree pod : cluster.api().list(KubeApi.PODS)) {
            String node = KubeApi.text(pod, "spec", "nodeName");
            if (!node.isEmpty()) {
                assertThat(node).as(KubeApi.name(pod)).isEqualTo(berth.bestFor(KubeApi.text(pod, "metadata", "uid")));
            }
        }
    }

    private static Map<String, Integer> gpusByNode(Cluster cluster) {
        Map<String, Integer> gpus = new TreeMap<>();
        cluster.where().forEach((pod, node) -> {
            if (!node.isEmpty()) {
                gpus.merge(node, SIZES[Integer.parseInt(pod.substring(1)) % SIZES.length], Integer::sum);
            }
        });
        return gpus;
    }
}
