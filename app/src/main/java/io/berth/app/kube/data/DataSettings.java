package io.berth.app.kube.data;

import io.berth.core.cluster.network.Network;
import io.berth.kube.data.ClusterData;
import io.berth.kube.data.NamedData;
import io.berth.spec.cluster.Networks;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The keys that say what a cluster's network carries and which data sets its nodes hold. */
public final class DataSettings {
    private static final Shape TEXT = Shape.of(ValueType.TEXT);

    private static final Section SET = Section.of(
            "data",
            "A data set that pods read.",
            Key.of("name", TEXT, "What pods call it in their annotation berth.io/data.")
                    .mandatory()
                    .example("imagenet"),
            Key.of("size", Shape.of(ValueType.BYTES), "How large it is.")
                    .mandatory()
                    .example("150G"),
            Key.of(
                            "label",
                            TEXT,
                            "The label of nodes that hold all of it, with any value but false; absent: "
                                    + NamedData.LABEL + "NAME. Caches such as Fluid's set one.")
                    .example("fluid.io/s-team-imagenet"),
            Key.of(
                            "claim",
                            TEXT,
                            "A claim of a volume, as NAMESPACE/NAME: pods that have it read the data set, whatever they say.")
                    .example("team/imagenet"));

    /** Of data sets. */
    public static final Key DATA = Key.of(
                    "data",
                    new Items(new Nested(SET)),
                    "Data sets that pods read, for strategies that look at where they are (data-local, for-data); absent: none.")
            .example("[{name: imagenet, size: 150G}]");

    /** Of the network. */
    public static final Key NETWORK = Key.of("network", Networks.SHAPE, Networks.WORDS + " Of every node.")
            .example("{topology.kubernetes.io/zone: 5G, cluster: 1.25G}");

    private DataSettings() {}

    /** @throws InputException where a data set is named twice, or something else of it cannot be */
    public static ClusterData read(Fields file) {
        return new ClusterData(sets(file), network(file));
    }

    private static List<NamedData> sets(Fields file) {
        List<NamedData> sets = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (Tree one : file.has(DATA.name()) ? file.items(DATA.name()) : List.<Tree>of()) {
            Fields fields = SET.read(one);
            String name = fields.text("name");
            String claim = fields.text("claim", "");
            if (name.contains(",") || name.isBlank()) {
                throw InputException.at(fields.value("name"), "must be a name without commas, but is \"" + name + "\"");
            }
            if (!names.add(name)) {
                throw InputException.at(fields.value("name"), "there are two data sets " + name);
            }
            if (!claim.isEmpty() && !claim.matches("[^/]+/[^/]+")) {
                throw InputException.at(fields.value("claim"), "must be NAMESPACE/NAME, but is \"" + claim + "\"");
            }
            sets.add(new NamedData(name, fields.bytes("size"), fields.text("label", NamedData.LABEL + name), claim));
        }
        return sets;
    }

    /** Which labels nodes have is not known yet, so any may be named. */
    private static Network network(Fields file) {
        if (!file.has(NETWORK.name())) {
            return Network.NONE;
        }
        Tree tree = file.value(NETWORK.name());
        return Networks.read(
                tree, tree.entries().stream().map(Tree.Entry::key).collect(Collectors.toCollection(TreeSet::new)));
    }
}
