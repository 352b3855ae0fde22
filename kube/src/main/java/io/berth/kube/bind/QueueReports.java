package io.berth.kube.bind;

import io.berth.core.queue.QueueRefusal;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.queue.ClusterQueues;
import io.berth.kube.queue.QueueConvention;
import io.berth.live.driver.LiveDriver;
import io.berth.spec.json.Json;
import io.berth.spec.queue.QueueKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes into Berth's own queues what their pods hold, have borrowed and wait for: each at most once in five seconds and where it is otherwise than it was, and no
 * more than {@link #MOST_AT_A_LOOK} of them at a time, so that pods are bound meanwhile.
 */
final class QueueReports implements AutoCloseable {
    private static final long LOOK_SECONDS = 5;
    private static final int MOST_AT_A_LOOK = 50;

    private final LiveDriver driver;
    private final ApiClient client;
    private final ClusterQueues queues;
    private final BooleanSupplier leads;
    private final MissingRights rights;
    private final Consumer<String> notes;
    /** What was written last, by name. */
    private final Map<String, String> told = new ConcurrentHashMap<>();
    /** Where the next look begins, so that none of many queues is left out for ever. */
    private String next = "";

    /** What was noted last. */
    private volatile String noted = "";

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-queues").daemon().factory());

    /** Who may write, and who hears what goes wrong. */
    record Writing(BooleanSupplier leads, MissingRights rights, Consumer<String> notes) {}

    QueueReports(LiveDriver driver, ApiClient client, ClusterQueues queues, Writing writing) {
        this.driver = driver;
        this.client = client;
        this.queues = queues;
        this.leads = writing.leads;
        this.rights = writing.rights;
        this.notes = writing.notes;
    }

    /** Begins, where queues have a status. */
    void start() {
        QueueConvention convention = queues.convention();
        if (convention != null && !convention.statuses().isEmpty()) {
            looks.scheduleWithFixedDelay(
                    () -> look(convention.statuses()), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    private void look(String path) {
        try {
            SortedMap<String, String> now = new TreeMap<>(
                    leads.getAsBoolean() ? driver.ask(this::statuses).join() : Map.of());
            told.keySet().retainAll(now.keySet());
            now.entrySet().removeIf(queue -> queue.getValue().equals(told.get(queue.getKey())));
            List<Map.Entry<String, String>> turn =
                    new ArrayList<>(now.tailMap(next).entrySet());
            turn.addAll(now.headMap(next).entrySet());
            List<Map.Entry<String, String>> due = turn.subList(0, Math.min(MOST_AT_A_LOOK, turn.size()));
            due.forEach(queue -> write(path, queue.getKey(), queue.getValue()));
            next = turn.size() > due.size() ? turn.get(due.size()).getKey() : "";
        } catch (RuntimeException e) {
            if (!driver.done().isDone()) {
                note("cannot say what queues hold: " + e.getMessage());
            }
        }
    }

    /** The status of each queue as JSON, by name. */
    private SortedMap<String, String> statuses(State state) {
        SortedMap<String, String> statuses = new TreeMap<>();
        queues.closed().forEach((name, why) -> statuses.put(name, Json.line(Map.of("why", why))));
        if (!state.queues().any()) {
            return statuses;
        }
        QueueUse use = state.queues().use(state.nodes());
        QueueTree tree = use.tree();
        long[] waiting = new long[tree.size()];
        long[] running = new long[tree.size()];
        for (Job job : state.jobs()) {
            int leaf = tree.leaf(job.queue());
            for (int node = leaf; node >= 0 && node != tree.root(); node = tree.parent(node)) {
                waiting[node] += job.waiting() ? job.spec().tasks() : 0;
                running[node] += job.waiting() ? 0 : job.placedTasks();
            }
        }
        for (int node = 0; node < tree.root(); node++) {
            String name = tree.queues().get(node).name();
            String closed = queues.closed().getOrDefault(name, "");
            Map<String, Object> status = amounts(use, node);
            status.put("waiting", waiting[node]);
            status.put("running", running[node]);
            status.put("why", closed.isEmpty() ? why(use, node) : closed);
            statuses.put(name, Json.line(status));
        }
        return statuses;
    }

    private static Map<String, Object> amounts(QueueUse use, int node) {
        Map<String, Object> quota = new TreeMap<>();
        Map<String, Object> used = new TreeMap<>();
        Map<String, Object> borrowed = new TreeMap<>();
        for (int column = 0; column < use.tree().resources().size(); column++) {
            String resource = use.tree().resources().get(column);
            used.put(resource, QueueKeys.text(resource, use.used(node, column)));
            if (use.governed(column)) {
                quota.put(resource, QueueKeys.text(resource, use.quota(node, column)));
                borrowed.put(resource, QueueKeys.text(resource, use.borrowed(node, column)));
            }
        }
        return new TreeMap<>(Map.of("quota", quota, "used", used, "borrowed", borrowed));
    }

    private static String why(QueueUse use, int node) {
        QueueRefusal refusal = use.tree().leaf(node) ? use.refusesMore(node) : null;
        return refusal == null ? "" : refusal.reason().text();
    }

    private void write(String path, String name, String status) {
        String before = told.put(name, status);
        String patch = "[{\"op\": \"add\", \"path\": \"/status\", \"value\": " + status + "}]";
        client.patchDefined(path + name + "/status", ApiClient.JSON_PATCH, patch)
                .whenComplete((answer, _) -> {
                    boolean missed = rights.missed(MissingRights.Work.QUEUES, answer);
                    if (!missed && (answer == null || answer.again())) {
                        forget(name, status, before);
                    } else if (!missed && !answer.ok() && answer.code() != Answer.NOT_FOUND) {
                        note("cannot write into queue " + name + " what it holds: " + answer.why());
                    }
                });
    }

    private void note(String line) {
        if (!line.equals(noted)) {
            noted = line;
            notes.accept(line);
        }
    }

    private void forget(String name, String status, @Nullable String before) {
        if (before == null) {
            told.remove(name, status);
        } else {
            told.replace(name, status, before);
        }
    }
}
