package io.berth.kube.record;

import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.object.Pod;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * When changes were heard of: a pod that was made and bound before anybody wrote of it was heard of twice. Told on the threads of watches,
 * asked on another.
 */
final class Hearing {
    private final Mirror mirror;
    private final LinkedHashSet<String> nodes = new LinkedHashSet<>();
    private final Map<String, Times> pods = new HashMap<>();

    /**
     * UTC nanoseconds; 0 where it was not heard.
     *
     * @param madeNanos that it waits
     * @param boundNanos that it is bound
     * @param lastNanos whatever was heard last
     */
    record Times(long madeNanos, long boundNanos, long lastNanos) {
        static final Times NONE = new Times(0, 0, 0);

        Times with(Pod pod, long now) {
            boolean waits = !pod.bound() && !pod.spec().gated();
            return new Times(
                    waits && madeNanos == 0 ? now : madeNanos, pod.bound() && boundNanos == 0 ? now : boundNanos, now);
        }
    }

    Hearing(Mirror mirror) {
        this.mirror = mirror;
    }

    /** Takes over what changed in the mirror, heard of at {@code now}. */
    synchronized void hear(long now) {
        Changes changes = mirror.take();
        nodes.addAll(changes.nodes());
        for (String uid : changes.pods()) {
            Pod pod = mirror.pod(uid);
            Times before = pods.getOrDefault(uid, Times.NONE);
            pods.put(uid, pod == null ? new Times(before.madeNanos, before.boundNanos, now) : before.with(pod, now));
        }
    }

    /** The nodes that changed since the last call, by name. */
    synchronized List<String> takeNodes() {
        List<String> taken = nodes.stream().sorted().toList();
        nodes.clear();
        return taken;
    }

    /** The pods that changed since the last call, and when, by UID. */
    synchronized Map<String, Times> takePods() {
        Map<String, Times> taken = new HashMap<>(pods);
        pods.clear();
        return taken;
    }
}
