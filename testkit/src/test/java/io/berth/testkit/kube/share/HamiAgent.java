package io.berth.testkit.kube.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * HAMi's device plugin (Project-HAMi/HAMi, pkg/device and pkg/device-plugin): the node's lock names the pod whose containers are asked for
 * next; what it gets stands in an annotation, container by container, and is struck out as it is given.
 */
final class HamiAgent implements Agent {
    private static final String LOCK = "hami.io/mutex.lock";
    private static final String REGISTER = "hami.io/node-nvidia-register";
    private static final String TO_ALLOCATE = "hami.io/vgpu-devices-to-allocate";
    private static final String ALLOCATED = "hami.io/vgpu-devices-allocated";
    private static final String COUNT = "nvidia.com/gpu";

    /** One device of one container. */
    record Given(String uuid, String type, long mib, int cores) {}

    @Override
    public String project() {
        return "hami";
    }

    static String register(String node, int gpus, long mib) {
        return IntStream.range(0, gpus)
                .mapToObj(
                        i -> "{\"id\":\"GPU-" + node + "-" + i + "\",\"index\":" + i + ",\"count\":10,\"devmem\":" + mib
                                + ",\"devcore\":100,\"type\":\"NVIDIA-Tesla V100-PCIE-32GB\",\"numa\":0,\"mode\":\"hami-core\""
                                + ",\"health\":true}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public void offer(Cluster cluster, List<String> nodes, int gpus, long mib) {
        for (String node : nodes) {
            cluster.add(Draft.node(node).label("at", node).amount(COUNT, Integer.toString(10 * gpus)));
            Agent.annotate(cluster, KubeApi.NODES + "/" + node, Map.of(REGISTER, register(node, gpus, mib)));
        }
    }

    @Override
    public Draft pod(String name, Random random) {
        List<Map<String, Object>> containers = new ArrayList<>();
        int asking = random.nextInt(6) == 0 ? 2 : 1;
        for (int i = 0; i < asking; i++) {
            Map<String, String> amounts = new LinkedHashMap<>();
            amounts.put(COUNT, random.nextInt(9) == 0 ? "2" : "1");
            if (random.nextBoolean()) {
                amounts.put("nvidia.com/gpumem", Integer.toString(500 + random.nextInt(12_000)));
            } else {
                amounts.put("nvidia.com/gpumem-percentage", Integer.toString(10 + random.nextInt(91)));
            }
            amounts.put("nvidia.com/gpucores", Integer.toString(random.nextInt(101)));
            containers.add(Draft.container("c" + i, amounts));
        }
        return Cluster.pod(name).spec("containers", containers);
    }

    /** Containers end with a semicolon, devices of one with a colon. */
    static List<List<Given>> decode(String text) {
        List<List<Given>> containers = new ArrayList<>();
        String[] each = text.split(";", -1);
        assertThat(each[each.length - 1])
                .as("what is behind the last container of " + text)
                .isEmpty();
        for (int i = 0; i < each.length - 1; i++) {
            List<Given> devices = new ArrayList<>();
            for (String device : each[i].split(":")) {
                if (device.contains(",")) {
                    String[] fields = device.split(",", -1);
                    assertThat(fields).as(text).hasSize(4);
                    devices.add(
                            new Given(fields[0], fields[1], Long.parseLong(fields[2]), Integer.parseInt(fields[3])));
                }
            }
            containers.add(devices);
        }
        return containers;
    }

    @Override
    public void serve(Cluster cluster) {
        for (Tree node : cluster.api().list(KubeApi.NODES)) {
            String lock = Agent.annotation(node, LOCK);
            if (lock.isEmpty()) {
                continue;
            }
            String[] words = lock.split(",");
            assertThat(words).as(lock).hasSize(3);
            Optional<Tree> pod = cluster.find(words[2]);
            // Who was deleted before it was bound keeps its lock until the scheduler hears of it: the plugin finds
            // nothing to do until then.
            if (pod.isEmpty() || Agent.node(pod.get()).isEmpty()) {
                continue;
            }
            allocate(cluster, pod.get(), KubeApi.name(node));
            Map<String, Object> unlocked = new HashMap<>();
            unlocked.put(LOCK, null);
            Agent.annotate(cluster, KubeApi.NODES + "/" + KubeApi.name(node), unlocked);
        }
    }

    private static void allocate(Cluster cluster, Tree pod, String node) {
        assertThat(Agent.node(pod)).isEqualTo(node);
        assertThat(Agent.annotation(pod, "hami.io/vgpu-node")).isEqualTo(node);
        assertThat(Agent.annotation(pod, "hami.io/bind-phase")).isEqualTo("allocating");
        String text = Agent.annotation(pod, TO_ALLOCATE);
        assertThat(Agent.annotation(pod, ALLOCATED)).isEqualTo(text);
        List<List<Given>> given = decode(text);
        List<Tree> containers = pod.require("spec").require("containers").items();
        assertThat(given).hasSameSizeAs(containers);
        String register = Agent.annotation(
                cluster.api().get(KubeApi.NODES + "/" + node).well().tree(), REGISTER);
        for (int i = 0; i < given.size(); i++) {
            // The kubelet asks for as many devices as the container has a limit of.
            String limit = KubeApi.text(containers.get(i), "resources", "limits", COUNT);
            assertThat(given.get(i)).as(text).hasSize(limit.isEmpty() ? 0 : Integer.parseInt(limit));
            for (Given one : given.get(i)) {
                assertThat(one.type).isEqualTo("NVIDIA");
                assertThat(register).contains("\"" + one.uuid + "\"");
            }
        }
        Agent.annotate(
                cluster,
                KubeApi.PODS + "/" + KubeApi.name(pod),
                Map.of(TO_ALLOCATE, ";".repeat(given.size()), "hami.io/bind-phase", "success"));
    }

    @Override
    public Map<String, Held> held(Cluster cluster) {
        Map<String, Held> held = Agent.none();
        for (Tree pod : Agent.bound(cluster)) {
            decode(Agent.annotation(pod, ALLOCATED)).stream()
                    .flatMap(List::stream)
                    .forEach(one ->
                            Agent.add(held, Agent.node(pod) + "/" + one.uuid, new Held(one.mib, 10 * one.cores)));
        }
        return held;
    }
}
