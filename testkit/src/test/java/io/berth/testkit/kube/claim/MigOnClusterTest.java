package io.berth.testkit.kube.claim;

import static io.berth.testkit.kube.Cluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.spec.mig.MigChips;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.OnCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Slices of GPUs as NVIDIA's drivers offer them: partitions that share counters, as its driver of dynamic resource allocation publishes
 * them with MIG made as it is needed; instances that are there; and resources of its device plugin where mig-parted cut the GPUs.
 */
@OnCluster
class MigOnClusterTest {
    /** Of an A100 with 40 GB: with the memory slices, all that an instance takes. */
    private static final List<MigProfile> PROFILES = MigChips.ofDevice("20B0").profiles();

    private static final String CLASSES = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu.nvidia.com}
            spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: mig.nvidia.com}
            spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'"}}]}
            """;

    /** As the driver's guide asks for instances of one GPU: a request for each, all with the same parent. */
    private static final String FOUR_OF_ONE = """
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: mig-devices}
            spec:
              devices:
                requests:
                  - {name: mig-1g-5gb-0, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '1g.5gb'"}}]}}
                  - {name: mig-1g-5gb-1, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '1g.5gb'"}}]}}
                  - {name: mig-2g-10gb, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '2g.10gb'"}}]}}
                  - {name: mig-3g-20gb, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '3g.20gb'"}}]}}
                constraints:
                  - {requests: [], matchAttribute: gpu.nvidia.com/parentUUID}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: four-of-one}
            spec:
              schedulerName: berth
              resourceClaims: [{name: mig-devices, resourceClaimName: mig-devices}]
              containers:
                - {name: ctr0, image: ubuntu, resources: {claims: [{name: mig-devices, request: mig-1g-5gb-0}]}}
                - {name: ctr1, image: ubuntu, resources: {claims: [{name: mig-devices, request: mig-1g-5gb-1}]}}
                - {name: ctr2, image: ubuntu, resources: {claims: [{name: mig-devices, request: mig-2g-10gb}]}}
                - {name: ctr3, image: ubuntu, resources: {claims: [{name: mig-devices, request: mig-3g-20gb}]}}
            """;

    /** A device class that stands for a resource, and a pod that asks for that, as in the driver's demo of extended resources. */
    private static final String BY_NAME = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: mig-1g-5gb.gpu.nvidia.com}
            spec:
              selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig' && device.attributes['gpu.nvidia.com'].profile == '1g.5gb'"}}]
              extendedResourceName: nvidia.com/gpu
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: by-name}
            spec:
              schedulerName: berth
              containers: [{name: cuda-container, image: cuda, resources: {limits: {nvidia.com/gpu: "1"}}}]
              tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
            """;

    private static String set(int gpu) {
        return "gpu-" + gpu + "-counter-set";
    }

    /** Of a whole GPU, or of an instance of {@code profile} that begins at {@code start}. */
    private static Map<String, Object> counters(int compute, long memory, int start, int slices) {
        Map<String, Object> counters = new TreeMap<>();
        counters.put("multiprocessors", Map.of("value", Integer.toString(14 * compute)));
        counters.put("memory", Map.of("value", Long.toString(memory)));
        for (int slice = start; slice < start + slices; slice++) {
            counters.put("memory-slice-" + slice, Map.of("value", "1"));
        }
        return counters;
    }

    private static Map<String, Object> text(String value) {
        return Map.of("string", value);
    }

    private static Map<String, Object> whole(int gpu) {
        return Map.of(
                "name",
                "gpu-" + gpu,
                "attributes",
                Map.of("type", text("gpu"), "uuid", text("GPU-" + gpu), "productName", text("NVIDIA A100-SXM4-40GB")),
                "capacity",
                Map.of("memory", Map.of("value", "40Gi")),
                "consumesCounters",
                List.of(Map.of("counterSet", set(gpu), "counters", counters(7, 40L << 30, 0, 8))));
    }

    private static Map<String, Object> partition(int gpu, MigProfile profile, int number, int start) {
        return Map.of(
                "name",
                "gpu-" + gpu + "-mig-" + profile.name().replace(".", "").replace("+", "") + "-" + number + "-" + start,
                "attributes",
                Map.of("type", text("mig"), "parentUUID", text("GPU-" + gpu), "profile", text(profile.name())),
                "capacity",
                Map.of("memory", Map.of("value", Long.toString(profile.memoryBytes()))),
                "consumesCounters",
                List.of(Map.of(
                        "counterSet",
                        set(gpu),
                        "counters",
                        counters(profile.compute(), profile.memoryBytes(), start, profile.slices()))));
    }

    /** The slices of the node {@code n1}: one with the counters, one for each GPU. */
    private static void offer(Cluster cluster, int gpus) {
        List<Map<String, Object>> sets = IntStream.range(0, gpus)
                .mapToObj(gpu -> Map.<String, Object>of("name", set(gpu), "counters", counters(7, 40L << 30, 0, 8)))
                .toList();
        slice(cluster, "counters", gpus + 1, Map.of("sharedCounters", sets));
        for (int gpu = 0; gpu < gpus; gpu++) {
            List<Map<String, Object>> devices = new ArrayList<>(List.of(whole(gpu)));
            for (int number = 0; number < PROFILES.size(); number++) {
                MigProfile profile = PROFILES.get(number);
                for (int start : profile.starts()) {
                    devices.add(partition(gpu, profile, number, start));
                }
            }
            slice(cluster, "gpu-" + gpu, gpus + 1, Map.of("devices", devices));
        }
    }

    /** One of {@code slices} slices of the node {@code n1}. */
    private static void slice(Cluster cluster, String name, int slices, Map<String, Object> content) {
        Map<String, Object> spec = new TreeMap<>(content);
        spec.put("driver", "gpu.nvidia.com");
        spec.put("nodeName", "n1");
        spec.put("pool", Map.of("name", "n1", "generation", 1, "resourceSliceCount", slices));
        cluster.api()
                .post(Claimed.SLICES, Map.of("metadata", Map.of("name", "n1-" + name), "spec", spec))
                .well();
    }

    private static String claim(String name, String kind, String profile) {
        String selectors = profile.isEmpty()
                ? ""
                : ", selectors: [{cel: {expression: \"device.attributes['gpu.nvidia.com'].profile == '" + profile
                        + "'\"}}]";
        return """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: NAME}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: CLASSSELECTORS}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: NAME}
                spec:
                  schedulerName: berth
                  resourceClaims: [{name: c, resourceClaimName: NAME}]
                  containers: [{name: main, image: none, resources: {claims: [{name: c}]}}]
                """.replace("NAME", name).replace("CLASS", kind).replace("SELECTORS", selectors);
    }

    /** Which memory slices of which GPU are taken, each once: nobody has one of another. */
    private static void nothingIsGivenTwice(Cluster cluster) {
        Map<String, String> taken = new TreeMap<>();
        for (String claim :
                cluster.api().list(Claimed.CLAIMS).stream().map(KubeApi::name).toList()) {
            for (String device : Claimed.has(cluster, claim)) {
                String[] words = device.split("-");
                String gpu = words[1];
                int start = words.length == 2 ? 0 : Integer.parseInt(words[5]);
                int size = words.length == 2
                        ? 8
                        : PROFILES.get(Integer.parseInt(words[4])).slices();
                for (int slice = start; slice < start + size; slice++) {
                    assertThat(taken.put(gpu + "/" + slice, claim))
                            .as("slice %s of GPU %s, which %s has too", slice, gpu, claim)
                            .isNull();
                }
            }
        }
    }

    @Test
    void instancesOfOneGpuAreFoundTogetherAndLargeOnesStayPossible(Cluster cluster) {
        cluster.add(Draft.node("n1"));
        offer(cluster, 2);
        cluster.apply(CLASSES + FOUR_OF_ONE);
        cluster.berth();
        cluster.awaitBound("four-of-one");
        assertThat(Claimed.has(cluster, "mig-devices"))
                .hasSize(4)
                .extracting(device -> device.split("-")[1])
                .containsOnly("0");

        // All of the other GPU is still there, for whoever wants it whole.
        cluster.apply(claim("seven", "mig.nvidia.com", "7g.40gb"));
        cluster.awaitBound("seven");
        cluster.apply(claim("whole", "gpu.nvidia.com", ""));
        assertThat(cluster.awaitTold("whole")).contains("1 node");
        nothingIsGivenTwice(cluster);
        cluster.api().delete(KubeApi.PODS + "/seven");
        Claimed.free(cluster, "seven");
        cluster.awaitBound("whole");
        assertThat(Claimed.has(cluster, "whole")).containsExactly("gpu-1");
        nothingIsGivenTwice(cluster);
        Claimed.forget(cluster);
    }

    @Test
    void smallInstancesAreCutWhereTheyLeaveMostAndAreNeverGivenTwice(Cluster cluster) {
        cluster.add(Draft.node("n1"));
        offer(cluster, 2);
        cluster.apply(CLASSES);
        cluster.berth();
        cluster.apply(claim("p0", "mig.nvidia.com", "1g.5gb"));
        cluster.awaitBound("p0");
        // Slice 7 is of use to none but those that begin at 6 or before: a first small instance goes to 5.
        assertThat(Claimed.has(cluster, "p0").getFirst()).endsWith("-5").startsWith("gpu-0-mig-1g5gb-");
        cluster.apply(claim("three", "mig.nvidia.com", "3g.20gb"));
        cluster.awaitBound("three");
        cluster.apply(claim("four", "mig.nvidia.com", "4g.20gb"));
        cluster.awaitBound("four");
        for (int i = 1; i < 12; i++) {
            cluster.apply(claim("p" + i, "mig.nvidia.com", "1g.5gb"));
        }
        Cluster.until(
                "all are placed or told",
                () -> IntStream.range(1, 12)
                        .allMatch(
                                i -> !cluster.where().getOrDefault("p" + i, "").isEmpty()
                                        || !cluster.told("p" + i).isEmpty()));
        nothingIsGivenTwice(cluster);
        // Of the sixteen slices the large ones have eight; slice 7 is of use to no small one.
        long placed = cluster.where().entrySet().stream()
                .filter(pod -> pod.getKey().startsWith("p") && !pod.getValue().isEmpty())
                .count();
        assertThat(placed).isBetween(6L, 8L);
        Claimed.forget(cluster);
    }

    @Test
    void anInstanceThatIsThereIsHadByTheNameOfAResource(Cluster cluster) {
        cluster.add(Draft.node("n1"));
        List<Map<String, Object>> devices = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            devices.add(Map.of(
                    "name",
                    "gpu-0-mig-1g5gb-19-" + i,
                    "attributes",
                    Map.of(
                            "type",
                            text("mig"),
                            "parentUUID",
                            text("GPU-0"),
                            "profile",
                            text("1g.5gb"),
                            "uuid",
                            text("MIG-" + i)),
                    "capacity",
                    Map.of("memory", Map.of("value", "4864Mi"), "memorySlice" + i, Map.of("value", "1"))));
        }
        slice(cluster, "devices", 1, Map.of("devices", devices));
        cluster.apply(BY_NAME);
        cluster.berth();
        cluster.awaitBound("by-name");
        String claim = cluster.api().list(Claimed.CLAIMS).stream()
                .map(KubeApi::name)
                .findFirst()
                .orElseThrow();
        assertThat(Claimed.has(cluster, claim)).hasSize(1).first().asString().startsWith("gpu-0-mig-1g5gb-19-");
        assertThat(KubeApi.text(cluster.get("by-name"), "status", "extendedResourceClaimStatus", "resourceClaimName"))
                .isEqualTo(claim);
        Claimed.forget(cluster);
    }

    @Test
    void whatMigPartedCutIsAResourceByItsName(Cluster cluster) {
        // The layout all-balanced of mig-parted on an A100, as its label says, and as the device plugin offers it.
        cluster.add(Draft.node("balanced")
                .label("nvidia.com/mig.config", "all-balanced")
                .label("nvidia.com/mig.config.state", "success")
                .label("nvidia.com/mig.strategy", "mixed")
                .amount("nvidia.com/mig-1g.5gb", "2")
                .amount("nvidia.com/mig-2g.10gb", "1")
                .amount("nvidia.com/mig-3g.20gb", "1"));
        cluster.add(Draft.node("whole").amount("nvidia.com/gpu", "1"));
        cluster.berth();
        cluster.add(
                pod("a").amount("nvidia.com/mig-1g.5gb", "1"),
                pod("b").amount("nvidia.com/mig-1g.5gb", "1"),
                pod("large").amount("nvidia.com/mig-3g.20gb", "1"),
                pod("gpu").amount("nvidia.com/gpu", "1"));
        assertThat(List.of("a", "b", "large", "gpu"))
                .extracting(cluster::awaitBound)
                .containsExactly("balanced", "balanced", "balanced", "whole");
        cluster.add(pod("more").amount("nvidia.com/mig-1g.5gb", "1"));
        assertThat(cluster.awaitTold("more")).contains("not enough nvidia.com/mig-1g.5gb");
    }
}
