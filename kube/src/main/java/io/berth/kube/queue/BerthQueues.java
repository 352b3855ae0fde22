package io.berth.kube.queue;

import io.berth.core.queue.QueueSpec;
import io.berth.kube.object.Branches;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.Pod;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.queue.QueueKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Berth's own queues: objects of the kind {@code Queue} of {@code berth.io}, or those of the settings. A pod is in the one that its label names, or that of
 * its namespace; else in the one that is called as its namespace, or {@code default}.
 */
final class BerthQueues implements QueueConvention {
    private static final String GROUP = "berth.io";
    private static final String VERSION = "v1alpha1";
    private static final String QUEUE = "Queue";
    private static final String USUAL = "default";

    /** The label of pods and namespaces. */
    private static final String LABEL = "berth.io/queue";

    /** Those of the settings; empty where objects say which there are. */
    private final List<QueueSpec> told;

    /** @param told empty where objects say which there are */
    BerthQueues(List<QueueSpec> told) {
        this.told = List.copyOf(told);
    }

    @Override
    public String name() {
        return "berth";
    }

    @Override
    public List<QueueKind> kinds() {
        return told.isEmpty() ? List.of(QueueKind.of(GROUP, QUEUE, "queues", VERSION)) : List.of();
    }

    @Override
    public String statuses() {
        return told.isEmpty() ? "/apis/" + GROUP + "/" + VERSION + "/queues/" : "";
    }

    @Override
    public String named(Pod pod) {
        return pod.meta().labels().getOrDefault(LABEL, "");
    }

    @Override
    public String fallback(Pod pod, Map<String, String> namespace, Predicate<String> known) {
        String own = pod.meta().key().namespace();
        String ofNamespace = namespace.getOrDefault(LABEL, "");
        if (!ofNamespace.isEmpty()) {
            return ofNamespace;
        }
        return known.test(own) || !known.test(USUAL) ? own : USUAL;
    }

    @Override
    public String nowhere(Pod pod) {
        return "it is in no queue";
    }

    @Override
    public DeclaredQueues read(QueueObjects objects) {
        if (!told.isEmpty()) {
            return new DeclaredQueues(told, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), List.of());
        }
        QueueNotes notes = new QueueNotes();
        SortedMap<String, String> closed = new TreeMap<>();
        SortedMap<String, DeclaredQueues.Door> doors = new TreeMap<>();
        List<QueueSpec> queues = new ArrayList<>();
        for (JsonObject object : objects.of(QUEUE)) {
            String name = object.meta().name();
            try {
                DeclaredQueues.Door door = new DeclaredQueues.Door(
                        Selectors.labels(Branches.at(object.tree(), "spec", "namespaceSelector")), List.of());
                queues.add(QueueKeys.of(name, spec(object.tree())));
                if (!door.open()) {
                    doors.put(name, door);
                }
            } catch (InputException e) {
                closed.put(name, notes.unread(name, e));
            }
        }
        QueueForest forest = new QueueForest(queues);
        forest.lost().forEach(closed::putIfAbsent);
        return new DeclaredQueues(forest.rooted(), new TreeMap<>(), closed, doors, notes.lines());
    }

    /** What the settings know of a queue. */
    private static Tree spec(Tree object) {
        Tree spec = Branches.at(object, "spec");
        return Branches.only(
                spec == null ? Branches.only(object) : spec, "parent", "weight", "quota", "limit", "borrow", "lend");
    }
}
