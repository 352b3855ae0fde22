package io.berth.kube.mirror;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The labels of namespaces, and the pods whose rules ask for them. Of one thread at a time. */
public final class Namespaces {
    private final TreeMap<String, Map<String, String>> labels = new TreeMap<>();
    /** As they were told, by UID. */
    private final Map<String, Pod> asking = new HashMap<>();
    /** False where nobody has said which there are, so that nobody knows whom they mean. */
    private boolean told;

    /** {@code pod} with the namespaces that its rules mean, as far as that is known. */
    public Pod named(Pod pod) {
        if (!pod.asksNamespaces()) {
            asking.remove(pod.meta().uid());
            return pod;
        }
        asking.put(pod.meta().uid(), pod);
        return told ? pod.named(this::matching) : pod;
    }

    /** It is gone. */
    void drop(String uid) {
        asking.remove(uid);
    }

    private List<String> matching(List<Requirement> requirements) {
        return labels.entrySet().stream()
                .filter(namespace -> requirements.stream()
                        .allMatch(requirement ->
                                requirement.holds(namespace.getValue().get(requirement.key()))))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** These are all; the pods to which that may say something else. */
    public List<Pod> all(List<Namespace> namespaces) {
        labels.clear();
        namespaces.forEach(namespace ->
                labels.put(namespace.meta().name(), namespace.meta().labels()));
        told = true;
        return List.copyOf(asking.values());
    }

    /** One came, or is otherwise. */
    List<Pod> put(Namespace namespace) {
        Map<String, String> before =
                labels.put(namespace.meta().name(), namespace.meta().labels());
        return namespace.meta().labels().equals(before) ? List.of() : List.copyOf(asking.values());
    }

    /** One is gone. */
    List<Pod> remove(Namespace namespace) {
        labels.remove(namespace.meta().name());
        return List.copyOf(asking.values());
    }
}
