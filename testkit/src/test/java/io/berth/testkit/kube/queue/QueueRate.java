package io.berth.testkit.kube.queue;

import io.berth.kube.api.ApiClient;
import io.berth.kube.api.KubeConfig;
import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.Definitions;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How fast queues of a real API server are served. {@code generator}: the workload of Kueue's own test of its scheduler
 * (v0.19.2, test/performance/scheduler/configs/large-scale), cohorts of a hundred ClusterQueues with fifty workloads each, as pods that all wait when Berth
 * begins, and are deleted when they have run for as long as they say there. {@code reclaim}: a queue that has the whole cluster by pods of one GPU, and another one whose
 * quota that is.
 */
public final class QueueRate {
    private static final String SHARING =
            "{order: priority, place: best-fit, backfill: greedy, share: drf, reclaim: any}";
    private static final int QUEUES = 100;
    private static final int GPUS = 8;

    /** A class of workloads. */
    private record Work(String name, int count, int cpus, int priority, long runMillis) {}

    private static final List<Work> WORKS = List.of(
            new Work("small", 35, 1, 50, 150), new Work("medium", 11, 5, 100, 350), new Work("large", 4, 20, 200, 700));

    private QueueRate() {}

    /** @param words what, how many cohorts or nodes, and a folder for logs */
    public static void main(String[] words) throws IOException, InterruptedException {
        int size = Integer.parseInt(words[1]);
        try (ControlPlane plane = ControlPlane.start(Path.of(words[2]))) {
            if (words[0].equals("generator")) {
                generator(plane, size);
            } else {
                reclaim(plane, size);
            }
        }
        System.exit(0);
    }

    private static void apply(ControlPlane plane, String manifests) throws IOException {
        plane.apply(Files.writeString(plane.folder().resolve("manifests.yaml"), manifests));
    }

    private static void generator(ControlPlane plane, int cohorts) throws IOException, InterruptedException {
        for (Map.Entry<String, String> kind : KueueOnClusterTest.KINDS.entrySet()) {
            String scope = kind.getKey().equals("LocalQueue") ? "Namespaced" : "Cluster";
            apply(
                    plane,
                    Definitions.of(
                            KueueOnClusterTest.GROUP,
                            kind.getKey(),
                            kind.getValue(),
                            KueueOnClusterTest.VERSION,
                            scope));
        }
        UpProcess.pause(3_000);
        KubeApi api = plane.api();
        String path = "/apis/" + KueueOnClusterTest.GROUP + "/" + KueueOnClusterTest.VERSION;
        api.post(path + "/resourceflavors", object("ResourceFlavor", "rf", Map.of()))
                .well();
        for (Work work : WORKS) {
            api.post("/apis/scheduling.k8s.io/v1/priorityclasses", priority(work))
                    .well();
        }
        List<String> names =
                IntStream.range(0, cohorts * QUEUES).mapToObj(i -> "cq-" + i).toList();
        api.createAll(
                path + "/clusterqueues",
                IntStream.range(0, names.size())
                        .mapToObj(i -> clusterQueue(names.get(i), "cohort-" + i / QUEUES))
                        .toList());
        api.createAll(
                path + "/namespaces/default/localqueues",
                names.stream()
                        .map(name -> object("LocalQueue", name, Map.of("clusterQueue", name)))
                        .toList());
        api.createAll(
                KubeApi.NODES,
                Draft.many(
                        cohorts * 2,
                        i -> Draft.node("n" + i).amount("cpu", "1000").amount("pods", "10000")));
        List<Map<String, Object>> pods = works(names);
        api.createAll(KubeApi.PODS, pods);
        try (ApiClient client = new ApiClient(KubeConfig.read(plane.kubeconfig()));
                Kubelets kubelets = new Kubelets(client, api, QueueRate::runMillis)) {
            long began = System.nanoTime();
            try (BerthKube berth = start(plane, "--queue-objects", "kueue")) {
                kubelets.awaitBound(pods.size());
                told(pods.size() + " pods admitted", pods.size(), began, kubelets, berth);
            }
        }
    }

    private static Map<String, Object> priority(Work work) {
        return Map.of(
                "apiVersion",
                "scheduling.k8s.io/v1",
                "kind",
                "PriorityClass",
                "metadata",
                Map.of("name", work.name),
                "value",
                work.priority);
    }

    private static Map<String, Object> clusterQueue(String name, String cohort) {
        Map<String, Object> cpu = Map.of("name", "cpu", "nominalQuota", 20, "borrowingLimit", 100);
        Map<String, Object> group = Map.of(
                "coveredResources",
                List.of("cpu"),
                "flavors",
                List.of(Map.of("name", "rf", "resources", List.of(cpu))));
        return object(
                "ClusterQueue",
                name,
                Map.of("cohortName", cohort, "namespaceSelector", Map.of(), "resourceGroups", List.of(group)));
    }

    /** The pods of all queues, in an order that says nothing of these. */
    private static List<Map<String, Object>> works(List<String> queues) {
        List<Map<String, Object>> pods = new ArrayList<>();
        for (String name : queues) {
            for (Work work : WORKS) {
                pods.addAll(Draft.many(
                        work.count,
                        at -> Draft.pod(name + "-" + work.name + "-" + at, "berth")
                                .label("kueue.x-k8s.io/queue-name", name)
                                .spec("priorityClassName", work.name)
                                .amount("cpu", Integer.toString(work.cpus))));
            }
        }
        Collections.shuffle(pods, new Random(1));
        return pods;
    }

    private static long runMillis(String pod) {
        return WORKS.stream()
                .filter(work -> pod.contains("-" + work.name + "-"))
                .mapToLong(Work::runMillis)
                .findFirst()
                .orElse(0);
    }

    private static void reclaim(ControlPlane plane, int nodes) throws IOException, InterruptedException {
        apply(plane, Files.readString(QueuesOnClusterTest.DEFINITION));
        UpProcess.pause(3_000);
        int jobs = nodes * GPUS;
        apply(plane, """
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: lends}
                ---
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: owns}
                spec: {quota: {gpu: 100%}}
                """);
        KubeApi api = plane.api();
        api.createAll(
                KubeApi.NODES,
                Draft.many(nodes, i -> Draft.node("n" + i).amount("nvidia.com/gpu", Integer.toString(GPUS))));
        try (ApiClient client = new ApiClient(KubeConfig.read(plane.kubeconfig()));
                Kubelets kubelets = new Kubelets(client, api, _ -> Long.MAX_VALUE);
                BerthKube berth = start(plane)) {
            long began = System.nanoTime();
            api.createAll(KubeApi.PODS, pods("lends", jobs));
            kubelets.awaitBound(jobs);
            told(jobs + " pods bound to free nodes", jobs, began, kubelets, berth);
            kubelets.anew();
            long claims = System.nanoTime();
            api.createAll(KubeApi.PODS, pods("owns", jobs));
            kubelets.awaitBound(jobs);
            told(jobs + " pods bound in place of as many that were reclaimed", jobs, claims, kubelets, berth);
        }
    }

    private static List<Map<String, Object>> pods(String queue, int count) {
        return Draft.many(
                count,
                i -> Draft.pod(queue + "-" + i, "berth")
                        .label("berth.io/queue", queue)
                        .amount("nvidia.com/gpu", "1"));
    }

    private static BerthKube start(ControlPlane plane, String... options) {
        List<String> all = new ArrayList<>(List.of("--strategy", SHARING));
        all.addAll(List.of(options));
        return BerthKube.startOptimized(plane.folder(), "berth", plane.kubeconfig(), all.toArray(String[]::new));
    }

    private static void told(String what, int count, long began, Kubelets kubelets, BerthKube berth) {
        double seconds = (kubelets.lastNanos() - began) / 1e9;
        double first = (kubelets.firstNanos() - began) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%s in %.1f s, the first after %.1f s: %.0f a second, %.0f from the first to the last; %d were stopped for others; Berth took %.1f s of a processor so far%n",
                what,
                seconds,
                first,
                count / seconds,
                count / Math.max(1e-9, seconds - first),
                kubelets.stopped(),
                berth.process().cpuSeconds());
    }

    private static Map<String, Object> object(String kind, String name, Map<String, Object> spec) {
        return Map.of(
                "apiVersion",
                KueueOnClusterTest.GROUP + "/" + KueueOnClusterTest.VERSION,
                "kind",
                kind,
                "metadata",
                Map.of("name", name),
                "spec",
                spec);
    }
}
