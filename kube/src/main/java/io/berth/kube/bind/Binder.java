package io.berth.kube.bind;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.MalformedException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Binds pods, several at once. What the server turns away for now is tried again after a while; where no answer came, it may have been
 * done, so the pod is looked at first.
 */
final class Binder {
    /** More at once do not bind faster: the server takes as long for each, and other clients longer. */
    private static final int MOST_IN_FLIGHT = 32;

    private static final int MOST_TRIES = 6;
    private static final long FIRST_PAUSE_MILLIS = 100;

    private final ApiClient client;
    private final BooleanSupplier leads;
    private final KubeMetrics metrics;
    private final MissingRights rights;
    private final BindOutcomes outcomes;
    private final ArrayDeque<BindOrder> waiting = new ArrayDeque<>();
    private int inFlight;
    private volatile boolean closing;

    /** @param leads nothing is sent where that is false */
    Binder(ApiClient client, BooleanSupplier leads, KubeMetrics metrics, MissingRights rights, BindOutcomes outcomes) {
        this.client = client;
        this.leads = leads;
        this.metrics = metrics;
        this.rights = rights;
        this.outcomes = outcomes;
    }

    /**
     * Sends nothing more, and waits until what was sent is answered, so that who schedules next finds it done or not. What waits here is
     * left to him.
     *
     * @param longestMillis it waits no longer
     */
    synchronized void finish(long longestMillis) throws InterruptedException {
        closing = true;
        waiting.clear();
        long began = System.nanoTime();
        long left = longestMillis;
        while (inFlight > 0 && left > 0) {
            wait(left);
            left = longestMillis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        }
    }

    boolean closing() {
        return closing;
    }

    /** Binds a pod when it is its turn. */
    void bind(BindOrder order) {
        synchronized (this) {
            if (closing) {
                return;
            }
            if (inFlight == MOST_IN_FLIGHT) {
                waiting.add(order);
                return;
            }
            inFlight++;
        }
        send(order, 1);
    }

    private void send(BindOrder order, int attempt) {
        if (closing || !leads.getAsBoolean()) {
            fail(order, closing ? "Berth stops" : "another leads");
            return;
        }
        metrics.called();
        ObjectKey pod = order.pod();
        byte[] binding = Envelope.seal(
                "v1",
                "Binding",
                new Fields()
                        .message(
                                1,
                                new Fields()
                                        .text(1, pod.name())
                                        .text(3, pod.namespace())
                                        .text(5, pod.uid()))
                        .message(2, new Fields().text(1, "Node").text(3, order.node())));
        client.post(path(pod) + "/binding", binding)
                .whenComplete((answer, problem) -> answered(order, attempt, answer, problem));
    }

    private void answered(BindOrder order, int attempt, @Nullable Answer answer, @Nullable Throwable problem) {
        boolean forbidden = rights.missed(MissingRights.Work.BINDING, answer);
        if (answer == null) {
            look(order, attempt, 1, ApiClient.why(problem));
        } else if (answer.ok()) {
            done();
            outcomes.bound(order);
        } else if (answer.again() && mayTry(attempt)) {
            later(attempt, answer).execute(() -> send(order, attempt + 1));
        } else if (answer.again() || answer.code() == Answer.CONFLICT) {
            // An attempt before this one may have been done, or one of a life before this one.
            look(order, attempt, 1, answer.why());
        } else if (forbidden) {
            done();
            outcomes.forbidden(order, answer.why());
        } else {
            fail(order, answer.why());
        }
    }

    /** Nobody knows whether it was done, and until somebody does, nobody else may have the room; {@code looks} counts up. */
    private void look(BindOrder order, int attempt, int looks, String why) {
        client.get(path(order.pod())).whenComplete((answer, problem) -> {
            Pod pod = answer == null || !answer.ok() ? null : read(answer);
            if (pod != null && pod.meta().uid().equals(order.pod().uid())) {
                if (pod.spec().node().equals(order.node())) {
                    done();
                    outcomes.bound(order);
                    return;
                }
                if (!pod.bound() && mayTry(attempt)) {
                    later(attempt, null).execute(() -> send(order, attempt + 1));
                    return;
                }
            }
            if (!tells(answer) && !closing) {
                later(Math.min(looks, MOST_TRIES), answer).execute(() -> look(order, attempt, looks + 1, why));
            } else {
                fail(order, why);
            }
        });
    }

    /** True where there is no other answer to wait for. */
    private static boolean tells(@Nullable Answer answer) {
        return answer != null
                && (answer.ok()
                        || answer.code() == Answer.NOT_FOUND
                        || answer.code() == Answer.FORBIDDEN
                        || answer.code() == Answer.UNAUTHORIZED);
    }

    private static @Nullable Pod read(Answer answer) {
        try {
            return Envelope.open(answer.body(), Pod::read);
        } catch (MalformedException e) {
            return null;
        }
    }

    private void fail(BindOrder order, String why) {
        done();
        outcomes.failed(order, why);
    }

    private boolean mayTry(int attempt) {
        return attempt < MOST_TRIES && !closing;
    }

    private static Executor later(int attempt, @Nullable Answer answer) {
        long pause = FIRST_PAUSE_MILLIS << attempt - 1;
        if (answer != null && answer.retryAfterSeconds() > 0) {
            pause = TimeUnit.SECONDS.toMillis(answer.retryAfterSeconds());
        }
        return CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS);
    }

    /** The next takes the place of one that is over. */
    private void done() {
        BindOrder next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                inFlight--;
                notifyAll();
                return;
            }
        }
        send(next, 1);
    }

    static String path(ObjectKey pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }
}
