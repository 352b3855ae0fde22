package io.berth.spec.cluster;

import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.topology.Levels;
import io.berth.core.workload.topology.Levels.Level;
import io.berth.spec.input.InputException;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.List;

/** The levels of topology of a cluster: {@code topology: [zone, block, rack]}. */
public final class TopologyText {
    private static final String KEY = "topology";

    /** In place of a label: each node is a domain. */
    private static final String ONE_NODE = "node";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);

    private static final Section LEVEL = Section.of(
            "level",
            "One level.",
            Key.of("label", TEXT, "The label of nodes whose values are its domains; node: each node is one.")
                    .mandatory()
                    .example("nvidia.com/gpu.clique"),
            Key.of("name", TEXT, "What jobs may call it; absent: its label.").example("partition"),
            Key.of("before", TEXT, "Of the value, what stands before this text counts; absent: all of it.")
                    .example("."));

    private TopologyText() {}

    /** The key, for a section that has it. */
    public static Key key() {
        return Key.of(
                        KEY,
                        new Items(Either.of(TEXT, new Nested(LEVEL))),
                        "The levels of its topology, the widest first, each by its label, or in full {label: nvidia.com/gpu.clique,"
                                + " name: domain, before: .}: jobs that ask for one domain (within) go to the smallest that holds them.")
                .example("[zone, block, rack]");
    }

    /** The levels that {@code fields} name; none where the key is absent. */
    public static Levels read(Fields fields) {
        if (!fields.has(KEY)) {
            return Levels.NONE;
        }
        List<Level> levels = fields.items(KEY).stream().map(TopologyText::level).toList();
        try {
            return new Levels(levels);
        } catch (IllegalArgumentException e) {
            throw InputException.at(fields.value(KEY), String.valueOf(e.getMessage()));
        }
    }

    private static Level level(Tree item) {
        if (item instanceof Tree.Scalar) {
            String label = label(item);
            return new Level(PlainText.of(item), label);
        }
        Fields fields = LEVEL.read(item);
        String label = label(fields.value("label"));
        String key = fields.has("before") ? label + Label.BEFORE + PlainText.of(fields.value("before")) : label;
        return new Level(fields.has("name") ? PlainText.of(fields.value("name")) : key, key);
    }

    /** The key of domains that {@code value} names. */
    public static String label(Tree value) {
        String text = PlainText.of(value);
        if (text.isBlank()) {
            throw InputException.at(value, "must not be blank");
        }
        return text.equals(ONE_NODE) ? PeerRule.NODE : text;
    }

    /** What {@link #label} reads. */
    public static String format(String key) {
        return key.equals(PeerRule.NODE) ? ONE_NODE : key;
    }
}
