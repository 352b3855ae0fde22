package io.berth.testkit.kube.fault;

import io.berth.kube.convention.GangName;
import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** The nodes and pods of one run, as whoever owns them makes, ends and takes them; and what must hold of them. */
final class FaultCluster {
    private static final String GPU = "nvidia.com/gpu";
    private static final int MOST_GPUS = 8;
    private static final int PORT = 9_000;

    private final KubeApi api;
    private final Random random;
    private final String name;
    private final TreeMap<String, Integer> gpusOfNodes = new TreeMap<>();
    private final TreeMap<String, Integer> leastOfGangs = new TreeMap<>();
    private final TreeSet<String> complaints = new TreeSet<>();
    private int made;
    private int ended;

    /** A pod, as the server has it; {@code gang} is empty for none. */
    private record Seen(String name, String node, boolean over, int gpus, boolean port, String told, String gang) {
        boolean waits() {
            return node.isEmpty() && !over;
        }

        boolean runs() {
            return !node.isEmpty() && !over;
        }

        /** Asks for more than any node has. */
        boolean large() {
            return gpus > MOST_GPUS;
        }
    }

    FaultCluster(KubeApi api, Random random, String name) {
        this.api = api;
        this.random = random;
        this.name = name;
        for (int i = 0; i < 6 + random.nextInt(6); i++) {
            String node = name + "-n" + i;
            gpusOfNodes.put(node, 4 + random.nextInt(MOST_GPUS - 3));
            make(node);
        }
    }

    private void make(String node) {
        api.post(
                        KubeApi.NODES,
                        Draft.node(node)
                                .amount(GPU, String.valueOf(gpusOfNodes.get(node)))
                                .document())
                .well();
    }

    /** One for Berth each: most ask for accelerators, some for a port of their node, few for more than any node has; some start together. */
    void makePods(int count) {
        List<Map<String, Object>> pods = new ArrayList<>();
        int ofGang = 0;
        for (int i = 0; i < count; i++) {
            if (ofGang == 0 && random.nextInt(6) == 0) {
                ofGang = 2 + random.nextInt(3);
                leastOfGangs.put(name + "-g" + leastOfGangs.size(), Math.min(ofGang, count - i));
            }
            boolean large = ofGang == 0 && random.nextInt(40) == 0;
            Draft pod = Draft.pod(name + "-p" + made++, "berth");
            if (ofGang > 0) {
                ofGang--;
                String gang = name + "-g" + (leastOfGangs.size() - 1);
                String least = String.valueOf(leastOfGangs.get(gang));
                pod = pod.metadata("annotations", Map.of(GangName.ANNOTATION, gang, GangName.LEAST, least));
            }
            Map<String, String> amounts = new LinkedHashMap<>();
            amounts.put("cpu", "1");
            amounts.put(GPU, String.valueOf(large ? MOST_GPUS + 1 : 1 + random.nextInt(3)));
            Map<String, Object> container = new LinkedHashMap<>(Draft.container("main", amounts));
            if (random.nextInt(5) == 0) {
                container.put("ports", List.of(Map.of("containerPort", PORT, "hostPort", PORT)));
            }
            pods.add(pod.spec("containers", List.of(container)).document());
        }
        api.createAll(KubeApi.PODS, pods);
    }

    /** Some of those that run did their work; {@code oneOf} of so many. */
    void endPods(int oneOf) {
        for (Seen pod : look()) {
            if (pod.runs() && random.nextInt(oneOf) == 0) {
                api.patch(KubeApi.PODS + "/" + pod.name + "/status", Map.of("status", Map.of("phase", "Succeeded")))
                        .well();
                ended++;
            }
        }
    }

    /** Somebody takes some pods away, whether they run or wait. */
    void deletePods() {
        for (Seen pod : look()) {
            if (random.nextInt(8) == 0) {
                api.delete(KubeApi.PODS + "/" + pod.name).well();
            }
        }
    }

    /** A node goes and comes again, with what is on it. */
    void remakeNode(Runnable meanwhile) {
        String node = any();
        api.delete(KubeApi.NODES + "/" + node).well();
        meanwhile.run();
        make(node);
    }

    void cordon(boolean cordoned) {
        for (String node : cordoned ? List.of(any()) : List.copyOf(gpusOfNodes.keySet())) {
            api.patch(KubeApi.NODES + "/" + node, Map.of("spec", Map.of("unschedulable", cordoned)))
                    .well();
        }
    }

    private String any() {
        return List.copyOf(gpusOfNodes.keySet()).get(random.nextInt(gpusOfNodes.size()));
    }

    /** Those that wait though some node could hold them, and as many of their gang are there as must be. */
    List<String> waiting() {
        List<Seen> pods = look();
        Map<String, Integer> ofGang = new TreeMap<>();
        pods.forEach(pod -> ofGang.merge(pod.gang, 1, Integer::sum));
        return pods.stream()
                .filter(pod -> pod.waits() && !pod.large())
                .filter(pod -> pod.gang.isEmpty() || ofGang.get(pod.gang) >= leastOfGangs.get(pod.gang))
                .map(Seen::name)
                .toList();
    }

    /** Those that no node could hold and that nobody told so. */
    List<String> untold() {
        return look().stream()
                .filter(pod -> pod.waits() && pod.large() && pod.told.isEmpty())
                .map(Seen::name)
                .toList();
    }

    /** All pods; complains where a node gives more than it has. */
    private List<Seen> look() {
        List<Seen> pods =
                api.list(KubeApi.PODS).stream().map(FaultCluster::seen).toList();
        TreeMap<String, Integer> gpus = new TreeMap<>();
        TreeMap<String, Integer> ports = new TreeMap<>();
        for (Seen pod : pods) {
            if (pod.runs()) {
                gpus.merge(pod.node, pod.gpus, Integer::sum);
                ports.merge(pod.node, pod.port ? 1 : 0, Integer::sum);
            }
            if (pod.large() && !pod.node.isEmpty()) {
                complaints.add(pod.name + " is on " + pod.node + ", which is too small");
            }
        }
        gpus.forEach((node, held) -> {
            if (held > gpusOfNodes.getOrDefault(node, 0)) {
                complaints.add(node + " has " + gpusOfNodes.get(node) + " GPUs and gives " + held);
            }
        });
        ports.forEach((node, held) -> {
            if (held > 1) {
                complaints.add("a port of " + node + " is given " + held + " times");
            }
        });
        return pods;
    }

    private static Seen seen(Tree pod) {
        int gpus = 0;
        boolean port = false;
        for (Tree container : pod.require("spec").require("containers").items()) {
            gpus += Integer.parseInt("0" + KubeApi.text(container, "resources", "requests", GPU));
            port |= container.get("ports") != null;
        }
        String phase = KubeApi.text(pod, "status", "phase");
        boolean over = phase.equals("Succeeded") || phase.equals("Failed");
        Tree conditions = pod.require("status").get("conditions");
        String told = conditions == null
                ? ""
                : conditions.items().stream()
                        .filter(condition -> KubeApi.text(condition, "reason").equals("Unschedulable"))
                        .map(condition -> KubeApi.text(condition, "message"))
                        .findFirst()
                        .orElse("");
        return new Seen(
                KubeApi.name(pod),
                KubeApi.text(pod, "spec", "nodeName"),
                over,
                gpus,
                port,
                told,
                KubeApi.text(pod, "metadata", "annotations", GangName.ANNOTATION));
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    int made() {
        return made;
    }

    int ended() {
        return ended;
    }
}
