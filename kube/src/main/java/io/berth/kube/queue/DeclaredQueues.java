package io.berth.kube.queue;

import io.berth.core.queue.QueueSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Toleration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The queues of a cluster.
 *
 * @param queues as the core has them; they make a tree
 * @param places which queue is meant by what pods say, such as {@code team/main}; empty where they say the queue itself
 * @param closed why no pod of a queue starts, in words, by its name
 * @param doors which pods may be in a queue and where they go, by its name; all, and anywhere, where it says nothing
 * @param notes what is not as somebody may think who wrote the objects, a line each
 */
public record DeclaredQueues(
        List<QueueSpec> queues,
        SortedMap<String, String> places,
        SortedMap<String, String> closed,
        SortedMap<String, Door> doors,
        List<String> notes) {
    /** There is none. */
    public static final DeclaredQueues NONE =
            new DeclaredQueues(List.of(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), List.of());

    public DeclaredQueues {
        queues = List.copyOf(queues);
        places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
        closed = Collections.unmodifiableSortedMap(new TreeMap<>(closed));
        doors = Collections.unmodifiableSortedMap(new TreeMap<>(doors));
        notes = List.copyOf(notes);
    }

    /**
     * Which pods may be in a queue, and where they go.
     *
     * @param namespaces what the labels of their namespaces must be
     * @param flavors of nodes that have the resources of the queue
     */
    public record Door(List<Requirement> namespaces, List<Flavors> flavors) {
        public Door {
            namespaces = List.copyOf(namespaces);
            flavors = List.copyOf(flavors);
        }

        /** True where it says nothing. */
        boolean open() {
            return namespaces.isEmpty() && flavors.isEmpty();
        }
    }

    /**
     * Where pods go that ask for some of a group of resources.
     *
     * @param resources by the names that pods give them
     * @param nodes terms of which one must hold; none for any node
     * @param tolerations which those pods have beside their own
     */
    public record Flavors(SortedSet<String> resources, List<NodeSelectorTerm> nodes, List<Toleration> tolerations) {
        public Flavors {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
            nodes = List.copyOf(nodes);
            tolerations = List.copyOf(tolerations);
        }
    }

    /** True where there are some, or something says why there are not. */
    boolean any() {
        return !queues.isEmpty() || !closed.isEmpty();
    }

    /** All that pods may say, whatever comes of it. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(places.keySet());
        names.addAll(closed.keySet());
        queues.forEach(queue -> names.add(queue.name()));
        return names;
    }

    /** True where pods are in the same queues, and go to the same nodes, as by {@code other}. */
    boolean placesAs(DeclaredQueues other) {
        return places.equals(other.places)
                && closed.equals(other.closed)
                && doors.equals(other.doors)
                && names().equals(other.names());
    }
}
