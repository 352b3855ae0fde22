package io.berth.testkit.kube.preempt;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.ServerProcess;
import io.berth.testkit.real.UpProcess;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Lets kube-scheduler and Berth, one after the other, place a gang that others must make room for, in the same generated clusters at one API
 * server. Figures are how many gangs were placed, the pods that were stopped for them, the GPUs that those held and the work that they had done, over the cases in which both placed it.
 */
public final class GangPreemption {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(40);
    private static final String PREEMPTING = "{order: {priority: {aging: 0}}, place: best-fit, preempt: least-loss}";

    private static final List<Kind> KINDS =
            List.of(new Kind(true, 1), new Kind(true, 3), new Kind(false, 1), new Kind(false, 3));

    private final ControlPlane plane;
    private final KubeApi api;

    private GangPreemption(ControlPlane plane) {
        this.plane = plane;
        this.api = plane.api();
    }

    /** Which cases. @param alone where no pod that runs is of a group @param levels of how many priorities those are */
    private record Kind(boolean alone, int levels) {
        String text() {
            return (alone ? "single" : "single, grouped") + ", " + levels + (levels == 1 ? " priority" : " priorities");
        }
    }

    /**
     * What became of a case.
     *
     * @param placed true where all of the gang were bound
     * @param pods how many were stopped
     * @param gpus what those held
     * @param work what they had done, GPU hours
     */
    private record Cost(boolean placed, int pods, int gpus, double work, double seconds) {}

    /** @param words how many cases of each kind, the seed, and a folder for logs */
    public static void main(String[] words) {
        int count = Integer.parseInt(words[0]);
        long seed = Long.parseLong(words[1]);
        try (ControlPlane started = ControlPlane.start(Path.of(words[2]))) {
            new GangPreemption(started).run(count, seed);
        }
        System.exit(0);
    }

    private void run(int count, long seed) {
        for (int priority = 0; priority < 4; priority++) {
            api.post(
                            "/apis/scheduling.k8s.io/v1/priorityclasses",
                            Map.of("metadata", Map.of("name", "case-" + priority), "value", priority))
                    .well();
        }
        plane.startKubelets();
        List<GangCase> cases = new ArrayList<>();
        for (int i = 0; i < KINDS.size() * count; i++) {
            Kind kind = KINDS.get(i / count);
            cases.add(GangCase.of(seed * 1_000_003 + i, kind.alone, kind.levels));
        }
        List<Cost> theirs = all("default-scheduler", cases);
        List<Cost> ours = all("berth", cases);
        System.out.printf(
                Locale.ROOT,
                "%-30s %-18s %7s %6s %6s %6s %10s %10s%n",
                "running",
                "scheduler",
                "placed",
                "both",
                "pods",
                "GPUs",
                "GPU hours",
                "seconds");
        for (int kind = 0; kind < KINDS.size(); kind++) {
            List<Cost> their = theirs.subList(kind * count, (kind + 1) * count);
            List<Cost> our = ours.subList(kind * count, (kind + 1) * count);
            tell(KINDS.get(kind).text(), "default-scheduler", their, our);
            tell(KINDS.get(kind).text(), "berth", our, their);
        }
        for (int i = 0; i < cases.size(); i++) {
            if (ours.get(i).placed != theirs.get(i).placed || ours.get(i).work > theirs.get(i).work) {
                System.out.println("case " + i + ": kube-scheduler " + theirs.get(i) + ", berth " + ours.get(i) + ": "
                        + cases.get(i));
            }
        }
    }

    private static void tell(String running, String scheduler, List<Cost> costs, List<Cost> others) {
        List<Cost> both = new ArrayList<>();
        for (int i = 0; i < costs.size(); i++) {
            if (costs.get(i).placed && others.get(i).placed) {
                both.add(costs.get(i));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-30s %-18s %7d %6d %6d %6d %10.1f %10.2f%n",
                running,
                scheduler,
                costs.stream().filter(Cost::placed).count(),
                both.size(),
                both.stream().mapToInt(Cost::pods).sum(),
                both.stream().mapToInt(Cost::gpus).sum(),
                both.stream().mapToDouble(Cost::work).sum(),
                both.stream().mapToDouble(Cost::seconds).average().orElse(0));
    }

    private List<Cost> all(String scheduler, List<GangCase> cases) {
        return cases.stream().map(each -> cost(scheduler, each)).toList();
    }

    private ServerProcess start(String scheduler) {
        if (!scheduler.equals("berth")) {
            ServerProcess process = plane.startScheduler();
            UpProcess.pause(3_000);
            return process;
        }
        return BerthKube.start(plane.folder(), "berth", plane.kubeconfig(), "--strategy", PREEMPTING)
                .awaitReady()
                .process();
    }

    private Cost cost(String scheduler, GangCase each) {
        String groups = plane.groups().path();
        api.createAll(KubeApi.NODES, each.nodeDocuments());
        each.groupDocuments(plane.groups())
                .forEach(group -> api.post(groups, group).well());
        api.createAll(KubeApi.PODS, each.podDocuments());
        Instant now = Clock.systemUTC().instant();
        each.running()
                .forEach(pod -> api.patch(KubeApi.PODS + "/" + pod.name() + "/status", pod.status(now))
                        .well());
        try (ServerProcess _ = start(scheduler)) {
            return place(scheduler, each);
        } finally {
            clear(groups);
        }
    }

    private Cost place(String scheduler, GangCase each) {
        long began = System.nanoTime();
        api.createAll(KubeApi.PODS, each.gangDocuments(scheduler));
        boolean placed = false;
        while (!placed && System.nanoTime() - began < PATIENCE_NANOS) {
            UpProcess.pause(50);
            placed = bound() == each.members();
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        Set<String> left = names();
        List<GangCase.Running> stopped = each.running().stream()
                .filter(pod -> !left.contains(pod.name()))
                .toList();
        return new Cost(
                placed,
                stopped.size(),
                stopped.stream().mapToInt(GangCase.Running::gpus).sum(),
                stopped.stream().mapToDouble(GangCase.Running::work).sum(),
                seconds);
    }

    private long bound() {
        return api.list(KubeApi.PODS).stream()
                .filter(pod -> KubeApi.name(pod).startsWith("gang-")
                        && !KubeApi.text(pod, "spec", "nodeName").isEmpty())
                .count();
    }

    /** Of the pods that nobody told to go. */
    private Set<String> names() {
        return api.list(KubeApi.PODS).stream()
                .filter(pod ->
                        KubeApi.text(pod, "metadata", "deletionTimestamp").isEmpty())
                .map((Tree pod) -> KubeApi.name(pod))
                .collect(Collectors.toSet());
    }

    private void clear(String groups) {
        plane.clear();
        List<String> names = api.list(groups).stream().map(KubeApi::name).toList();
        names.forEach(name -> api.patch(groups + "/" + name, Map.of("metadata", Map.of("finalizers", List.of()))));
        api.deleteAll(groups, names);
        UpProcess.pause(500);
    }
}
