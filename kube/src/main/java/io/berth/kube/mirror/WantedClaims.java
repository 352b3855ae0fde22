package io.berth.kube.mirror;

import io.berth.kube.object.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which claims that are found by search pods wait for that have others stopped, and how urgently. */
final class WantedClaims {
    private final Map<String, Waits> waiting = new HashMap<>();
    /** The highest priority of those who wait for each, by resource. */
    private final Map<String, Integer> highest = new HashMap<>();

    private record Waits(List<String> names, int priority) {}

    /** {@code pod} waits for {@code names}, and no others; true where it is more urgent than all who waited for one of them. */
    boolean put(Pod pod, List<String> names) {
        String uid = pod.meta().uid();
        int priority = pod.spec().priority();
        Waits now = new Waits(names, priority);
        if (names.isEmpty() || !pod.spec().urgency().preempts()) {
            remove(uid);
            return false;
        }
        if (now.equals(waiting.get(uid))) {
            return false;
        }
        boolean more = names.stream().anyMatch(name -> !wants(name) || priority > priority(name));
        remove(uid);
        waiting.put(uid, now);
        names.forEach(name -> highest.merge(name, priority, Math::max));
        return more;
    }

    /** The pod of {@code uid} waits no more. */
    void remove(String uid) {
        Waits waits = waiting.remove(uid);
        if (waits == null) {
            return;
        }
        for (String name : waits.names) {
            if (waits.priority == priority(name)) {
                highest.remove(name);
                waiting.values().stream()
                        .filter(other -> other.names.contains(name))
                        .forEach(other -> highest.merge(name, other.priority, Math::max));
            }
        }
    }

    boolean any() {
        return !waiting.isEmpty();
    }

    boolean wants(String name) {
        return highest.containsKey(name);
    }

    /** The highest of those who wait for {@code name}; the least there is where nobody does. */
    int priority(String name) {
        return highest.getOrDefault(name, Integer.MIN_VALUE);
    }
}
