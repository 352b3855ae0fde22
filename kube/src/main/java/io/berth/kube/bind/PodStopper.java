package io.berth.kube.bind;

import io.berth.core.decision.Reason;
import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.spec.json.Json;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes pods that are to stop, and tries again until that is done. One that makes room for others has a condition first that says so
 * ({@code DisruptionTarget}): whoever made it counts that as no failure of its own.
 */
final class PodStopper {
    private static final long LATER_SECONDS = 5;

    private final ApiClient client;
    private final PodEvents events;
    private final MissingRights rights;
    private final Consumer<String> notes;

    PodStopper(ApiClient client, PodEvents events, MissingRights rights, Consumer<String> notes) {
        this.client = client;
        this.events = events;
        this.rights = rights;
        this.notes = notes;
    }

    /** Has {@code pod} stop for {@code why}; null where nobody knows any more. */
    void stop(Pod pod, @Nullable Reason why) {
        if (why != null && why.makesRoom()) {
            tell(pod);
        } else {
            delete(pod, false);
        }
    }

    private void tell(Pod pod) {
        Map<String, Object> condition = Map.of(
                "type",
                "DisruptionTarget",
                "status",
                "True",
                "reason",
                "PreemptionByScheduler",
                "message",
                "makes room for a pod that goes before it",
                "lastTransitionTime",
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString());
        String patch = Json.line(Map.of(
                "metadata", Map.of("uid", pod.meta().uid()), "status", Map.of("conditions", List.of(condition))));
        client.patch(Binder.path(pod.meta().key()) + "/status", ApiClient.STRATEGIC_PATCH, patch)
                .whenComplete((answer, _) -> {
                    if (answer == null || answer.again()) {
                        later(() -> tell(pod));
                    } else if (!gone(answer)) {
                        rights.missed(MissingRights.Work.CONDITIONS, answer);
                        delete(pod, true);
                    }
                });
    }

    /** The very pod: another of its name stays. */
    private void delete(Pod pod, boolean preempted) {
        ObjectKey key = pod.meta().key();
        byte[] options = Envelope.seal(
                "v1",
                "DeleteOptions",
                new Fields().message(2, new Fields().text(1, pod.meta().uid())));
        client.delete(Binder.path(key), options).whenComplete((answer, _) -> {
            if (answer == null || answer.again()) {
                later(() -> delete(pod, preempted));
            } else if (answer.ok()) {
                if (preempted) {
                    events.preempted(key, "Preempted by a pod that goes before it");
                }
            } else if (!gone(answer)) {
                notes.accept("cannot delete pod " + key.text() + ": " + answer.why());
                later(() -> delete(pod, preempted));
            }
        });
    }

    /** The watch tells of it. */
    private static boolean gone(Answer answer) {
        return answer.code() == Answer.NOT_FOUND || answer.code() == Answer.CONFLICT;
    }

    private static void later(Runnable work) {
        CompletableFuture.delayedExecutor(LATER_SECONDS, TimeUnit.SECONDS).execute(work);
    }
}
