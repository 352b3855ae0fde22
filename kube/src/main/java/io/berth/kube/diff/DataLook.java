package io.berth.kube.diff;

import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.kube.data.NamedData;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/** Compares which nodes hold data sets in the cluster, by their labels, with who does in a state. */
final class DataLook {
    private DataLook() {}

    /** What follows for the data sets of the settings from the nodes that {@code changed}. */
    static List<Event> of(Mirror mirror, Collection<String> changed, NodesAfter nodes, State state) {
        List<NamedData> sets = mirror.data().sets();
        SortedMap<String, DataSet> known = state.nodeTable().data().known();
        if (sets.isEmpty() && known.isEmpty()) {
            return List.of();
        }
        List<Event> events = new ArrayList<>();
        TreeSet<String> gone = new TreeSet<>(known.keySet());
        for (NamedData set : sets) {
            gone.remove(set.name());
            DataSet before = known.get(set.name());
            DataSet now = before == null
                    ? held(set, new DataSet(set.bytes(), NodeSet.NONE), mirror.nodeNames(), mirror, nodes)
                    : held(set, new DataSet(set.bytes(), before.nodes()), changed, mirror, nodes);
            if (!now.equals(before)) {
                events.add(new Event.DataDeclared(set.name(), now));
            }
        }
        gone.forEach(name -> events.add(new Event.DataDeclared(name, null)));
        return events;
    }

    /** {@code data} where the nodes of {@code names} hold it, or not, as they say now. */
    private static DataSet held(
            NamedData set, DataSet data, Collection<String> names, Mirror mirror, NodesAfter nodes) {
        NodeSet holders = data.nodes();
        for (String name : names) {
            int number = nodes.number(name);
            Node node = mirror.node(name);
            if (number >= 0) {
                boolean holds = node != null && set.heldBy(node);
                holders =
                        holds == holders.has(number) ? holders : holds ? holders.with(number) : holders.without(number);
            }
        }
        return data.at(holders);
    }
}
