package io.berth.testkit.kube.rule;

import io.berth.kube.api.ApiClient;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.watch.Resource;
import io.berth.kube.wire.Envelope;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.rule.WorldObjects.Made;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Asks Berth and kube-scheduler where the pods of each world may go, at one API server. Nothing is ever bound: kube-scheduler tells an
 * extender which nodes its filters let pass, and Berth reads the lists that the server sends. Agreement is the same nodes.
 */
public final class RuleTable implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** kube-scheduler hears of nodes and pods by several watches, and must have heard of all before it is asked. */
    private static final long HEARD_MILLIS = 400;

    private static final long SURELY_HEARD_MILLIS = 3_000;

    private final ControlPlane plane;
    private final KubeApi api;
    private final ApiClient client;
    private final FeasibleByScheduler scheduler = new FeasibleByScheduler();
    private int worlds;

    /** A world as both saw it. */
    private record Answers(RecordedWorld theirs, Map<Integer, List<Integer>> ours) {
        private List<Integer> differing() {
            return theirs.feasible().keySet().stream()
                    .filter(pod -> !theirs.feasible().get(pod).equals(ours.get(pod)))
                    .toList();
        }
    }

    private RuleTable(ControlPlane plane) {
        this.plane = plane;
        this.api = plane.api();
        this.client = new ApiClient(KubeConfig.read(plane.kubeconfig()));
    }

    /** Arguments: WORLDS SEED FOLDER FILES [RECORD]: FILES is the folder of the worlds by hand, RECORD true where what was said is kept there. */
    public static void main(String[] arguments) {
        int random = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        Path files = Path.of(arguments[3]);
        List<RuleWorld> worlds = new ArrayList<>(RuleFile.all(files));
        int byHand = worlds.size();
        for (int i = 0; i < random; i++) {
            worlds.add(RandomWorld.of(seed, i));
        }
        long began = System.nanoTime();
        Tally tally = new Tally();
        List<RecordedWorld> recorded = new ArrayList<>();
        try (ControlPlane plane = ControlPlane.start(Path.of(arguments[2]));
                RuleTable table = new RuleTable(plane)) {
            table.begin();
            worlds.forEach(world -> recorded.add(tally.count(world, table.ask(world))));
        }
        if (arguments.length > 4 && tally.wrong == 0) {
            Recording.write(files, recorded);
        }
        System.out.println("rules: " + tally.agreed + " of " + tally.cases + " cases agree, " + tally.meant
                + " differ as meant, " + tally.wrong + " otherwise; " + tally.some
                + " may go to some nodes and not to others ("
                + byHand + " worlds by hand, " + random + " of seed " + seed + "); "
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s");
        System.exit(tally.wrong == 0 ? 0 : 1);
    }

    /** What came of all cases. */
    private static final class Tally {
        private int cases;
        private int agreed;
        private int meant;
        private int wrong;
        private int some;

        private RecordedWorld count(RuleWorld world, Answers answers) {
            answers.theirs.feasible().values().forEach(nodes -> {
                cases++;
                some += !nodes.isEmpty() && nodes.size() < world.nodes().size() ? 1 : 0;
            });
            List<Integer> differing = answers.differing();
            agreed += answers.theirs.feasible().size() - differing.size();
            for (int pod : differing) {
                String kind = world.differs().isEmpty() ? "differs" : "differs as meant (" + world.differs() + ")";
                meant += world.differs().isEmpty() ? 0 : 1;
                wrong += world.differs().isEmpty() ? 1 : 0;
                System.err.println("rules: pod " + pod + " of " + world.name() + " " + kind + ": Berth "
                        + answers.ours.get(pod) + ", kube-scheduler "
                        + answers.theirs.feasible().get(pod) + "; "
                        + Json.line(world.pods().get(pod)));
            }
            if (differing.isEmpty() && !world.differs().isEmpty()) {
                wrong++;
                System.err.println("rules: " + world.name() + " is said to differ, and does not");
            }
            return answers.theirs;
        }
    }

    /** Starts kube-scheduler, and makes what worlds name: three namespaces, priorities, a runtime with an overhead. */
    private void begin() {
        for (String namespace : List.of("other", "third")) {
            Map<String, Object> metadata = Map.of("name", namespace, "labels", Map.of("kind", namespace));
            api.post("/api/v1/namespaces", Map.of("metadata", metadata)).well();
        }
        Map<String, Object> overhead = Map.of("podFixed", Map.of("cpu", "500m", "memory", "256Mi"));
        api.post(
                        "/apis/node.k8s.io/v1/runtimeclasses",
                        Map.of("metadata", Map.of("name", "heavy"), "handler", "heavy", "overhead", overhead))
                .well();
        plane.startScheduler(scheduler.configuration());
    }

    private Answers ask(RuleWorld world) {
        WorldObjects objects = new WorldObjects(worlds++, world);
        api.createAll(KubeApi.NODES, objects.nodes());
        create(objects.placed());
        UpProcess.pause(HEARD_MILLIS);
        create(objects.pods());
        Answers answers = answers(world);
        if (world.differs().isEmpty() && !answers.differing().isEmpty()) {
            // It may have been asked before it had heard of all.
            remove(objects.pods());
            UpProcess.pause(SURELY_HEARD_MILLIS);
            create(objects.pods());
            answers = answers(world);
        }
        remove(objects.pods());
        remove(objects.placed());
        api.clear(KubeApi.NODES);
        return answers;
    }

    private void create(List<Made> pods) {
        pods.stream()
                .collect(Collectors.groupingBy(Made::path, TreeMap::new, Collectors.toList()))
                .forEach((path, of) ->
                        api.createAll(path, of.stream().map(Made::document).toList()));
        for (Made pod : pods) {
            String path = pod.path() + "/" + pod.name();
            if (!pod.status().isEmpty()) {
                api.patch(path + "/status", Map.of("status", pod.status())).well();
            }
            if (pod.deleting()) {
                api.delete(path).well();
            }
        }
    }

    private void remove(List<Made> pods) {
        for (Made pod : pods) {
            if (pod.deleting()) {
                api.patch(pod.path() + "/" + pod.name(), Map.of("metadata", Map.of("finalizers", List.of())))
                        .well();
            }
        }
        pods.stream()
                .collect(Collectors.groupingBy(Made::path, TreeMap::new, Collectors.toList()))
                .forEach((path, of) ->
                        api.deleteAll(path, of.stream().map(Made::name).toList()));
    }

    private Answers answers(RuleWorld world) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!allTold()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("kube-scheduler says nothing of " + world.name());
            }
            UpProcess.pause(100);
        }
        byte[] nodes = list(Resource.NODES.path());
        byte[] pods = list(Resource.PODS.path());
        FeasibleByBerth berth = FeasibleByBerth.scheduling(nodes, pods);
        TreeMap<Integer, List<Integer>> theirs = new TreeMap<>();
        berth.uids().forEach((pod, uid) -> theirs.put(pod, scheduler.of(uid)));
        return new Answers(new RecordedWorld(world.name(), nodes, pods, theirs), berth.nodes());
    }

    private boolean allTold() {
        return api.list("/api/v1/pods").stream()
                .filter(pod -> KubeApi.text(pod, "spec", "nodeName").isEmpty())
                .allMatch(RuleTable::told);
    }

    private static boolean told(Tree pod) {
        Tree conditions = pod.require("status").get("conditions");
        return conditions != null
                && conditions.items().stream()
                        .anyMatch(condition -> KubeApi.text(condition, "type").equals("PodScheduled"));
    }

    private byte[] list(String path) {
        try (InputStream body = client.stream(path, Envelope.TYPE)) {
            return Managed.without(body.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        scheduler.close();
    }
}
