package io.berth.spec.cluster;

import io.berth.core.cluster.network.Network;
import io.berth.core.cluster.network.Reach;
import io.berth.spec.input.InputException;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the network between nodes carries: a map such as {@code {node: 50G, rack: 25G, cluster: 12.5G}}, bytes a second. */
public final class Networks {
    public static final Shape SHAPE = new Shape.Each(Shape.of(ValueType.BYTES));

    /** What the reference says of it. */
    public static final String WORDS =
            "Bytes a second that a node sends to nodes with the same value of a label, such as {rack: 25G, cluster: 12.5G}; node: between"
                    + " tasks of one node whose devices have no links; cluster: to any node. What is not told costs jobs with traffic nothing.";

    private static final long MEGA = 1_000_000;

    private Networks() {}

    /**
     * The network of the map {@code tree}.
     *
     * @param labels those that nodes have
     * @throws InputException where a key is no label of theirs, or a bandwidth is none
     */
    public static Network read(Tree tree, SortedSet<String> labels) {
        TreeSet<String> known = new TreeSet<>(labels);
        known.addAll(List.of(Network.NODE, Network.CLUSTER));
        List<Reach> levels = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            String level = PlainText.ofKey(entry, tree.path());
            if (!known.contains(level)) {
                throw InputException.about(
                        entry.position(), tree.path(), level, InputException.unknown("label of nodes", level, known));
            }
            long megabytes = Bytes.parse(entry.value().text()) / MEGA;
            if (megabytes < 1 || megabytes > Integer.MAX_VALUE) {
                throw InputException.at(
                        entry.value(),
                        "must be 1M to 2000T a second, but is " + entry.value().describe());
            }
            levels.add(new Reach(level, (int) megabytes));
        }
        return new Network(levels);
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, String> document(Network network) {
        SequencedMap<String, String> document = new LinkedHashMap<>();
        network.levels().forEach(reach -> document.put(reach.level(), Bytes.format(reach.megabytesPerSecond() * MEGA)));
        return document;
    }
}
