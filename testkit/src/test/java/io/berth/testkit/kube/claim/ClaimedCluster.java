package io.berth.testkit.kube.claim;

import io.berth.kube.api.ApiClient;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.spec.input.Tree;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.ServerProcess;
import io.berth.testkit.real.UpProcess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Nodes whose devices are offered, and pods that claim them. */
final class ClaimedCluster {
    private static final String DRIVER = "gpu.example.com";
    private static final String GROUP = "/apis/resource.k8s.io/v1/";
    private static final String CLAIMS = GROUP + "namespaces/default/resourceclaims";

    /** Whoever binds nothing for so long is done. */
    private static final long LONGEST_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final ControlPlane plane;
    private final KubeApi api;
    private final int nodes;
    private final int pods;

    ClaimedCluster(ControlPlane plane, int nodes, int pods) {
        this.plane = plane;
        this.api = plane.api();
        this.nodes = nodes;
        this.pods = pods;
    }

    /** Large and small devices by turns, the large ones first. */
    void offer() {
        int each = (pods + nodes - 1) / nodes;
        List<Map<String, Object>> devices = IntStream.range(0, each)
                .mapToObj(i -> Map.<String, Object>of(
                        "name",
                        (large(i) ? "large-" : "small-") + i,
                        "capacity",
                        Map.of("memory", Map.of("value", large(i) ? "80Gi" : "10Gi"))))
                .toList();
        api.post(GROUP + "deviceclasses", Map.of("metadata", Map.of("name", "gpu"), "spec", Map.of()))
                .well();
        api.createAll(
                KubeApi.NODES,
                IntStream.range(0, nodes)
                        .mapToObj(i -> Draft.node("node-" + i).document())
                        .toList());
        api.createAll(
                GROUP + "resourceslices",
                IntStream.range(0, nodes)
                        .mapToObj(i -> slice("node-" + i, devices))
                        .toList());
    }

    private static boolean large(int number) {
        return number % 2 == 0;
    }

    private static Map<String, Object> slice(String node, List<Map<String, Object>> devices) {
        Map<String, Object> pool = Map.of("name", node, "generation", 1, "resourceSliceCount", 1);
        return Map.of(
                "metadata",
                Map.of("name", node),
                "spec",
                Map.of("driver", DRIVER, "pool", pool, "nodeName", node, "devices", devices));
    }

    private static Map<String, Object> claim(int number) {
        String least = large(number) ? "40Gi" : "4Gi";
        String expression = "device.capacity['" + DRIVER + "'].memory.compareTo(quantity('" + least + "')) >= 0";
        Map<String, Object> exactly =
                Map.of("deviceClassName", "gpu", "selectors", List.of(Map.of("cel", Map.of("expression", expression))));
        List<Map<String, Object>> requests = List.of(Map.of("name", "r", "exactly", exactly));
        return Map.of(
                "metadata", Map.of("name", "claim-" + number), "spec", Map.of("devices", Map.of("requests", requests)));
    }

    private static Map<String, Object> pod(int number, String scheduler) {
        return Draft.pod("pod-" + number, scheduler)
                .spec("resourceClaims", List.of(Map.of("name", "c", "resourceClaimName", "claim-" + number)))
                .document();
    }

    /** Makes claims and pods, and waits until all are bound, or nothing is for a while. */
    Bound bind(String scheduler, ServerProcess process) {
        api.createAll(
                CLAIMS, IntStream.range(0, pods).mapToObj(ClaimedCluster::claim).toList());
        UpProcess.pause(2_000);
        Mirror mirror = new Mirror(_ -> true);
        try (ApiClient client = new ApiClient(KubeConfig.read(plane.kubeconfig()));
                Watches watches = Watches.start(client, mirror, System.err::println)) {
            watches.awaitLists();
            double cpuBefore = process.cpuSeconds();
            long began = System.nanoTime();
            api.createAll(
                    KubeApi.PODS,
                    IntStream.range(0, pods).mapToObj(i -> pod(i, scheduler)).toList());
            long bound = 0;
            long last = System.nanoTime();
            double cpu = 0;
            while (bound < pods && System.nanoTime() - last < LONGEST_SILENCE_NANOS) {
                UpProcess.pause(20);
                long now = mirror.pods() - mirror.unbound();
                if (now > bound) {
                    bound = now;
                    last = System.nanoTime();
                    cpu = process.cpuSeconds() - cpuBefore;
                }
            }
            return new Bound(bound, (last - began) / 1e9, cpu, wasted());
        }
    }

    private long wasted() {
        return api.list(CLAIMS).stream()
                .filter(claim -> !large(Integer.parseInt(KubeApi.name(claim).substring("claim-".length()))))
                .filter(claim -> device(claim).startsWith("large-"))
                .count();
    }

    private static String device(Tree claim) {
        Tree status = claim.get("status");
        Tree allocation = status == null ? null : status.get("allocation");
        return allocation == null || allocation.isNull()
                ? ""
                : KubeApi.text(
                        allocation.require("devices").require("results").items().getFirst(), "device");
    }

    /** Pods and claims go. */
    void clear() {
        api.clear(KubeApi.PODS);
        List<String> names = api.list(CLAIMS).stream().map(KubeApi::name).toList();
        names.forEach(name -> api.patch(CLAIMS + "/" + name, Map.of("metadata", Map.of("finalizers", List.of()))));
        api.deleteAll(CLAIMS, names);
    }
}
