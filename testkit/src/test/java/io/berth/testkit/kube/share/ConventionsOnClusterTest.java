package io.berth.testkit.kube.share;

import static io.berth.testkit.kube.Cluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.OnCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the guides of four projects, and of NVIDIA's device plugin, have people write: each becomes what the project's own programs expect,
 * and however many ask, no device is given twice.
 */
@OnCluster
class ConventionsOnClusterTest {
    private static final long MIB = 16_384;

    /**
     * A pod of a guide, by itself on a node of two GPUs.
     *
     * @param guide the file or page that has it
     * @param asks annotations, as YAML
     * @param limits of its container, as YAML
     * @param told what stands in the annotation that the agent reads, as a pattern; or what the pod is told that waits
     */
    private record Row(String guide, String asks, String limits, String told, boolean waits) {
        static Row given(String guide, String asks, String limits, String told) {
            return new Row(guide, asks, limits, told, false);
        }

        static Row waiting(String guide, String asks, String limits, String told) {
            return new Row(guide, asks, limits, told, true);
        }

        String manifest(int number) {
            return """
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: pNUMBER, annotations: {ASKS}}
                    spec:
                      schedulerName: berth
                      nodeSelector: {at: nNUMBER}
                      containers:
                        - {name: ubuntu-container, image: "ubuntu:22.04", command: [sleep, "86400"], resources: {limits: {LIMITS}}}
                    """.replace("NUMBER", Integer.toString(number))
                    .replace("ASKS", asks)
                    .replace("LIMITS", limits);
        }
    }

    private static final List<Row> OF_HAMI = List.of(
            Row.given(
                    "default_use",
                    "",
                    "nvidia.com/gpu: 2, nvidia.com/gpumem: 3000, nvidia.com/gpucores: 30",
                    "GPU-n0-0,NVIDIA,3000,30:GPU-n0-1,NVIDIA,3000,30:;"),
            Row.given(
                    "use_memory_fraction",
                    "",
                    "nvidia.com/gpu: 2, nvidia.com/gpumem-percentage: 50, nvidia.com/gpucores: 30",
                    "GPU-n1-0,NVIDIA,8192,30:GPU-n1-1,NVIDIA,8192,30:;"),
            Row.given(
                    "use_exclusive_card",
                    "",
                    "nvidia.com/gpu: 2, nvidia.com/gpumem-percentage: 100, nvidia.com/gpucores: 100",
                    "GPU-n2-0,NVIDIA,16384,100:GPU-n2-1,NVIDIA,16384,100:;"),
            Row.given("use_as_normal", "", "nvidia.com/gpu: 2", "GPU-n3-0,NVIDIA,16384,0:GPU-n3-1,NVIDIA,16384,0:;"),
            Row.given("example", "", "nvidia.com/gpu: 1, nvidia.com/gpumem: 3000", "GPU-n4-[01],NVIDIA,3000,0:;"),
            Row.given(
                    "use_sharing_card",
                    "",
                    "nvidia.com/gpu: 1, nvidia.com/gpumem-percentage: 40, nvidia.com/gpucores: 60",
                    "GPU-n5-[01],NVIDIA,6553,60:;"),
            Row.given(
                    "specify_card_type_to_use",
                    "nvidia.com/use-gputype: \"A100,V100\"",
                    "nvidia.com/gpu: 2",
                    "GPU-n6-0,NVIDIA,16384,0:GPU-n6-1,NVIDIA,16384,0:;"),
            Row.given(
                    "specify_scheduling_policy",
                    "hami.io/node-scheduler-policy: spread, hami.io/gpu-scheduler-policy: binpack",
                    "nvidia.com/gpu: 1",
                    "GPU-n7-[01],NVIDIA,16384,0:;"),
            Row.waiting(
                    "specify_card_type_not_use",
                    "nvidia.com/nouse-gputype: \"1080,V100\"",
                    "nvidia.com/gpu: 2",
                    "no device that is shared is of a type that it asks for"),
            Row.waiting(
                    "specify_uuid_to_use",
                    "nvidia.com/use-gpuuuid: GPU-123456",
                    "nvidia.com/gpu: 1",
                    "nvidia.com/use-gpuuuid for single devices"),
            Row.waiting(
                    "specify_index_to_use",
                    "nvidia.com/use-gpuindexes: \"0,1\"",
                    "nvidia.com/gpu: 1",
                    "nvidia.com/use-gpuindexes for single devices"),
            Row.waiting(
                    "dynamic_mig_example",
                    "nvidia.com/vgpu-mode: mig",
                    "nvidia.com/gpu: 2, nvidia.com/gpumem: 8000",
                    "instances of devices are not made here"));

    private static final List<Row> OF_VOLCANO = List.of(
            Row.given(
                    "vgpu-case01",
                    "",
                    "volcano.sh/vgpu-number: 2, volcano.sh/vgpu-memory: 3000",
                    "GPU-n0-0,NVIDIA,3000,0:GPU-n0-1,NVIDIA,3000,0:"),
            Row.given(
                    "vgpu-case02",
                    "",
                    "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 10240",
                    "GPU-n1-[01],NVIDIA,10240,0:"),
            Row.given(
                    "gpu_virtualization",
                    "volcano.sh/vgpu-mode: hami-core",
                    "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-cores: 50, volcano.sh/vgpu-memory: 3000",
                    "GPU-n2-[01],NVIDIA,3000,50:"),
            Row.waiting(
                    "gpu_virtualization, MIG",
                    "volcano.sh/vgpu-mode: mig",
                    "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 8000",
                    "instances of devices are not made here"));

    private static final List<Row> OF_KOORDINATOR = List.of(
            Row.given(
                    "device-scheduling-gpu-share-with-hami",
                    "",
                    "koordinator.sh/gpu.shared: 1, koordinator.sh/gpu-core: 50, koordinator.sh/gpu-memory-ratio: 50",
                    "\\{\"gpu\":\\[\\{\"minor\":[01],\"resources\":\\{\"koordinator.sh/gpu-core\":\"50\",\"koordinator.sh/gpu-memory\":"
                            + "\"8192Mi\",\"koordinator.sh/gpu-memory-ratio\":\"50\"\\}\\}\\]\\}"),
            Row.given(
                    "fine-grained-device-scheduling, two whole",
                    "",
                    "koordinator.sh/gpu-core: 200, koordinator.sh/gpu-memory-ratio: 200",
                    ".*\"minor\":0,.*\"koordinator.sh/gpu-memory-ratio\":\"100\".*\"minor\":1,.*"),
            Row.given(
                    "fine-grained-device-scheduling, nvidia.com/gpu",
                    "",
                    "nvidia.com/gpu: 1",
                    ".*\"minor\":[01],.*\"100\".*"),
            Row.given(
                    "fine-grained-device-scheduling, by memory",
                    "",
                    "koordinator.sh/gpu.shared: 1, koordinator.sh/gpu-core: 10, koordinator.sh/gpu-memory: 1Gi",
                    ".*\"koordinator.sh/gpu-memory\":\"1024Mi\".*"),
            Row.waiting(
                    "fine-grained-device-scheduling, without memory",
                    "",
                    "koordinator.sh/gpu.shared: 1, koordinator.sh/gpu-core: 50",
                    "without koordinator.sh/gpu-memory or koordinator.sh/gpu-memory-ratio"));

    private static void rows(Cluster cluster, Agent agent, List<Row> rows, String annotation) {
        List<String> nodes =
                IntStream.range(0, rows.size()).mapToObj(i -> "n" + i).toList();
        agent.offer(cluster, nodes, 2, MIB);
        cluster.berth("--shares", agent.project());
        StringBuilder manifests = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            manifests.append(rows.get(i).manifest(i));
        }
        cluster.apply(manifests.toString());
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.waits) {
                assertThat(cluster.awaitTold("p" + i)).as(row.guide).contains(row.told);
            } else {
                assertThat(cluster.awaitBound("p" + i)).as(row.guide).isEqualTo("n" + i);
                assertThat(Agent.annotation(cluster.get("p" + i), annotation))
                        .as(row.guide)
                        .matches(row.told);
            }
        }
        agent.serve(cluster);
        agent.end(cluster);
    }

    @Test
    void whatHamisExamplesAskForIsToldAsItsPluginReadsIt(Cluster cluster) {
        rows(cluster, new HamiAgent(), OF_HAMI, "hami.io/vgpu-devices-to-allocate");
    }

    @Test
    void whatVolcanosGuideAsksForIsToldAsItsPluginReadsIt(Cluster cluster) {
        rows(cluster, new VolcanoAgent(), OF_VOLCANO, "volcano.sh/vgpu-ids-new");
    }

    @Test
    void whatKoordinatorsGuideAsksForIsToldAsItsAgentReadsIt(Cluster cluster) {
        rows(cluster, new KoordinatorAgent(), OF_KOORDINATOR, "scheduling.koordinator.sh/device-allocated");
    }

    @Test
    void kaisBinderIsAskedForWhatItsGuideHas(Cluster cluster) {
        KaiAgent agent = new KaiAgent();
        agent.offer(cluster, List.of("n0"), 2, MIB);
        cluster.berth("--shares", "kai");
        String path = "/apis/scheduling.run.ai/v1alpha2/namespaces/default/bindrequests/";
        Map<String, Map<String, String>> guide = new TreeMap<>(Map.of(
                "gpu-sharing", Map.of("gpu-fraction", "0.5"),
                "gpu-memory", Map.of("gpu-memory", "2000"),
                "gpu-sharing-non-default",
                        Map.of("gpu-fraction", "0.5", "gpu-fraction-container-name", "gpu-workload")));
        guide.forEach((name, asks) -> cluster.add(pod(name)
                .metadata("annotations", asks)
                .spec(
                        "containers",
                        List.of(
                                Draft.container("sidecar", Map.of("memory", "128Mi")),
                                Draft.container("gpu-workload", Map.of("memory", "1Gi"))))));
        for (String name : guide.keySet()) {
            Cluster.until(
                    name + " is asked for", () -> cluster.api().get(path + name).ok());
        }
        assertThat(KubeApi.text(
                        cluster.api().get(path + "gpu-memory").well().tree(), "spec", "receivedGPU", "gpuMemory"))
                .isEqualTo("2000");
        assertThat(KubeApi.text(
                        cluster.api().get(path + "gpu-sharing").well().tree(), "spec", "receivedGPU", "portion"))
                .isEqualTo("0.5");
        agent.serve(cluster);
        guide.keySet().forEach(cluster::awaitBound);
        within(agent.held(cluster), 2);
        agent.end(cluster);
    }

    /** No device above what it has, and none of more than there are on a node. */
    private static void within(Map<String, Agent.Held> held, int gpus) {
        held.forEach((device, has) -> {
            assertThat(has.mib()).as(device).isLessThanOrEqualTo(MIB);
            assertThat(has.milli()).as(device).isLessThanOrEqualTo(1000);
        });
        Map<String, Integer> devices = new TreeMap<>();
        held.keySet().forEach(device -> devices.merge(device.split("/")[0], 1, Integer::sum));
        assertThat(devices.values()).allSatisfy(number -> assertThat(number).isLessThanOrEqualTo(gpus));
    }

    private static boolean settled(Cluster cluster, Agent agent, List<String> pods) {
        agent.serve(cluster);
        Map<String, String> where = cluster.where();
        return pods.stream()
                .allMatch(pod -> !where.getOrDefault(pod, "").isEmpty()
                        || !cluster.told(pod).isEmpty());
    }

    /** Pods come and go; the agents give what they are told, and add up what they have given. */
    private static void stream(Cluster cluster, Agent agent) {
        Random random = new Random(agent.project().hashCode());
        agent.offer(cluster, List.of("n0", "n1", "n2"), 2, MIB);
        cluster.berth("--shares", agent.project());
        List<String> there = new ArrayList<>();
        int most = 0;
        boolean shared = false;
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 6; i++) {
                String name = "r" + round + "-" + i;
                cluster.add(agent.pod(name, random));
                there.add(name);
            }
            Cluster.until("all of round " + round + " are placed or told", () -> settled(cluster, agent, there));
            Map<String, Agent.Held> held = agent.held(cluster);
            within(held, 2);
            int bound = Agent.bound(cluster).size();
            most = Math.max(most, bound);
            shared |= bound > held.size();
            for (int i = 0; i < 4; i++) {
                String gone = there.remove(random.nextInt(there.size()));
                cluster.api().delete(KubeApi.PODS + "/" + gone);
            }
        }
        assertThat(most).as("pods that ran at once").isGreaterThan(4);
        assertThat(shared).as("a device was shared").isTrue();
        agent.end(cluster);
    }

    @Test
    void sharesOfHamiNeverOverlap(Cluster cluster) {
        stream(cluster, new HamiAgent());
    }

    @Test
    void sharesOfVolcanoNeverOverlap(Cluster cluster) {
        stream(cluster, new VolcanoAgent());
    }

    @Test
    void sharesOfKoordinatorNeverOverlap(Cluster cluster) {
        stream(cluster, new KoordinatorAgent());
    }

    @Test
    void sharesOfKaiNeverOverlap(Cluster cluster) {
        stream(cluster, new KaiAgent());
    }

    @Test
    void placesOnDevicesSharedByTimeOrByMpsAreOneForAContainer(Cluster cluster) {
        cluster.add(
                Draft.node("renamed")
                        .label("nvidia.com/gpu.sharing-strategy", "time-slicing")
                        .label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-SHARED")
                        .amount("nvidia.com/gpu.shared", "4"),
                Draft.node("mps")
                        .label("nvidia.com/gpu.sharing-strategy", "mps")
                        .label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/mps.capable", "true")
                        .amount("nvidia.com/gpu", "4"),
                Draft.node("whole")
                        .label("nvidia.com/gpu.sharing-strategy", "none")
                        .amount("nvidia.com/gpu", "2"));
        cluster.berth();
        cluster.add(
                pod("place").amount("nvidia.com/gpu.shared", "1"),
                pod("two-places").amount("nvidia.com/gpu.shared", "2"),
                pod("two-gpus").amount("nvidia.com/gpu", "2"),
                pod("mps-place")
                        .amount("nvidia.com/gpu", "1")
                        .spec("nodeSelector", Map.of("nvidia.com/mps.capable", "true")),
                pod("two-of-mps")
                        .amount("nvidia.com/gpu", "2")
                        .spec("nodeSelector", Map.of("nvidia.com/mps.capable", "true")));
        assertThat(cluster.awaitBound("place")).isEqualTo("renamed");
        assertThat(cluster.awaitBound("two-gpus")).isEqualTo("whole");
        assertThat(cluster.awaitBound("mps-place")).isEqualTo("mps");
        assertThat(cluster.awaitTold("two-places")).contains("one place on a shared device at most");
        assertThat(cluster.awaitTold("two-of-mps")).contains("3 nodes");
    }
}
