package io.berth.kube.bind;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.volume.Claim;
import io.berth.kube.volume.Volume;
import io.berth.kube.volume.VolumeChoice;
import io.berth.kube.volume.VolumeChoice.Choices;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has the claims of pods get their volumes before the pods are bound: a volume that is there is made the claim's, or the claim is told for
 * which node one is to be made; the cluster's own controllers do the rest. Claims that have their volumes cost nothing here.
 */
final class VolumeBinder implements AutoCloseable {
    /** As long as kube-scheduler waits by default (bindTimeoutSeconds). */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(600);

    private static final long LOOK_MILLIS = 100;

    private final ApiClient client;
    private final Mirror mirror;
    private final BooleanSupplier leads;
    private final MissingRights rights;
    private final Consumer<BindOrder> next;
    private final BindOutcomes outcomes;
    /** Of the thread that looks. */
    private final List<Waiting> waiting = new ArrayList<>();

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-volumes").daemon().factory());

    /** A pod whose claims have been told, since {@code sinceNanos} of {@link System#nanoTime}; and those of them that were seen to know it. */
    private record Waiting(BindOrder order, Choices choices, long sinceNanos, Set<String> told) {}

    /**
     * Who hears of orders.
     *
     * @param next gets those whose claims have their volumes
     */
    record Heard(Consumer<BindOrder> next, BindOutcomes outcomes) {}

    VolumeBinder(ApiClient client, Mirror mirror, BooleanSupplier leads, MissingRights rights, Heard heard) {
        this.client = client;
        this.mirror = mirror;
        this.leads = leads;
        this.rights = rights;
        this.next = heard.next;
        this.outcomes = heard.outcomes;
        looks.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes what waits no further: whoever schedules next finds it as it is. */
    @Override
    public void close() {
        looks.shutdownNow();
    }

    /** Hands the order on once the claims of {@code pod} have their volumes. */
    void prepare(BindOrder order, Pod pod) {
        if (!mirror.claims().weighsVolumes() || pod.spec().where().volumes().isEmpty()) {
            next.accept(order);
            return;
        }
        Choices choices = mirror.claims().promise(pod, order.node());
        if (!choices.possible()) {
            outcomes.failed(order, choices.why());
        } else if (choices.all().isEmpty()) {
            next.accept(order);
        } else if (!leads.getAsBoolean()) {
            mirror.claims().release(choices);
            outcomes.failed(order, "another leads");
        } else {
            tell(order, choices);
        }
    }

    private void tell(BindOrder order, Choices choices) {
        List<CompletableFuture<@Nullable String>> told =
                choices.all().stream().map(choice -> tell(choice, order.node())).toList();
        CompletableFuture.allOf(told.toArray(CompletableFuture<?>[]::new))
                .whenCompleteAsync(
                        (_, _) -> {
                            String why = told.stream()
                                    .map(CompletableFuture::join)
                                    .filter(problem -> problem != null)
                                    .findFirst()
                                    .orElse(null);
                            if (why == null) {
                                waiting.add(new Waiting(order, choices, System.nanoTime(), new HashSet<>()));
                            } else {
                                fail(order, choices, why);
                            }
                        },
                        looks);
    }

    /** Null where it was done, else why not. */
    private CompletableFuture<@Nullable String> tell(VolumeChoice choice, String node) {
        Volume volume = choice.volume();
        CompletableFuture<Answer> sent = volume == null
                ? client.patch(path(choice.claim().meta().key()), ApiClient.MERGE_PATCH, selected(choice.claim(), node))
                : client.patch(
                        "/api/v1/persistentvolumes/" + volume.meta().name(),
                        ApiClient.MERGE_PATCH,
                        given(volume, choice.claim()));
        return sent.handle((answer, problem) -> {
            rights.missed(MissingRights.Work.VOLUMES, answer);
            if (answer == null) {
                return ApiClient.why(problem);
            }
            return answer.ok() ? null : answer.why();
        });
    }

    private static String path(ObjectKey claim) {
        return "/api/v1/namespaces/" + claim.namespace() + "/persistentvolumeclaims/" + claim.name();
    }

    /** Of the version that was read: what changed meanwhile is looked at first. */
    private static String selected(Claim claim, String node) {
        return Json.line(Map.of(
                "metadata",
                Map.of(
                        "annotations",
                        Map.of(Claim.SELECTED_NODE, node),
                        "resourceVersion",
                        claim.meta().resourceVersion())));
    }

    private static String given(Volume volume, Claim claim) {
        ObjectKey key = claim.meta().key();
        return Json.line(Map.of(
                "metadata",
                Map.of(
                        "annotations",
                        Map.of("pv.kubernetes.io/bound-by-controller", "yes"),
                        "resourceVersion",
                        volume.meta().resourceVersion()),
                "spec",
                Map.of(
                        "claimRef",
                        Map.of(
                                "apiVersion", "v1",
                                "kind", "PersistentVolumeClaim",
                                "namespace", key.namespace(),
                                "name", key.name(),
                                "uid", key.uid()))));
    }

    private void look() {
        waiting.removeIf(this::decided);
    }

    /** True where it waits no more. */
    private boolean decided(Waiting of) {
        Pod pod = mirror.pod(of.order.pod().uid());
        if (pod == null || pod.over() || pod.meta().deleting()) {
            fail(of.order, of.choices, "the pod is gone");
            return true;
        }
        Choices now = mirror.claims().promise(pod, of.order.node());
        if (now.possible() && now.all().isEmpty()) {
            next.accept(of.order);
            return true;
        }
        String why = now.possible() ? gaveUp(of, now) : now.why();
        if (!why.isEmpty()) {
            mirror.claims().release(now);
            fail(of.order, of.choices, why);
        }
        return !why.isEmpty();
    }

    /** Whoever makes volumes takes the node back where none can be made for it. */
    private static String gaveUp(Waiting of, Choices now) {
        for (VolumeChoice choice : now.all()) {
            Claim claim = choice.claim();
            if (claim.selectedNode().equals(of.order.node())) {
                of.told.add(claim.meta().uid());
            } else if (of.told.contains(claim.meta().uid())) {
                return "the volume of claim " + claim.meta().name() + " could not be made there";
            }
        }
        return System.nanoTime() - of.sinceNanos > LONGEST_NANOS ? "its claims did not get their volumes in time" : "";
    }

    private void fail(BindOrder order, Choices choices, String why) {
        mirror.claims().release(choices);
        outcomes.failed(order, why);
    }
}
