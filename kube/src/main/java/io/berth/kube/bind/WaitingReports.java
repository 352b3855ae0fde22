package io.berth.kube.bind;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Reason;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.kube.api.ApiClient;
import io.berth.kube.convention.GangName;
import io.berth.kube.diff.GangNeeds;
import io.berth.kube.diff.Refusals;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import io.berth.live.driver.LiveDriver;
import io.berth.spec.json.Json;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes into pods that wait why they do: the condition {@code PodScheduled} becomes false, which people see and autoscalers go by, and
 * an event says the same. All pods are explained on one copy of the state, away from the engine's thread; each is told once, and again
 * when the answer is another a minute later.
 */
final class WaitingReports implements AutoCloseable {
    /** One that is placed sooner was not kept waiting. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOOK_MILLIS = 500;
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * Between two looks it rests for so many times as long as a look takes: of tens of thousands of pods that wait one takes a second of a
     * processor, which bindings want more.
     */
    private static final int RESTS = 19;

    /** A condition costs the server as much as a binding, which goes before it. */
    private static final int MOST_A_SECOND = 100;

    private static final int MOST_AT_A_LOOK = 1_000;

    /** What keeps a pod whatever room there is. */
    private static final Set<Reason> OF_QUEUES = EnumSet.of(
            Reason.NO_QUEUE, Reason.QUEUE_LIMIT, Reason.QUEUE_QUOTA, Reason.QUEUE_BORROWED, Reason.QUEUE_TOO_SMALL);

    private final LiveDriver driver;
    private final ApiClient client;
    private final Mirror mirror;
    private final Told hears;
    private final Catalog catalog;
    private final Map<String, Report> told = new ConcurrentHashMap<>();
    /** When it was looked last, by {@link System#nanoTime}. */
    private long lookedNanos;

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-waiting").daemon().factory());

    /**
     * What a pod was told, and when by {@link System#nanoTime}.
     *
     * @param node on which others stop to make room for it; empty where nobody does
     */
    private record Report(String text, String node, long atNanos) {
        boolean says(Report other) {
            return text.equals(other.text) && node.equals(other.node);
        }

        /** Nobody knows whether the pod was told: it is again at once, and where it may say a node that is to be taken back. */
        Report untold(@Nullable Report before) {
            String mayHave = node.isEmpty() && before != null ? before.node : node;
            return new Report("", mayHave, System.nanoTime() - AGAIN_NANOS - 1);
        }
    }

    /** Who else hears of it. */
    record Told(
            PodEvents events,
            KubeMetrics metrics,
            MissingRights rights,
            GangReports gangs,
            Refusals refusals,
            Consumer<String> notes) {}

    WaitingReports(LiveDriver driver, ApiClient client, Mirror mirror, Told hears, Catalog catalog) {
        this.driver = driver;
        this.client = client;
        this.mirror = mirror;
        this.hears = hears;
        this.catalog = catalog;
    }

    void start() {
        lookedNanos = System.nanoTime();
        looks.schedule(this::lookAgain, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void lookAgain() {
        long began = System.nanoTime();
        look(began - lookedNanos);
        lookedNanos = began;
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        if (!looks.isShutdown()) {
            looks.schedule(this::lookAgain, Math.max(LOOK_MILLIS, RESTS * took), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    /** As {@link KubeMetrics.Pending} counts. */
    long[] pending() {
        long unplaced = told.size();
        return new long[] {Math.max(0, mirror.unbound() - unplaced), unplaced, mirror.gated()};
    }

    /** @param sinceNanos how long ago the look before was */
    private void look(long sinceNanos) {
        try {
            List<String> due =
                    due((int) Math.min(MOST_AT_A_LOOK, MOST_A_SECOND * sinceNanos / TimeUnit.SECONDS.toNanos(1)));
            if (due.stream().anyMatch(this::asksForMore) || !due.isEmpty() && waiting() > 0) {
                State copy = driver.ask(State::image).join().state();
                Explainer explainer = new Explainer(copy, catalog);
                due.forEach(uid -> tell(uid, copy, explainer));
            }
            hears.gangs().look(this::told);
        } catch (RuntimeException e) {
            if (!driver.done().isDone()) {
                hears.notes().accept("cannot say why pods wait: " + e.getMessage());
            }
        }
    }

    /** What the pod of {@code uid} was told; null for nothing. */
    private @Nullable String told(String uid) {
        Report report = told.get(uid);
        return report == null || report.text.isEmpty() ? null : report.text;
    }

    /** Most pods that are not bound yet are on their way to a node: a copy of the state is made where some are not. */
    private long waiting() {
        return driver.ask(State::waitingJobs).join();
    }

    private boolean asksForMore(String uid) {
        Pod pod = mirror.pod(uid);
        return pod != null
                && (!pod.spec().where().unknown().isEmpty()
                        || GangName.of(pod) != null
                        || !mirror.queues().of(pod).why().isEmpty()
                        || !GangNeeds.whyClaims(mirror, pod).isEmpty());
    }

    private List<String> due(int most) {
        List<String> waiting = mirror.unboundFor(PATIENCE_NANOS);
        told.keySet().retainAll(Set.copyOf(waiting));
        long now = System.nanoTime();
        List<String> due = new ArrayList<>();
        for (String uid : waiting) {
            Report report = told.get(uid);
            if (due.size() < most && (report == null || now - report.atNanos() > AGAIN_NANOS)) {
                due.add(uid);
            }
        }
        return due;
    }

    private void tell(String uid, State copy, Explainer explainer) {
        Pod pod = mirror.pod(uid);
        if (pod == null || pod.bound()) {
            return;
        }
        String nodes = whyNot(pod, copy, explainer);
        if (nodes.isEmpty()) {
            return;
        }
        Report before = told.get(uid);
        // As kube-scheduler begins its own, which people and programs search for.
        String text = "0/" + copy.nodes().count() + " nodes are available: " + nodes + ".";
        Report report = new Report(text, roomMade(uid, copy, explainer), System.nanoTime());
        told.put(uid, report);
        if (before == null || !before.says(report)) {
            write(pod, report, before);
        }
    }

    private static String roomMade(String uid, State copy, Explainer explainer) {
        TaskOfJob task = copy.taskByKey(uid);
        Integer node =
                task == null ? null : explainer.roomMadeFor(task.job().id()).get(task.task());
        return node == null ? "" : copy.nodes().name(node);
    }

    /** In words; empty where it is about to be placed. */
    private String whyNot(Pod pod, State copy, Explainer explainer) {
        List<String> unknown = pod.spec().where().unknown();
        if (!unknown.isEmpty()) {
            return "it asks for " + String.join(", ", unknown) + ", which this scheduler does not know";
        }
        String queue = mirror.queues().of(pod).why();
        if (!queue.isEmpty()) {
            return queue;
        }
        String claims = GangNeeds.whyClaims(mirror, pod);
        if (!claims.isEmpty()) {
            return claims;
        }
        TaskOfJob task = copy.taskByKey(pod.meta().uid());
        if (task == null) {
            String gang = GangNeeds.whyNot(mirror, pod);
            return gang == null ? "" : gang;
        }
        String refused =
                task.job().waiting() ? null : hears.refusals().told(pod.meta().uid());
        if (refused != null) {
            return refused;
        }
        Explanation why = explainer.explain(task.job().id());
        Reason reason = why == null ? null : why.reason();
        if (why == null || reason == null) {
            return "";
        }
        String nodes = why.nodes().text();
        // What the nodes lack does not matter any more where others stop for it, nor while its queue keeps it.
        boolean whole = reason == Reason.MAKING_ROOM || reason == Reason.NO_ONE_DOMAIN || OF_QUEUES.contains(reason);
        String text = nodes.isEmpty() || whole ? why.text() : nodes;
        int together = task.job().leastTasks();
        return together == 1
                ? text
                : "of the " + together + " pods that start together as "
                        + task.job().spec().name() + ", " + why.room() + " have room: " + text;
    }

    /**
     * Of the version that was read: one that was bound meanwhile stays as it is. Where room is made is said while it is, for those who would
     * make room elsewhere; what somebody else said of that stays.
     */
    private void write(Pod pod, Report report, @Nullable Report before) {
        String text = report.text();
        Map<String, Object> condition = Map.of(
                "type",
                "PodScheduled",
                "status",
                "False",
                "reason",
                "Unschedulable",
                "message",
                text,
                "lastTransitionTime",
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString());
        Map<String, @Nullable Object> status = new TreeMap<>(Map.of("conditions", List.of(condition)));
        if (!report.node().isEmpty()) {
            status.put("nominatedNodeName", report.node());
        } else if (before != null && !before.node().isEmpty()) {
            status.put("nominatedNodeName", null);
        }
        String patch = Json.line(Map.of(
                "metadata",
                Map.of("uid", pod.meta().uid(), "resourceVersion", pod.meta().resourceVersion()),
                "status",
                status));
        String uid = pod.meta().uid();
        client.patch(Binder.path(pod.meta().key()) + "/status", ApiClient.STRATEGIC_PATCH, patch)
                .whenComplete((answer, _) -> {
                    if (hears.rights().missed(MissingRights.Work.CONDITIONS, answer)) {
                        // Nobody was told, and asking twice a second gives no right.
                        told.put(uid, new Report("", "", System.nanoTime()));
                    } else if (answer != null && answer.ok()) {
                        hears.events().failedScheduling(pod.meta().key(), text);
                        hears.metrics().unschedulable();
                    } else {
                        told.replace(uid, report, report.untold(before));
                    }
                });
    }
}
