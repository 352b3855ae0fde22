package io.berth.kube.queue;

import io.berth.core.queue.QueueSpec;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Queues that name their parents, as trees: those that hang on nothing, or on themselves, are not declared, and say so. */
final class QueueForest {
    private final SortedMap<String, QueueSpec> queues = new TreeMap<>();
    private final SortedMap<String, String> lost = new TreeMap<>();

    /** @param queues each name once */
    QueueForest(List<QueueSpec> queues) {
        queues.forEach(queue -> this.queues.put(queue.name(), queue));
        this.queues.keySet().forEach(this::find);
        this.queues.keySet().removeAll(lost.keySet());
    }

    /** Those that are below the cluster, by name. */
    List<QueueSpec> rooted() {
        return List.copyOf(queues.values());
    }

    /** Why the others are not, by name. */
    Map<String, String> lost() {
        return lost;
    }

    private void find(String name) {
        QueueSpec at = queues.get(name);
        for (int steps = 0; at != null && !at.parent().isEmpty(); steps++) {
            QueueSpec parent = queues.get(at.parent());
            if (parent == null) {
                lost.put(name, "queue " + at.name() + " is below " + at.parent() + ", which is not there");
            } else if (steps > queues.size()) {
                lost.put(name, "the queues above " + name + " go round in a circle");
                return;
            }
            at = parent;
        }
    }
}
