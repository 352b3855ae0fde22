package io.berth.kube.bind;

import io.berth.kube.api.ApiClient;
import io.berth.kube.api.Turns;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Events of Kubernetes about pods, for people, written beside all else. That a pod was bound its own status says too: of those events so many a second
 * are written, and the others counted. What goes wrong is written always.
 */
final class PodEvents {
    /** Storing an event costs the server as much as a binding does, so no more than these are written at once. */
    private static final int MOST_AT_ONCE = 32;

    /** More than these do not wait for their turn. */
    private static final int MOST_UNDER_WAY = 20_000;

    private static final long LOOK_MILLIS = 5;

    private static final String NORMAL = "Normal";
    private static final String WARNING = "Warning";

    private final ApiClient client;
    private final String scheduler;
    private final int perSecond;
    private final EventRate rate;
    private final KubeMetrics metrics;
    private final MissingRights rights;
    private final Turns turns = new Turns(MOST_AT_ONCE);
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong number = new AtomicLong();

    PodEvents(ApiClient client, String scheduler, int perSecond, KubeMetrics metrics, MissingRights rights) {
        this.client = client;
        this.scheduler = scheduler;
        this.perSecond = perSecond;
        this.rate = new EventRate(perSecond, System.nanoTime());
        this.metrics = metrics;
        this.rights = rights;
    }

    /** A pod was bound. */
    void scheduled(ObjectKey pod, String node) {
        if (perSecond > 0 && !rate.allows(System.nanoTime())) {
            metrics.event(false);
            return;
        }
        write(pod, NORMAL, "Scheduled", "Binding", "Successfully assigned " + pod.text() + " to " + node);
    }

    /** A pod could not be placed. */
    void failedScheduling(ObjectKey pod, String why) {
        write(pod, WARNING, "FailedScheduling", "Scheduling", why);
    }

    /** A pod makes room for another. */
    void preempted(ObjectKey pod, String why) {
        write(pod, NORMAL, "Preempted", "Preempting", why);
    }

    /** Waits until those under way are written, for so long at most. */
    void finish(long longestMillis) throws InterruptedException {
        long began = System.nanoTime();
        while (underWay.get() > 0 && System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(longestMillis)) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private void write(ObjectKey pod, String type, String reason, String action, String note) {
        if (perSecond == 0) {
            return;
        }
        Instant now = Clock.systemUTC().instant();
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        String name = pod.name() + "." + Long.toHexString(nanos) + Long.toHexString(number.incrementAndGet() & 0xff);
        byte[] event = Envelope.seal(
                "events.k8s.io/v1",
                "Event",
                new Fields()
                        .message(1, new Fields().text(1, name).text(3, pod.namespace()))
                        .moment(2, nanos)
                        .text(4, scheduler)
                        .text(5, scheduler + "-berth")
                        .text(6, action)
                        .text(7, reason)
                        .message(
                                8,
                                new Fields()
                                        .text(1, "Pod")
                                        .text(2, pod.namespace())
                                        .text(3, pod.name())
                                        .text(4, pod.uid())
                                        .text(5, "v1"))
                        .text(10, note)
                        .text(11, type));
        if (underWay.incrementAndGet() > MOST_UNDER_WAY) {
            underWay.decrementAndGet();
            metrics.event(false);
            return;
        }
        turns.take(() -> client.post("/apis/events.k8s.io/v1/namespaces/" + pod.namespace() + "/events", event))
                .whenComplete((answer, _) -> {
                    underWay.decrementAndGet();
                    metrics.event(answer != null && answer.ok());
                    rights.missed(MissingRights.Work.EVENTS, answer);
                });
    }
}
