package io.berth.spec.job;

import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import io.berth.spec.cluster.TopologyText;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** In one domain of which label all tasks of a job go. */
public final class WithinText {
    /** What such a key means, for its reference. */
    public static final String WORDS =
            "A label: all tasks of a job go to nodes that have one value of it, whichever has room for all of them; node: to one"
                    + " node; absent: anywhere. In full {level: rack, preferred: true}: where no domain holds them all, in wider"
                    + " ones, at last anywhere.";

    /** The key of a group for a domain of its own. */
    public static final String OF_GROUP = "group_within";

    /** What such a key means, for its reference. */
    public static final String WORDS_OF_GROUP =
            "A label: all tasks of this group go to nodes that have one value of it, whichever has room for them, whatever the other groups go to; "
                    + "inside the domain of the job where within names one; absent: anywhere in that. In full {level: rack, levels: [zone, rack]}.";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);

    private static final int MOST_TASKS = 1_000_000;

    private static final Section IN_FULL = Section.of(
            "within",
            "How far apart the tasks of a job may be.",
            Key.of("level", TEXT, "The widest level, or the label, in one domain of which they go; node: one node.")
                    .mandatory()
                    .example("rack"),
            Key.of(
                            "preferred",
                            Shape.of(ValueType.FLAG),
                            "Where no domain of the level holds them, one of the next wider level does, at last the whole cluster.")
                    .fallback("false"),
            Key.of(
                            "slice",
                            Shape.whole(2, MOST_TASKS),
                            "So many tasks, one after the other, each time go to one domain of slice_level; the last may be fewer.")
                    .example("4")
                    .with("slice_level"),
            Key.of("slice_level", TEXT, "The level of slices, inside the level above.")
                    .example("rack")
                    .with("slice"),
            Key.of(
                            "balanced",
                            TEXT,
                            "The level whose domains get as many tasks each, as few domains as can be; absent: as there is room.")
                    .example("rack")
                    .without("slice"),
            Key.of("tolerance", Shape.whole(0, MOST_TASKS), "By how many tasks those domains may differ; absent: 1.")
                    .example("2")
                    .with("balanced"),
            Key.of(
                            "levels",
                            new Items(TEXT),
                            "The labels of all levels, the widest first; absent: those that the cluster names.")
                    .example("[zone, block, rack]"));

    /** A label, or all of it. */
    public static final Shape SHAPE = Either.of(TEXT, new Nested(IN_FULL));

    private WithinText() {}

    /** The rule that {@code tree} says. */
    public static Within read(Tree tree) {
        if (tree instanceof Tree.Scalar) {
            return new Within(TopologyText.label(tree));
        }
        Fields fields = IN_FULL.read(tree);
        List<String> levels = fields.has("levels")
                ? fields.items("levels").stream().map(TopologyText::label).toList()
                : List.of();
        return new Within(
                TopologyText.label(fields.value("level")),
                new Reach(levels, fields.flag("preferred"), division(fields)));
    }

    /** The rule that {@code tree} says of one group, which holds all of its tasks. */
    public static Within ofGroup(Tree tree) {
        Within within = read(tree);
        Reach reach = within.reach();
        if (reach.preferred() || !reach.division().free()) {
            throw InputException.at(
                    tree, "takes level and levels alone: all tasks of a group are in one domain, in no parts");
        }
        return within;
    }

    private static Division division(Fields fields) {
        if (fields.has("slice")) {
            return Division.slices(fields.integer("slice"), TopologyText.label(fields.value("slice_level")));
        }
        if (fields.has("balanced")) {
            int tolerance = fields.has("tolerance") ? fields.integer("tolerance") : 1;
            return Division.even(TopologyText.label(fields.value("balanced")), tolerance);
        }
        return Division.NONE;
    }

    /** What {@link #read} reads: a text where the label says it all. */
    public static Object document(Within within) {
        Reach reach = within.reach();
        String level = TopologyText.format(within.key());
        if (reach.equals(Reach.REQUIRED)) {
            return level;
        }
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("level", level);
        if (reach.preferred()) {
            document.put("preferred", true);
        }
        Division division = reach.division();
        if (division.sliced()) {
            document.put("slice", division.slice());
            document.put("slice_level", TopologyText.format(division.sliceKey()));
        }
        if (division.even()) {
            document.put("balanced", TopologyText.format(division.evenKey()));
            document.put("tolerance", division.tolerance());
        }
        if (!reach.levels().isEmpty()) {
            document.put(
                    "levels", reach.levels().stream().map(TopologyText::format).toList());
        }
        return document;
    }
}
