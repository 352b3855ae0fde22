package io.berth.testkit.kube.rule;

import io.berth.testkit.kube.rule.RuleWorld.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Worlds by chance: nodes that differ in all that counts, pods on them, and pods that ask for some of it. The same seed and number is the same world. */
final class RandomWorld {
    /** So many pods wait in each. */
    static final int CASES = 40;

    private static final List<String> CPU = List.of("1", "1500m", "2", "3", "4", "8");
    private static final List<String> MEMORY = List.of("512Mi", "1Gi", "1G", "2Gi", "1500M", "3e9", "16Gi");
    private static final List<String> DISK = List.of("1Gi", "5Gi", "6G");
    private static final List<String> HUGE = List.of("2Mi", "64Mi", "1Gi");
    private static final List<String> COUNT = List.of("1", "2", "4");
    private static final List<String> PODS = List.of("3", "4", "6");

    private final Chance chance;
    private final RandomPod pod;
    private final int nodes;

    private RandomWorld(long seed) {
        chance = new Chance(seed);
        nodes = chance.between(6, 12);
        pod = new RandomPod(chance, nodes);
    }

    /** World {@code number} of {@code seed}. */
    static RuleWorld of(long seed, int number) {
        return new RandomWorld(seed * 1_000_003 + number).world("world " + number + " of seed " + seed);
    }

    private RuleWorld world(String name) {
        return new RuleWorld(
                name,
                Chance.many(nodes, this::node),
                Chance.many(chance.between(nodes, 3 * nodes), this::placed),
                Chance.many(CASES, () -> new Fields(pod.waiting())),
                "");
    }

    private Fields node() {
        Map<String, Object> node = new LinkedHashMap<>();
        Map<String, String> labels = new LinkedHashMap<>();
        RandomPod.NODE_LABELS.forEach((key, values) -> {
            if (!chance.once(8)) {
                labels.put(key, chance.any(values));
            }
        });
        node.put("labels", labels);
        Map<String, Map<String, Object>> taints = new LinkedHashMap<>();
        for (int i = chance.once(3) ? chance.between(1, 2) : 0; i > 0; i--) {
            Map<String, Object> taint = pod.taint();
            taints.put(taint.get("key") + ":" + taint.get("effect"), taint);
        }
        if (chance.once(10)) {
            node.put("unschedulable", true);
            // As the controller of nodes adds it, which does not run here.
            taints.put("", Map.of("key", "node.kubernetes.io/unschedulable", "effect", "NoSchedule"));
        }
        node.put("taints", List.copyOf(taints.values()));
        Map<String, String> allocatable = new LinkedHashMap<>();
        chance.put(allocatable, "cpu", CPU, 2);
        chance.put(allocatable, "memory", MEMORY, 2);
        chance.put(allocatable, "ephemeral-storage", DISK, 4);
        chance.put(allocatable, "hugepages-2Mi", HUGE, 2);
        chance.put(allocatable, "example.com/fpga", COUNT, 2);
        chance.put(allocatable, "nvidia.com/gpu", COUNT, 2);
        chance.put(allocatable, "pods", PODS, 6);
        node.put("allocatable", allocatable);
        return new Fields(node);
    }

    private Fields placed() {
        Map<String, Object> placed = new LinkedHashMap<>(pod.running());
        placed.put("node", chance.between(0, nodes - 1));
        placed.put("deleting", chance.once(12));
        if (chance.once(12)) {
            placed.put("status", Map.of("phase", chance.any(List.of("Succeeded", "Failed", "Running"))));
        }
        return new Fields(placed);
    }
}
