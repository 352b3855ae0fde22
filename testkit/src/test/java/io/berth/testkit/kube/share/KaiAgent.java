package io.berth.testkit.kube.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Definitions;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * KAI's binder (kai-scheduler/KAI-Scheduler, pkg/binder): for each GPU group that is named for the first time it has a pod of its own reserve
 * a GPU of the node; then it labels the pod with the group and binds it. A reservation goes with the last pod of its group.
 */
final class KaiAgent implements Agent {
    private static final String REQUESTS = "/apis/scheduling.run.ai/v1alpha2/namespaces/default/bindrequests";
    private static final String RESERVED = "/api/v1/namespaces/kai-resource-reservation/pods";
    private static final String GROUP = "runai-gpu-group";

    /** What a pod gets of each of its groups, by name. */
    private final Map<String, Integer> milli = new TreeMap<>();

    @Override
    public String project() {
        return "kai";
    }

    @Override
    public void offer(Cluster cluster, List<String> nodes, int gpus, long mib) {
        cluster.apply(Definitions.of("scheduling.run.ai", "BindRequest", "bindrequests", "v1alpha2", "Namespaced"));
        Cluster.until(
                "the server serves BindRequests",
                () -> cluster.api().get(REQUESTS).ok());
        // It stays, as no controller would end it.
        cluster.api().post("/api/v1/namespaces", Map.of("metadata", Map.of("name", "kai-resource-reservation")));
        for (String node : nodes) {
            cluster.add(Draft.node(node)
                    .label("at", node)
                    .label("nvidia.com/gpu.memory", Long.toString(mib))
                    .amount("nvidia.com/gpu", Integer.toString(gpus)));
        }
    }

    @Override
    public Draft pod(String name, Random random) {
        Map<String, String> asks = random.nextBoolean()
                ? Map.of("gpu-fraction", String.format(Locale.ROOT, "0.%02d", 5 + random.nextInt(95)))
                : Map.of("gpu-memory", Integer.toString(500 + random.nextInt(12_000)));
        return Cluster.pod(name).metadata("annotations", asks);
    }

    @Override
    public void serve(Cluster cluster) {
        for (Tree request : cluster.api().list(REQUESTS)) {
            Tree spec = request.require("spec");
            String name = spec.require("podName").text();
            String node = cluster.where().get(name);
            if (node == null) {
                // What is of a pod goes with it; nobody else sees to that here.
                cluster.api().delete(REQUESTS + "/" + KubeApi.name(request));
            } else if (node.isEmpty()) {
                assertThat(KubeApi.text(spec, "receivedResourceType")).isEqualTo("Fraction");
                bind(cluster, name, spec);
            }
        }
        release(cluster);
    }

    private void bind(Cluster cluster, String name, Tree spec) {
        String node = spec.require("selectedNode").text();
        List<String> groups = spec.require("selectedGPUGroups").items().stream()
                .map(Tree::text)
                .toList();
        assertThat(groups)
                .hasSize((int) spec.require("receivedGPU").require("count").whole());
        Map<String, Object> labels = new HashMap<>();
        for (String group : groups) {
            if (!cluster.api().get(RESERVED + "/gpu-reservation-" + group).ok()) {
                reserve(cluster, node, group);
            }
            labels.put(groups.size() == 1 ? GROUP : GROUP + "/" + group, group);
        }
        milli.put(
                name,
                new BigDecimal(spec.require("receivedGPU").require("portion").text())
                        .movePointRight(3)
                        .setScale(0, RoundingMode.DOWN)
                        .intValueExact());
        cluster.api()
                .patch(KubeApi.PODS + "/" + name, Map.of("metadata", Map.of("labels", labels)))
                .well();
        cluster.api()
                .post(
                        KubeApi.PODS + "/" + name + "/binding",
                        Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "Binding",
                                "metadata",
                                Map.of("name", name),
                                "target",
                                Map.of("kind", "Node", "name", node)))
                .well();
    }

    private static void reserve(Cluster cluster, String node, String group) {
        Draft pod = Draft.pod("gpu-reservation-" + group, "kai-scheduler")
                .label(GROUP, group)
                .amount("nvidia.com/gpu", "1")
                .spec("nodeName", node);
        cluster.api().post(RESERVED, pod.document()).well();
    }

    private static void release(Cluster cluster) {
        TreeSet<String> used = new TreeSet<>();
        Agent.bound(cluster).forEach(pod -> used.addAll(groups(pod)));
        for (Tree reservation : cluster.api().list(RESERVED)) {
            if (!used.contains(KubeApi.text(reservation, "metadata", "labels", GROUP))) {
                cluster.api().delete(RESERVED + "/" + KubeApi.name(reservation));
            }
        }
    }

    private static List<String> groups(Tree pod) {
        String one = KubeApi.text(pod, "metadata", "labels", GROUP);
        return one.isEmpty() ? List.of() : List.of(one);
    }

    /** A group is one GPU of one node, and a node has no more groups than GPUs: its reservations take whole ones. */
    @Override
    public Map<String, Held> held(Cluster cluster) {
        Map<String, Held> held = Agent.none();
        for (Tree pod : Agent.bound(cluster)) {
            for (String group : groups(pod)) {
                Agent.add(held, Agent.node(pod) + "/" + group, new Held(0, milli.getOrDefault(KubeApi.name(pod), 0)));
            }
        }
        return held;
    }

    @Override
    public void end(Cluster cluster) {
        cluster.api().clear(RESERVED);
        cluster.api().delete(Definitions.PATH + "/bindrequests.scheduling.run.ai");
    }
}
