package io.berth.kube.bind;

import io.berth.core.decision.Grant;
import io.berth.core.workload.DeviceDemand;
import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.share.BindAsk;
import io.berth.kube.share.NodeLock;
import io.berth.kube.share.ShareConvention;
import io.berth.kube.share.ShareException;
import io.berth.spec.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells pods of their shares of devices before they are bound, as the agents on nodes expect it, one pod at a time on each node where
 * these need that. Pods without shares pass at once.
 */
final class ShareBinder implements AutoCloseable {
    /** Twice as long as a lock may last that nobody takes away. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2 * NodeLock.LONGEST_SECONDS);

    private static final long LOOK_MILLIS = 100;

    private final ApiClient client;
    private final Mirror mirror;
    private final BooleanSupplier leads;
    private final MissingRights rights;
    private final VolumeBinder.Heard heard;
    private final BindRequests bindRequests;
    /** By the UIDs of pods. */
    private final Map<String, Placed> placed = new ConcurrentHashMap<>();
    /** Pods that were told of their shares, until they are bound, by UID. */
    private final Map<String, Told> told = new ConcurrentHashMap<>();
    /** Of the thread that looks, in the order in which they came. */
    private final List<Waiting> waiting = new ArrayList<>();
    /** Nodes of which a pod is told of its share or bound now. */
    private final Set<String> under = ConcurrentHashMap.newKeySet();
    /** The pod that was bound last with shares, by node: the mirror may not have yet what it was told. */
    private final Map<String, BindOrder> last = new ConcurrentHashMap<>();

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-shares").daemon().factory());

    /** Where the engine has a pod. */
    private record Placed(Pod pod, long mask, DeviceDemand demand, Map<Integer, String> names) {}

    /** What a pod was told, and who keeps others from its node meanwhile. */
    private record Told(Set<String> keys, @Nullable Locked locked) {}

    /** The annotation that keeps others from a node, as it was written for a pod. */
    private record Locked(String key, String value) {}

    private record Waiting(BindOrder order, long sinceNanos) {}

    /** @param heard gets orders of pods that know their shares */
    ShareBinder(
            ApiClient client, Mirror mirror, BooleanSupplier leads, MissingRights rights, VolumeBinder.Heard heard) {
        this.client = client;
        this.mirror = mirror;
        this.leads = leads;
        this.rights = rights;
        this.heard = heard;
        this.bindRequests = new BindRequests(client, mirror, heard.outcomes());
        looks.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes what waits no further: whoever schedules next finds it as it is. */
    @Override
    public void close() {
        looks.shutdownNow();
    }

    /** The engine has {@code pod} on the devices of {@code grant}. @param names of devices of its node, by number */
    void placed(Pod pod, Grant grant, DeviceDemand demand, Map<Integer, String> names) {
        placed.put(pod.meta().uid(), new Placed(pod, grant.mask(), demand, names));
    }

    /** Hands the order on once its pod knows its share. */
    void prepare(BindOrder order) {
        if (!placed.containsKey(order.pod().uid())) {
            heard.next().accept(order);
        } else if (!looks.isShutdown()) {
            looks.execute(() -> {
                waiting.add(new Waiting(order, System.nanoTime()));
                look();
            });
        }
    }

    private void look() {
        bindRequests.look();
        Set<String> asked = new HashSet<>();
        for (Waiting of : List.copyOf(waiting)) {
            // Those of one node one after another, as they came.
            if (!asked.add(of.order.node())) {
                continue;
            }
            Pod pod = mirror.pod(of.order.pod().uid());
            String over = pod == null || pod.over() || pod.meta().deleting()
                    ? "the pod is gone"
                    : !leads.getAsBoolean()
                            ? "another leads"
                            : System.nanoTime() - of.sinceNanos > LONGEST_NANOS
                                    ? "its node was not free to be told of shares in time"
                                    : "";
            if (pod == null || !over.isEmpty()) {
                waiting.remove(of);
                heard.outcomes().failed(of.order, over);
            } else if (begin(of.order, pod)) {
                waiting.remove(of);
            }
        }
    }

    /** True where the order waits no more. */
    private boolean begin(BindOrder order, Pod pod) {
        ShareConvention convention = mirror.shares().convention();
        Placed place = placed.get(order.pod().uid());
        if (convention == null || place == null) {
            heard.next().accept(order);
            return true;
        }
        Instant now = Clock.systemUTC().instant();
        Map<String, String> texts;
        try {
            BindAsk ask = mirror.shares()
                    .request(
                            pod,
                            order.node(),
                            place.mask,
                            place.demand,
                            bindRequests.names(order.node(), place.mask, place.names));
            if (ask != null) {
                bindRequests.send(order, ask);
                return true;
            }
            texts = mirror.shares().written(pod, order.node(), place.mask, place.demand, now);
        } catch (ShareException e) {
            heard.outcomes().failed(order, e.why());
            return true;
        }
        if (texts == null) {
            heard.next().accept(order);
            return true;
        }
        NodeLock lock = convention.lock();
        Node node = mirror.node(order.node());
        if (node == null || busy(convention, node, pod, now) || !under.add(order.node())) {
            return false;
        }
        Locked locked = lock == null
                ? null
                : new Locked(lock.key(), lock.value(pod.meta().key(), now));
        told.put(order.pod().uid(), new Told(texts.keySet(), locked));
        (locked == null ? CompletableFuture.completedFuture("") : lock(node, locked))
                .thenCompose(why -> why.isEmpty() ? tell(pod, texts) : CompletableFuture.completedFuture(why))
                .whenComplete((why, problem) -> told(order, problem == null ? why : ApiClient.why(problem)));
        return true;
    }

    private boolean busy(ShareConvention convention, Node node, Pod pod, Instant now) {
        NodeLock lock = convention.lock();
        String value = lock == null ? null : node.meta().annotations().get(lock.key());
        if (lock != null && value != null && lock.holds(value, pod.meta().key(), now)) {
            return true;
        }
        BindOrder before = last.get(node.meta().name());
        Pod bound = before == null ? null : mirror.pod(before.pod().uid());
        if (bound != null && !bound.over() && !mirror.shares().told(bound)) {
            return true;
        }
        return mirror.podsOf(node.meta().name()).stream()
                .map(mirror::pod)
                .anyMatch(other -> other != null && !other.over() && convention.busy(other, now.getEpochSecond()));
    }

    /** Of the version of the node that was looked at: who took it meanwhile keeps it. */
    private CompletableFuture<String> lock(Node node, Locked locked) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("resourceVersion", node.meta().resourceVersion());
        meta.put("annotations", Map.of(locked.key, locked.value));
        return client.patch(path(node.meta().name()), ApiClient.MERGE_PATCH, Json.line(Map.of("metadata", meta)))
                .thenApply(this::problem);
    }

    /** Of the very pod: another of its name asks for itself. */
    private CompletableFuture<String> tell(Pod pod, Map<String, ? extends @Nullable Object> annotations) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("uid", pod.meta().uid());
        meta.put("annotations", annotations);
        return client.patch(Binder.path(pod.meta().key()), ApiClient.MERGE_PATCH, Json.line(Map.of("metadata", meta)))
                .thenApply(this::problem);
    }

    private String problem(Answer answer) {
        rights.missed(MissingRights.Work.SHARES, answer);
        return answer.ok() ? "" : answer.code() == Answer.CONFLICT ? AGAIN : answer.why();
    }

    /** Somebody else changed the node, or the pod, since it was looked at. */
    private static final String AGAIN = "it was changed meanwhile";

    private void told(BindOrder order, String why) {
        if (why.isEmpty()) {
            heard.next().accept(order);
        } else if (why.equals(AGAIN) && !looks.isShutdown()) {
            told.remove(order.pod().uid());
            under.remove(order.node());
            looks.execute(() -> waiting.addFirst(new Waiting(order, System.nanoTime())));
        } else {
            heard.outcomes().failed(order, why);
        }
    }

    /** The pod is bound: its agent takes the lock away when it has its devices. */
    void bound(BindOrder order) {
        placed.remove(order.pod().uid());
        if (told.remove(order.pod().uid()) != null) {
            last.put(order.node(), order);
            under.remove(order.node());
        }
    }

    /** The pod is not bound: what it was told does not hold, and others may come to its node. */
    void failed(BindOrder order) {
        Told of = told.remove(order.pod().uid());
        Placed place = placed.remove(order.pod().uid());
        if (of == null || place == null || !leads.getAsBoolean()) {
            return;
        }
        Map<String, @Nullable Object> none = new LinkedHashMap<>();
        of.keys.forEach(key -> none.put(key, null));
        CompletableFuture<?> taken = tell(place.pod, none);
        Locked locked = of.locked;
        (locked == null ? taken : taken.thenCompose(_ -> unlock(order.node(), locked)))
                .whenComplete((_, _) -> under.remove(order.node()));
    }

    /** Only as it was written: the mirror may not have it yet, and whoever took the node since keeps it. */
    private CompletableFuture<Answer> unlock(String node, Locked locked) {
        String at = "/metadata/annotations/" + locked.key.replace("~", "~0").replace("/", "~1");
        List<Map<String, String>> steps =
                List.of(Map.of("op", "test", "path", at, "value", locked.value), Map.of("op", "remove", "path", at));
        return client.patch(path(node), ApiClient.JSON_PATCH, Json.line(steps));
    }

    private static String path(String node) {
        return "/api/v1/nodes/" + node;
    }
}
