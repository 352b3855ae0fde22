package io.berth.testkit.kube.share;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Definitions;
import io.berth.testkit.kube.Draft;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Koordinator's agent: it says its node's devices by an object, and its hooks read the annotation of the pod when containers start. */
final class KoordinatorAgent implements Agent {
    private static final String OBJECTS = "/apis/scheduling.koordinator.sh/v1alpha1/devices";

    @Override
    public String project() {
        return "koordinator";
    }

    @Override
    public void offer(Cluster cluster, List<String> nodes, int gpus, long mib) {
        cluster.apply(Definitions.of("scheduling.koordinator.sh", "Device", "devices", "v1alpha1", "Cluster"));
        Cluster.until(
                "the server serves Devices", () -> cluster.api().get(OBJECTS).ok());
        for (String node : nodes) {
            cluster.add(Draft.node(node).label("at", node).amount("nvidia.com/gpu", Integer.toString(gpus)));
            String devices = IntStream.range(0, gpus)
                    .mapToObj(i -> "{type: gpu, minor: " + i + ", id: GPU-" + i + ", health: true, resources:"
                            + " {koordinator.sh/gpu-core: \"100\", koordinator.sh/gpu-memory: " + mib
                            + "Mi, koordinator.sh/gpu-memory-ratio: \"100\"}, topology: {nodeID: 0, pcieID:"
                            + " \"pci0000:3a\", socketID: -1}}")
                    .collect(Collectors.joining(", "));
            cluster.apply("""
                    apiVersion: scheduling.koordinator.sh/v1alpha1
                    kind: Device
                    metadata: {name: "NODE", labels: {node.koordinator.sh/gpu-model: NVIDIA-V100}}
                    spec: {devices: [DEVICES]}
                    """.replace("NODE", node).replace("DEVICES", devices));
        }
    }

    @Override
    public Draft pod(String name, Random random) {
        Map<String, String> amounts = new LinkedHashMap<>();
        amounts.put("koordinator.sh/gpu.shared", "1");
        amounts.put("koordinator.sh/gpu-core", Integer.toString(1 + random.nextInt(100)));
        if (random.nextBoolean()) {
            amounts.put("koordinator.sh/gpu-memory-ratio", Integer.toString(1 + random.nextInt(100)));
        } else {
            amounts.put("koordinator.sh/gpu-memory", (500 + random.nextInt(12_000)) + "Mi");
        }
        return Cluster.pod(name)
                .metadata("labels", Map.of("koordinator.sh/gpu-isolation-provider", "HAMi-core"))
                .spec("containers", List.of(Draft.container("main", amounts)));
    }

    @Override
    public void serve(Cluster cluster) {}

    @Override
    public Map<String, Held> held(Cluster cluster) {
        Map<String, Held> held = Agent.none();
        for (Tree pod : Agent.bound(cluster)) {
            String text = Agent.annotation(pod, "scheduling.koordinator.sh/device-allocated");
            for (Tree gpu : JsonReader.read(Source.text("allocated", text))
                    .require("gpu")
                    .items()) {
                Tree resources = gpu.require("resources");
                String memory = resources.require("koordinator.sh/gpu-memory").text();
                Agent.add(
                        held,
                        Agent.node(pod) + "/" + gpu.require("minor").whole(),
                        new Held(
                                Long.parseLong(memory.replace("Mi", "")),
                                10
                                        * Integer.parseInt(resources
                                                .require("koordinator.sh/gpu-core")
                                                .text())));
            }
        }
        return held;
    }

    @Override
    public void end(Cluster cluster) {
        cluster.api().delete(Definitions.PATH + "/devices.scheduling.koordinator.sh");
    }
}
