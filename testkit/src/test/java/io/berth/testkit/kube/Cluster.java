package io.berth.testkit.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What one test does at a control plane: nodes and pods that it makes, Berths that it starts; all is gone at its end. */
public final class Cluster {
    static final String SCHEDULER = "berth";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ControlPlane plane;
    private final KubeApi api;
    private final List<AutoCloseable> started = new ArrayList<>();
    private int berths;

    Cluster(ControlPlane plane) {
        this.plane = plane;
        this.api = plane.api();
    }

    public ControlPlane plane() {
        return plane;
    }

    /** As the administrator. */
    public KubeApi api() {
        return api;
    }

    /** A Berth with the rights of the administrator, that schedules. */
    public BerthKube berth(String... options) {
        return launch("admin-token", options).awaitReady();
    }

    /** A Berth of whoever has {@code token}; it may not be ready ever. */
    BerthKube launch(String token, String... options) {
        String name = "berth-" + System.nanoTime() + "-" + ++berths;
        BerthKube berth =
                BerthKube.start(plane.folder(), name, plane.kubeconfig(name, token, plane.address()), options);
        started.add(berth);
        return berth;
    }

    /** Emulated kubelets until the end of the test. */
    public void kubelets() {
        started.add(plane.startKubelets());
    }

    public void add(Draft... drafts) {
        Arrays.stream(drafts).forEach(draft -> {
            Map<String, Object> document = draft.document();
            boolean node = "Node".equals(document.get("kind"));
            api.post(node ? KubeApi.NODES : KubeApi.PODS, document).well();
        });
    }

    /** A pod for Berth. */
    public static Draft pod(String name) {
        return Draft.pod(name, SCHEDULER);
    }

    public Tree get(String pod) {
        return api.get(KubeApi.PODS + "/" + pod).well().tree();
    }

    /** As {@link #get}; nothing where there is no such pod. */
    public Optional<Tree> find(String pod) {
        KubeApi.Reply reply = api.get(KubeApi.PODS + "/" + pod);
        return reply.code() == 404 ? Optional.empty() : Optional.of(reply.well().tree());
    }

    /** The node of each pod, by name; empty where it is not bound. */
    public Map<String, String> where() {
        Map<String, String> where = new TreeMap<>();
        api.list(KubeApi.PODS).forEach(pod -> where.put(KubeApi.name(pod), KubeApi.text(pod, "spec", "nodeName")));
        return where;
    }

    /** How many pods are bound. */
    public long bound() {
        return where().values().stream().filter(node -> !node.isEmpty()).count();
    }

    /** Waits until {@code pod} is bound; where. */
    public String awaitBound(String pod) {
        until(pod + " is bound", () -> !where().getOrDefault(pod, "").isEmpty());
        return where().get(pod);
    }

    /** Waits until {@code pod} is told why it waits; what it is told. */
    public String awaitTold(String pod) {
        until(pod + " is told", () -> !told(pod).isEmpty());
        assertThat(where().get(pod)).isEmpty();
        return told(pod);
    }

    /** What the condition of a pod says that cannot be placed; empty where it says nothing. */
    public String told(String pod) {
        Tree conditions = get(pod).require("status").get("conditions");
        for (Tree condition : conditions == null ? List.<Tree>of() : conditions.items()) {
            if (KubeApi.text(condition, "type").equals("PodScheduled")
                    && KubeApi.text(condition, "reason").equals("Unschedulable")) {
                return KubeApi.text(condition, "message");
            }
        }
        return "";
    }

    /** Reasons and notes of the events about {@code pod}. */
    public List<String> events(String pod) {
        return api.list("/apis/events.k8s.io/v1/namespaces/default/events").stream()
                .filter(event -> KubeApi.text(event, "regarding", "name").equals(pod))
                .map(event -> KubeApi.text(event, "reason") + " " + KubeApi.text(event, "note"))
                .toList();
    }

    /** Waits until something holds, which it must within a minute. */
    public static void until(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            UpProcess.pause(50);
        }
        assertThat(holds.getAsBoolean()).as(what).isTrue();
    }

    /** Applies {@code manifests} by kubectl. */
    public void apply(String manifests) {
        try {
            plane.apply(Files.writeString(plane.folder().resolve("manifests.yaml"), manifests));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void empty() {
        started.forEach(one -> {
            try {
                one.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        plane.clear();
        api.clear("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
        api.clear("/apis/events.k8s.io/v1/namespaces/default/events");
    }
}
