package io.berth.testkit.kube.share;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Definitions;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.OnCluster;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Manifests as the guides of other projects have them. */
@OnCluster
class SharesOnClusterTest {
    private static final String DEVICES =
            "[{\"id\":\"GPU-a\",\"index\":0,\"count\":10,\"devmem\":16384,\"devcore\":100,"
                    + "\"type\":\"NVIDIA-Tesla V100-PCIE-16GB\",\"mode\":\"hami-core\",\"health\":true}]";

    /** Of HAMi's guide: a GPU of which 3000 MiB and 30 % are meant. */
    private static final String OF_HAMI = """
            apiVersion: v1
            kind: Pod
            metadata: {name: gpu-pod}
            spec:
              schedulerName: berth
              containers:
                - name: main
                  image: ubuntu:22.04
                  command: [sleep, "86400"]
                  resources:
                    limits:
                      nvidia.com/gpu: 1
                      nvidia.com/gpumem: 3000
                      nvidia.com/gpucores: 30
            """;

    private static String annotation(Cluster cluster, String pod, String key) {
        return KubeApi.text(cluster.get(pod), "metadata", "annotations", key);
    }

    private static void annotateNode(Cluster cluster, String key, Object value) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(key, value);
        cluster.api()
                .patch(KubeApi.NODES + "/n", Map.of("metadata", Map.of("annotations", annotations)))
                .well();
    }

    private static void unlock(Cluster cluster) {
        Map<String, Object> none = new HashMap<>();
        none.put("hami.io/mutex.lock", null);
        cluster.api()
                .patch(KubeApi.NODES + "/n", Map.of("metadata", Map.of("annotations", none)))
                .well();
    }

    private static String lock(Cluster cluster) {
        Tree node = cluster.api().get(KubeApi.NODES + "/n").well().tree();
        return KubeApi.text(node, "metadata", "annotations", "hami.io/mutex.lock");
    }

    @Test
    void aPodOfHamisGuideIsToldItsShareAndTheNodeIsLockedUntilItsAgentHasGivenIt(Cluster cluster) {
        cluster.add(node("n").amount("nvidia.com/gpu", "10"));
        annotateNode(cluster, "hami.io/node-nvidia-register", DEVICES);
        BerthKube berth = cluster.berth("--shares", "hami");
        cluster.apply(OF_HAMI);
        assertThat(cluster.awaitBound("gpu-pod")).isEqualTo("n");
        assertThat(annotation(cluster, "gpu-pod", "hami.io/vgpu-devices-to-allocate"))
                .isEqualTo("GPU-a,NVIDIA,3000,30:;");
        assertThat(annotation(cluster, "gpu-pod", "hami.io/bind-phase")).isEqualTo("allocating");
        assertThat(annotation(cluster, "gpu-pod", "hami.io/vgpu-node")).isEqualTo("n");
        assertThat(lock(cluster)).matches("20[0-9-]+T[0-9:]+Z,default,gpu-pod");

        cluster.apply(OF_HAMI.replace("gpu-pod", "second").replace("gpucores: 30", "gpucores: 70"));
        cluster.apply(OF_HAMI.replace("gpu-pod", "third"));
        assertThat(cluster.awaitTold("third")).contains("0/1 nodes are available: 1 ×");
        assertThat(cluster.where().get("second")).isEmpty();
        unlock(cluster);
        assertThat(cluster.awaitBound("second")).isEqualTo("n");

        // All is found again by whoever comes next.
        berth.close();
        cluster.berth("--shares", "hami");
        cluster.api().delete(KubeApi.PODS + "/gpu-pod");
        unlock(cluster);
        assertThat(cluster.awaitBound("third")).isEqualTo("n");
    }

    @Test
    void aPodOfVolcanosGuideIsTold(Cluster cluster) {
        cluster.add(node("n").amount("volcano.sh/vgpu-number", "20").amount("volcano.sh/vgpu-memory", "32768"));
        annotateNode(
                cluster,
                "volcano.sh/node-vgpu-register",
                "GPU-a,10,16384,NVIDIA-V100,true,hami-core:GPU-b,10,16384,NVIDIA-V100,true,hami-core:");
        cluster.berth("--shares", "volcano");
        cluster.apply(OF_HAMI.replace("nvidia.com/gpu: 1", "volcano.sh/vgpu-number: 1")
                .replace("nvidia.com/gpumem", "volcano.sh/vgpu-memory")
                .replace("nvidia.com/gpucores", "volcano.sh/vgpu-cores"));
        assertThat(cluster.awaitBound("gpu-pod")).isEqualTo("n");
        assertThat(annotation(cluster, "gpu-pod", "volcano.sh/vgpu-ids-new")).matches("GPU-[ab],NVIDIA,3000,30:");
        assertThat(annotation(cluster, "gpu-pod", "volcano.sh/devices-to-allocate"))
                .isEqualTo(annotation(cluster, "gpu-pod", "volcano.sh/vgpu-ids-new"));
        assertThat(annotation(cluster, "gpu-pod", "volcano.sh/bind-phase")).isEqualTo("allocating");
    }

    @Test
    void aPodOfKoordinatorsGuideIsTold(Cluster cluster) {
        cluster.apply(Definitions.of("scheduling.koordinator.sh", "Device", "devices", "v1alpha1", "Cluster"));
        cluster.add(node("n"));
        until(
                "the server serves Devices",
                () -> cluster.api()
                        .get("/apis/scheduling.koordinator.sh/v1alpha1/devices")
                        .ok());
        cluster.apply("""
                apiVersion: scheduling.koordinator.sh/v1alpha1
                kind: Device
                metadata: {name: "n", labels: {node.koordinator.sh/gpu-model: NVIDIA-V100}}
                spec:
                  devices:
                    - {type: gpu, minor: 0, id: GPU-a, health: true, resources: {koordinator.sh/gpu-core: "100", koordinator.sh/gpu-memory: 16Gi, koordinator.sh/gpu-memory-ratio: "100"}}
                """);
        cluster.berth("--shares", "koordinator");
        cluster.apply(OF_HAMI.replace("nvidia.com/gpu: 1", "koordinator.sh/gpu-core: 50")
                .replace("nvidia.com/gpumem: 3000", "koordinator.sh/gpu-memory-ratio: 50")
                .replace("nvidia.com/gpucores: 30", "cpu: 1"));
        assertThat(cluster.awaitBound("gpu-pod")).isEqualTo("n");
        assertThat(annotation(cluster, "gpu-pod", "scheduling.koordinator.sh/device-allocated"))
                .isEqualTo("{\"gpu\":[{\"minor\":0,\"resources\":{\"koordinator.sh/gpu-core\":\"50\","
                        + "\"koordinator.sh/gpu-memory\":\"8192Mi\",\"koordinator.sh/gpu-memory-ratio\":\"50\"}}]}");
        cluster.api().delete(Definitions.PATH + "/devices.scheduling.koordinator.sh");
    }

    @Test
    void aPodOfKaisGuideIsAskedForByABindRequest(Cluster cluster) {
        cluster.apply(Definitions.of("scheduling.run.ai", "BindRequest", "bindrequests", "v1alpha2", "Namespaced"));
        String path = "/apis/scheduling.run.ai/v1alpha2/namespaces/default/bindrequests";
        cluster.add(node("n").amount("nvidia.com/gpu", "1").label("nvidia.com/gpu.memory", "16384"));
        until("the server serves BindRequests", () -> cluster.api().get(path).ok());
        cluster.berth("--shares", "kai");
        cluster.add(pod("half").metadata("annotations", Map.of("gpu-fraction", "0.5")));
        until("it is asked for", () -> cluster.api().get(path + "/half").ok());
        Tree asked = cluster.api().get(path + "/half").well().tree();
        assertThat(KubeApi.text(asked, "spec", "selectedNode")).isEqualTo("n");
        assertThat(KubeApi.text(asked, "spec", "receivedResourceType")).isEqualTo("Fraction");
        assertThat(KubeApi.text(asked, "spec", "receivedGPU", "portion")).isEqualTo("0.5");
        String group = asked.require("spec")
                .require("selectedGPUGroups")
                .items()
                .getFirst()
                .text();

        // As KAI's binder does.
        cluster.api()
                .patch(KubeApi.PODS + "/half", Map.of("metadata", Map.of("labels", Map.of("runai-gpu-group", group))))
                .well();
        cluster.api()
                .post(
                        KubeApi.PODS + "/half/binding",
                        Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "Binding",
                                "metadata",
                                Map.of("name", "half"),
                                "target",
                                Map.of("kind", "Node", "name", "n")))
                .well();
        cluster.add(
                pod("rest").metadata("annotations", Map.of("gpu-memory", "8192")),
                pod("more").metadata("annotations", Map.of("gpu-fraction", "0.6")));
        until("the rest is asked for", () -> cluster.api().get(path + "/rest").ok());
        assertThat(cluster.api().get(path + "/rest").well().body()).contains("\"" + group + "\"");
        cluster.awaitTold("more");
        assertThat(cluster.api().get(path + "/more").ok()).isFalse();
        cluster.api().delete(Definitions.PATH + "/bindrequests.scheduling.run.ai");
    }

    @Test
    void aPodThatAsksForTwoPlacesOfOneSharedDeviceHearsWhy(Cluster cluster) {
        cluster.add(node("n").amount("nvidia.com/gpu.shared", "8"));
        cluster.berth();
        cluster.add(pod("one").amount("nvidia.com/gpu.shared", "1"), pod("two").amount("nvidia.com/gpu.shared", "2"));
        cluster.awaitBound("one");
        assertThat(cluster.awaitTold("two"))
                .contains("container main asks for 2 nvidia.com/gpu.shared, and a container gets one place");
        until("one event says so", () -> cluster.events("two").size() == 1);
    }

    @Test
    void anAskThatCannotBeIsOneEventAndStopsNobody(Cluster cluster) {
        cluster.add(node("n").amount("nvidia.com/gpu", "10"));
        annotateNode(cluster, "hami.io/node-nvidia-register", "no JSON");
        BerthKube berth = cluster.berth("--shares", "hami");
        cluster.apply(OF_HAMI.replace("gpucores: 30", "gpucores: 101"));
        assertThat(cluster.awaitTold("gpu-pod")).contains("nvidia.com/gpucores must be a whole number from 0 to 100");
        assertThat(berth.said("hami.io/node-nvidia-register")).hasSize(1);
        annotateNode(cluster, "hami.io/node-nvidia-register", DEVICES);
        cluster.apply(OF_HAMI.replace("gpu-pod", "sound"));
        cluster.awaitBound("sound");
        assertThat(cluster.events("gpu-pod")).hasSize(1);
    }
}
