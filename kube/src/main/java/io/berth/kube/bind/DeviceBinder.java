package io.berth.kube.bind;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.AllocationFormat;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.mirror.DeviceChoice;
import io.berth.kube.mirror.DeviceChoice.Given;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.MalformedException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the claims of pods the devices that were promised to them, before the pods are bound: a claim is kept there, its status says which
 * devices it has and who uses them, and where drivers want to prepare them first, that is waited for. A claim that is to be made for a pod is
 * made before, and the pod is told of it after. What comes of no use is given back.
 */
final class DeviceBinder implements AutoCloseable {
    /** As long as kube-scheduler waits by default (DynamicResourcesArgs, bindingTimeout). */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(600);

    private static final long LOOK_MILLIS = 100;
    private static final long LATER_SECONDS = 5;

    /** Of many pods that begin to use one claim at once, each but the last is turned away once at least. */
    private static final int MOST_CONFLICTS = 8;

    private final ApiClient client;
    private final Mirror mirror;
    private final BooleanSupplier leads;
    private final MissingRights rights;
    private final Heard heard;
    private final ClaimMaker maker;
    /** Of the thread that looks. */
    private final List<Waiting> waiting = new ArrayList<>();
    /** The claims that were given devices for pods which are not bound yet, by the UIDs of pods. */
    private final Map<String, Told> told = new ConcurrentHashMap<>();
    /** Whose claims are looked after that came of no use; nobody's before {@link #sweep}. */
    private volatile Predicate<Pod> ours = _ -> false;

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-devices").daemon().factory());

    /** @param claims by namespace and name */
    private record Told(Pod pod, List<String> claims) {}

    /** A pod whose devices drivers prepare, since {@code sinceNanos} of {@link System#nanoTime}. */
    private record Waiting(BindOrder order, Pod pod, DeviceChoice choice, long sinceNanos) {}

    /** Who hears of orders. */
    interface Heard {
        /** The claims of {@code pod} have their devices. */
        void ready(BindOrder order, Pod pod);

        /** They do not get them, and the pod is not bound. */
        void failed(BindOrder order, String why);

        /** The same for want of a right, which was told. */
        void forbidden(BindOrder order, String why);
    }

    DeviceBinder(ApiClient client, Mirror mirror, BooleanSupplier leads, MissingRights rights, Heard heard) {
        this.client = client;
        this.mirror = mirror;
        this.leads = leads;
        this.rights = rights;
        this.heard = heard;
        this.maker = new ClaimMaker(client, mirror, leads, rights);
        looks.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes what waits no further: whoever schedules next finds it as it is. */
    @Override
    public void close() {
        looks.shutdownNow();
    }

    /** From now on claims that were made for some of {@code pods} and came of no use are deleted: what is under way was told to {@link #prepare}. */
    void sweep(Predicate<Pod> pods) {
        ours = pods;
    }

    /** Hands the order on once the claims of {@code pod} have what was chosen. */
    void prepare(BindOrder order, Pod pod, DeviceChoice choice) {
        if (choice.none()) {
            heard.ready(order, pod);
            return;
        }
        if (!leads.getAsBoolean()) {
            fail(order, pod, choice, "another leads");
            return;
        }
        List<String> keys = choice.given().stream()
                .filter(given -> given.allocation() != null)
                .map(given -> given.claim().meta().key().text())
                .toList();
        told.put(pod.meta().uid(), new Told(pod, keys));
        DeviceChoice.Making making = choice.making();
        if (making == null) {
            give(order, pod, choice);
            return;
        }
        maker.make(pod, making).whenCompleteAsync((made, problem) -> made(order, pod, choice, made, problem), looks);
    }

    private void made(
            BindOrder order,
            Pod pod,
            DeviceChoice choice,
            ClaimMaker.@Nullable Made made,
            @Nullable Throwable problem) {
        DeviceClaim claim = made == null ? null : made.claim();
        if (claim != null) {
            give(
                    order,
                    pod,
                    choice.made(
                            claim, Consumer.pod(pod.meta().name(), pod.meta().uid())));
        } else if (made != null && made.forbidden()) {
            drop(choice, made.why());
            giveBack(pod);
            heard.forbidden(order, made.why());
        } else {
            fail(order, pod, choice, made == null ? ApiClient.why(problem) : made.why());
        }
    }

    private void give(BindOrder order, Pod pod, DeviceChoice choice) {
        List<CompletableFuture<String>> sent =
                choice.given().stream().map(this::give).toList();
        CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
                .whenCompleteAsync((_, _) -> sent(new Waiting(order, pod, choice, System.nanoTime()), sent), looks);
    }

    private void sent(Waiting of, List<CompletableFuture<String>> sent) {
        String why = sent.stream()
                .map(answer -> answer.exceptionally(ApiClient::why).join())
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse("");
        DeviceChoice.Making making = of.choice.making();
        if (!why.isEmpty() || making == null) {
            given(of, why);
        } else {
            maker.tell(of.pod, making.asked())
                    .whenCompleteAsync(
                            (problem, thrown) -> given(of, problem == null ? ApiClient.why(thrown) : problem), looks);
        }
    }

    private void given(Waiting of, String why) {
        if (!why.isEmpty()) {
            fail(of.order, of.pod, of.choice, why);
        } else if (awaited(of.choice).isEmpty()) {
            heard.ready(of.order, of.pod);
        } else {
            waiting.add(of);
        }
    }

    /** The pod is bound: what its claims have is in use. */
    void bound(String uid) {
        if (told.remove(uid) != null) {
            maker.bound(uid);
            mirror.claims().boundDevices(uid);
        }
    }

    /** Empty where it was done, by this pod or by another that starts with it; else why not. */
    private CompletableFuture<String> give(Given given) {
        if (given.users().isEmpty()) {
            return given.written();
        }
        CompletableFuture<String> written = write(given, given.claim(), MOST_CONFLICTS);
        written.whenComplete(
                (why, problem) -> given.written().complete(problem == null ? why : ApiClient.why(problem)));
        return written;
    }

    /** @param left how often what others wrote meanwhile is read and written to once more */
    private CompletableFuture<String> write(Given given, DeviceClaim claim, int left) {
        Allocation allocation = given.allocation();
        List<Consumer> users = given.users();
        if (allocation == null) {
            return users.stream().allMatch(claim::usedBy)
                    ? CompletableFuture.completedFuture("")
                    : status(claim, AllocationFormat.reserve(claim, users))
                            .thenCompose(answer -> written(given, answer, left));
        }
        Allocation now = allocation.since(Clock.systemUTC().instant().getEpochSecond());
        if (claim.finalized()) {
            return status(claim, AllocationFormat.allocate(claim, now, users))
                    .thenCompose(answer -> written(given, answer, left));
        }
        return client.patch(path(claim), ApiClient.STRATEGIC_PATCH, AllocationFormat.keep(claim))
                .thenCompose(answer -> {
                    DeviceClaim kept = answer.ok() ? read(answer) : null;
                    if (kept != null) {
                        return status(kept, AllocationFormat.allocate(kept, now, users))
                                .thenCompose(last -> written(given, last, left));
                    }
                    return answer.ok()
                            ? CompletableFuture.completedFuture("the claim came back in no form that is known")
                            : written(given, answer, left);
                });
    }

    private CompletableFuture<String> written(Given given, Answer answer, int left) {
        return answer.code() == Answer.CONFLICT && left > 0
                ? client.patch(path(given.claim()), ApiClient.STRATEGIC_PATCH, AllocationFormat.keepAsIs(given.claim()))
                        .thenCompose(now -> again(given, now, left - 1))
                : CompletableFuture.completedFuture(problem(answer));
    }

    /** As the claim is {@code now}: somebody else uses it too, or says something of it. Where it has other devices, or is another, it is left. */
    private CompletableFuture<String> again(Given given, Answer now, int left) {
        DeviceClaim claim = now.ok() ? read(now) : null;
        boolean same = claim != null
                && claim.meta().uid().equals(given.claim().meta().uid())
                && !claim.meta().deleting()
                && (claim.allocation() == null) == (given.allocation() != null);
        return claim != null && same
                ? write(given, claim, left)
                : CompletableFuture.completedFuture(
                        now.ok() ? "claim " + given.claim().meta().name() + " is otherwise meanwhile" : problem(now));
    }

    private CompletableFuture<Answer> status(DeviceClaim claim, String patch) {
        return client.patch(path(claim) + "/status", ApiClient.MERGE_PATCH, patch);
    }

    private String problem(Answer answer) {
        rights.missed(MissingRights.Work.DEVICES, answer);
        return answer.ok() ? "" : answer.why();
    }

    private static @Nullable DeviceClaim read(Answer answer) {
        try {
            return Envelope.open(answer.body(), DeviceClaim::read);
        } catch (MalformedException e) {
            return null;
        }
    }

    private static String path(DeviceClaim claim) {
        ObjectKey key = claim.meta().key();
        return "/apis/resource.k8s.io/v1/namespaces/" + key.namespace() + "/resourceclaims/" + key.name();
    }

    private void look() {
        maker.sweep(ours);
        freeGroups();
        waiting.removeIf(this::decided);
    }

    /** True where it waits no more. */
    private boolean decided(Waiting of) {
        Pod pod = mirror.pod(of.pod.meta().uid());
        if (pod == null || pod.over() || pod.meta().deleting()) {
            fail(of.order, of.pod, of.choice, "the pod is gone");
            return true;
        }
        boolean ready = true;
        for (Given given : of.choice.given()) {
            DeviceClaim now =
                    mirror.claims().deviceClaim(given.claim().meta().key().text());
            Allocation has = now == null ? null : now.allocation();
            if (now == null || has == null) {
                ready = false;
                continue;
            }
            for (Allocation.Result result : has.results()) {
                String failed = failed(now, result);
                if (!failed.isEmpty()) {
                    fail(of.order, of.pod, of.choice, failed);
                    return true;
                }
                ready &= prepared(now, result);
            }
        }
        if (ready) {
            heard.ready(of.order, of.pod);
        } else if (System.nanoTime() - of.sinceNanos > LONGEST_NANOS) {
            fail(of.order, of.pod, of.choice, "its devices were not prepared in time");
            return true;
        }
        return ready;
    }

    private static List<String> awaited(DeviceChoice choice) {
        List<String> awaited = new ArrayList<>();
        for (Given given : choice.given()) {
            Allocation has = given.allocation() == null ? given.claim().allocation() : given.allocation();
            if (has != null) {
                has.results().forEach(result -> awaited.addAll(result.binding().awaited()));
            }
        }
        return awaited;
    }

    private static String failed(DeviceClaim claim, Allocation.Result result) {
        BindingConditions binding = result.binding();
        for (String condition : binding.failures()) {
            if (isTrue(claim, result, condition)) {
                return "device " + result.id().device() + " could not be prepared: " + condition;
            }
        }
        return "";
    }

    private static boolean prepared(DeviceClaim claim, Allocation.Result result) {
        return result.binding().awaited().stream().allMatch(condition -> isTrue(claim, result, condition));
    }

    private static boolean isTrue(DeviceClaim claim, Allocation.Result result, String condition) {
        String share = result.share() == null ? "" : result.share().id();
        return claim.said().stream()
                .filter(said -> said.id().equals(result.id()) && said.share().equals(share))
                .anyMatch(said -> "True".equals(said.conditions().get(condition)));
    }

    private void fail(BindOrder order, Pod pod, DeviceChoice choice, String why) {
        drop(choice, why);
        giveBack(pod);
        heard.failed(order, why);
    }

    /** Whoever waits for what this pod would have written for all waits no more. */
    private static void drop(DeviceChoice choice, String why) {
        choice.given().stream()
                .filter(given -> !given.users().isEmpty())
                .forEach(given -> given.written().complete(why));
    }

    /** The pod of {@code uid} is not bound: devices that were found for it alone are for others. */
    void giveBack(String uid) {
        Told of = told.get(uid);
        if (of != null) {
            giveBack(of.pod);
        }
    }

    private void giveBack(Pod pod) {
        maker.takeBack(pod);
        mirror.claims().releaseDevices(pod);
        Told given = told.remove(pod.meta().uid());
        for (String key : given == null ? List.<String>of() : given.claims) {
            DeviceClaim claim = mirror.claims().deviceClaim(key);
            if (claim != null
                    && claim.allocation() != null
                    && leads.getAsBoolean()
                    && mirror.claims().frees(claim, pod, ours)) {
                free(claim);
            }
        }
    }

    /** Where it fails, somebody changed it meanwhile, or takes it back who looks after claims that nobody uses. */
    private void free(DeviceClaim claim) {
        status(claim, AllocationFormat.deallocate(claim)).whenComplete((answer, _) -> {
            if (answer == null || !problem(answer).isEmpty()) {
                CompletableFuture.delayedExecutor(LATER_SECONDS, TimeUnit.SECONDS)
                        .execute(() -> mirror.claims().stays(claim));
            }
        });
    }

    /**
     * What a PodGroup has whose pods all wait keeps them where it is, though there may be no room, or no such node any more: nobody else takes
     * it back while the group is there (as kube-scheduler, plugins/dynamicresources, deallocatePodGroupClaims).
     */
    private void freeGroups() {
        if (leads.getAsBoolean()) {
            mirror.claims().freesOfGroups(ours).forEach(this::free);
        }
    }
}
