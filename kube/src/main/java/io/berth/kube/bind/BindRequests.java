package io.berth.kube.bind;

import io.berth.kube.api.ApiClient;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import io.berth.kube.share.BindAsk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Has another program bind pods, and hears from the cluster that it did. */
final class BindRequests {
    /** KAI's binder waits 40 s for a GPU to be reserved. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final String MANAGER = "berth";

    private final ApiClient client;
    private final Mirror mirror;
    private final BindOutcomes outcomes;
    /** By the UIDs of pods. */
    private final Map<String, Sent> sent = new ConcurrentHashMap<>();
    /** Names of devices by node and number; of the thread that looks. */
    private final Map<String, Map<Integer, String>> names = new HashMap<>();

    private record Sent(BindOrder order, BindAsk ask, long sinceNanos) {}

    BindRequests(ApiClient client, Mirror mirror, BindOutcomes outcomes) {
        this.client = client;
        this.mirror = mirror;
        this.outcomes = outcomes;
    }

    /**
     * The names of the devices of {@code mask} of {@code node}: those that pods on them have, else those that they were called by before,
     * else new ones.
     */
    List<String> names(String node, long mask, Map<Integer, String> known) {
        Map<Integer, String> there = names.computeIfAbsent(node, _ -> new HashMap<>());
        there.putAll(known);
        List<String> names = new ArrayList<>();
        for (long left = mask; left != 0; left &= left - 1) {
            names.add(there.computeIfAbsent(
                    Long.numberOfTrailingZeros(left), _ -> UUID.randomUUID().toString()));
        }
        return names;
    }

    /** Asks, once; what comes of it is heard later. */
    void send(BindOrder order, BindAsk ask) {
        sent.put(order.pod().uid(), new Sent(order, ask, System.nanoTime()));
        client.apply(ask.path(), MANAGER, ask.json()).whenComplete((answer, problem) -> {
            String why = answer == null ? ApiClient.why(problem) : answer.ok() ? "" : answer.why();
            if (!why.isEmpty() && sent.remove(order.pod().uid()) != null) {
                outcomes.failed(order, "it cannot be asked for by a BindRequest: " + why);
            }
        });
    }

    void look() {
        for (Sent of : List.copyOf(sent.values())) {
            String uid = of.order.pod().uid();
            Pod pod = mirror.pod(uid);
            if (pod != null && pod.spec().node().equals(of.order.node())) {
                if (sent.remove(uid) != null) {
                    outcomes.bound(of.order);
                }
            } else if (pod == null || pod.bound() || pod.over()) {
                fail(of, pod == null ? "the pod is gone" : "somebody else bound it");
            } else if (System.nanoTime() - of.sinceNanos > LONGEST_NANOS) {
                client.delete(of.ask.path());
                fail(of, "its BindRequest was not carried out within 60 s");
            }
        }
    }

    private void fail(Sent of, String why) {
        if (sent.remove(of.order.pod().uid()) != null) {
            outcomes.failed(of.order, why);
        }
    }
}
