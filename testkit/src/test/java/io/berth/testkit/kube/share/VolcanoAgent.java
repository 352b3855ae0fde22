package io.berth.testkit.kube.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Volcano's device plugin of virtual GPUs (Project-HAMi/volcano-vgpu-device-plugin, pkg/util): one pod of a node at a time is allocating. */
final class VolcanoAgent implements Agent {
    private static final String IDS = "volcano.sh/vgpu-ids-new";
    private static final String PHASE = "volcano.sh/bind-phase";

    @Override
    public String project() {
        return "volcano";
    }

    @Override
    public void offer(Cluster cluster, List<String> nodes, int gpus, long mib) {
        for (String node : nodes) {
            cluster.add(Draft.node(node)
                    .label("at", node)
                    .amount("volcano.sh/vgpu-number", Integer.toString(10 * gpus))
                    .amount("volcano.sh/vgpu-cores", Integer.toString(100 * gpus))
                    .amount("volcano.sh/vgpu-memory", Long.toString(mib * gpus)));
            String register = IntStream.range(0, gpus)
                    .mapToObj(i -> "GPU-" + node + "-" + i + ",10," + mib + ",NVIDIA-Tesla V100,true,hami-core:")
                    .collect(Collectors.joining());
            Agent.annotate(cluster, KubeApi.NODES + "/" + node, Map.of("volcano.sh/node-vgpu-register", register));
        }
    }

    @Override
    public Draft pod(String name, Random random) {
        Map<String, String> amounts = new LinkedHashMap<>();
        amounts.put("volcano.sh/vgpu-number", random.nextInt(9) == 0 ? "2" : "1");
        amounts.put("volcano.sh/vgpu-memory", Integer.toString(500 + random.nextInt(12_000)));
        amounts.put("volcano.sh/vgpu-cores", Integer.toString(random.nextInt(101)));
        return Cluster.pod(name).spec("containers", List.of(Draft.container("main", amounts)));
    }

    @Override
    public void serve(Cluster cluster) {
        for (Tree pod : Agent.bound(cluster)) {
            if (Agent.annotation(pod, PHASE).equals("allocating")) {
                assertThat(Agent.annotation(pod, "volcano.sh/devices-to-allocate"))
                        .isEqualTo(Agent.annotation(pod, IDS));
                assertThat(Agent.annotation(pod, "volcano.sh/vgpu-node")).isEqualTo(Agent.node(pod));
                Agent.annotate(cluster, KubeApi.PODS + "/" + KubeApi.name(pod), Map.of(PHASE, "success"));
            }
        }
    }

    /** Only containers that ask stand there, with semicolons between them; each device of one ends with a colon. */
    @Override
    public Map<String, Held> held(Cluster cluster) {
        Map<String, Held> held = Agent.none();
        for (Tree pod : Agent.bound(cluster)) {
            for (String container : Agent.annotation(pod, IDS).split(";")) {
                assertThat(container).endsWith(":");
                for (String device : container.split(":")) {
                    String[] fields = device.split(",", -1);
                    assertThat(fields).as(device).hasSize(4);
                    Agent.add(
                            held,
                            Agent.node(pod) + "/" + fields[0],
                            new Held(Long.parseLong(fields[2]), 10 * Integer.parseInt(fields[3])));
                }
            }
        }
        return held;
    }
}
