package io.berth.kube.bind;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.extended.ClaimRequests;
import io.berth.kube.extended.MadeClaim;
import io.berth.kube.mirror.DeviceChoice;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.MalformedException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes the claims of pods that ask for devices by names of extended resources, tells the pods of them, and deletes those of which nothing
 * comes. From any thread.
 */
final class ClaimMaker {
    private static final long LATER_SECONDS = 5;

    private final ApiClient client;
    private final Mirror mirror;
    private final BooleanSupplier leads;
    private final MissingRights rights;
    /** What pods have that are not bound yet, by their UIDs. */
    private final Map<String, DeviceClaim> made = new ConcurrentHashMap<>();

    /**
     * What came of it.
     *
     * @param claim null where there is none, for what {@code why} says
     * @param forbidden true where there is no right to make any
     */
    record Made(@Nullable DeviceClaim claim, String why, boolean forbidden) {}

    ClaimMaker(ApiClient client, Mirror mirror, BooleanSupplier leads, MissingRights rights) {
        this.client = client;
        this.mirror = mirror;
        this.leads = leads;
        this.rights = rights;
    }

    /** The claim of {@code pod}, made where it is not there. Where no answer comes it may be made all the same, and is found as one of no use. */
    CompletableFuture<Made> make(Pod pod, DeviceChoice.Making making) {
        DeviceClaim there = making.there();
        if (there != null) {
            made.put(pod.meta().uid(), there);
            return CompletableFuture.completedFuture(new Made(there, "", false));
        }
        return client.post(
                        path(pod.meta().key().namespace()),
                        MadeClaim.sealed(pod, making.asked().requests()))
                .thenApply(answer -> made(pod, answer));
    }

    private Made made(Pod pod, Answer answer) {
        boolean forbidden = rights.missed(MissingRights.Work.CLAIMS, answer);
        if (!answer.ok()) {
            return new Made(null, answer.why(), forbidden);
        }
        try {
            DeviceClaim claim = Envelope.open(answer.body(), DeviceClaim::read);
            made.put(pod.meta().uid(), claim);
            mirror.claims().made(pod, claim.meta().uid());
            return new Made(claim, "", false);
        } catch (MalformedException e) {
            return new Made(null, "the claim came back in no form that is known", false);
        }
    }

    /** Tells {@code pod} of its claim; empty where it was done, else why not. */
    CompletableFuture<String> tell(Pod pod, ClaimRequests asked) {
        DeviceClaim claim = made.get(pod.meta().uid());
        if (claim == null) {
            return CompletableFuture.completedFuture("its claim is gone");
        }
        String patch = MadeClaim.told(pod, claim.meta().name(), asked.mappings());
        return client.patch(status(pod), ApiClient.MERGE_PATCH, patch).thenApply(answer -> {
            rights.missed(MissingRights.Work.CLAIMS, answer);
            if (!answer.ok()) {
                return answer.why();
            }
            return isTold(answer) ? "" : "the server keeps no extendedResourceClaimStatus of pods";
        });
    }

    private static boolean isTold(Answer answer) {
        try {
            return Envelope.open(answer.body(), MadeClaim::isTold);
        } catch (MalformedException e) {
            return false;
        }
    }

    /** The pod of {@code uid} is bound, and its claim stays. */
    void bound(String uid) {
        made.remove(uid);
    }

    /** {@code pod} is not bound. */
    void takeBack(Pod pod) {
        DeviceClaim claim = made.remove(pod.meta().uid());
        if (claim != null && leads.getAsBoolean()) {
            delete(pod, claim, "");
        }
    }

    /** Deletes what was made for starts of {@code ours} of which nothing came, before this program started too. */
    void sweep(Predicate<Pod> ours) {
        if (!leads.getAsBoolean()) {
            return;
        }
        for (DeviceClaim claim : mirror.claims().stale(ours)) {
            String uid = MadeClaim.pod(claim);
            Pod pod = uid == null ? null : mirror.pod(uid);
            if (pod != null) {
                delete(pod, claim, claim.meta().resourceVersion());
            }
        }
    }

    /** Only of {@code version}, where it is not empty: one that was changed since is looked at again. */
    private void delete(Pod pod, DeviceClaim claim, String version) {
        mirror.claims().leaves(claim, true);
        client.patch(
                status(pod),
                ApiClient.JSON_PATCH,
                MadeClaim.untold(pod, claim.meta().name()));
        String path = path(claim.meta().key().namespace()) + "/" + claim.meta().name();
        client.patch(path, ApiClient.STRATEGIC_PATCH, MadeClaim.letGo(claim, version))
                .thenCompose(answer ->
                        answer.ok() ? client.delete(path, options(claim)) : CompletableFuture.completedFuture(answer))
                .whenComplete((answer, _) -> {
                    rights.missed(MissingRights.Work.CLAIMS, answer);
                    boolean gone = answer != null && (answer.ok() || answer.code() == Answer.NOT_FOUND);
                    if (!gone) {
                        CompletableFuture.delayedExecutor(LATER_SECONDS, TimeUnit.SECONDS)
                                .execute(() -> mirror.claims().leaves(claim, false));
                    }
                });
    }

    private static byte[] options(DeviceClaim claim) {
        return Envelope.seal(
                "v1",
                "DeleteOptions",
                new Fields().message(2, new Fields().text(1, claim.meta().uid())));
    }

    private static String status(Pod pod) {
        return Binder.path(pod.meta().key()) + "/status";
    }

    private static String path(String namespace) {
        return "/apis/resource.k8s.io/v1/namespaces/" + namespace + "/resourceclaims";
    }
}
