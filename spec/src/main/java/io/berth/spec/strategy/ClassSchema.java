package io.berth.spec.strategy;

import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.WorkClass;
import io.berth.core.strategy.WorkRange;
import io.berth.core.strategy.WorkRule;
import io.berth.core.workload.Demand;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The keys of a class of work in a strategy. */
final class ClassSchema {
    static final String KEY = "classes";
    static final String WHEN = "when";
    static final String DEFAULT = "default";
    static final String GPUS = "gpus";
    static final String TASKS = "tasks";
    static final String EXPECTED = "expected";
    static final String RESTARTS = "restarts";
    static final String KIND = "kind";
    static final String QUEUE = "queue";
    static final String NAME = "name";
    static final String LINKS = "links";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);
    private static final String RANGE = ", such as 8, \">=8\", \"<8\" or 1..8.";

    static final Section RULE = Section.of(
            WHEN,
            "Which jobs are of a class: those that meet all that is said.",
            Key.of(
                            KIND,
                            Shape.oneOrMore(Shape.choice("batch", "service", "interactive")),
                            "What they are for; absent: anything.")
                    .example("[service, interactive]"),
            Key.of(GPUS, TEXT, "GPUs of all their tasks together, shares counted" + RANGE)
                    .example("\">=8\""),
            Key.of(TASKS, TEXT, "How many tasks they may have" + RANGE).example("\">1\""),
            Key.of(EXPECTED, TEXT, "How long their users expect them to run, such as \"<1h\" or 10m..2h.")
                    .example("\"<1h\""),
            Key.of(RESTARTS, TEXT, "How often they were started before" + RANGE).example("\">=1\""),
            Key.of(QUEUE, Shape.oneOrMore(Shape.of(ValueType.TEXT)), "Their queues; * stands for anything.")
                    .example("vision*"),
            Key.of(NAME, Shape.oneOrMore(Shape.of(ValueType.TEXT)), "Their names, likewise.")
                    .example("train-*"),
            Key.of(
                            LINKS,
                            Shape.of(ValueType.FLAG),
                            "Those alone whose devices must be linked, or exchange something in each step.")
                    .fallback("false"));

    static final Section CLASS = Section.of("class", "A class of work.", keys().toArray(Key[]::new));

    private ClassSchema() {}

    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>(List.of(
                Key.of("name", TEXT, "What people are told that a job is of.")
                        .mandatory()
                        .example("training"),
                Key.of(WHEN, new Nested(RULE), "Which jobs; absent: all that no class before it took.")));
        for (PolicyKind kind : WorkClass.KINDS) {
            keys.add(
                    kind.combines()
                            ? Key.of(kind.key(), StrategySchema.COMBINATION, kind.doc() + " Absent: as for all jobs.")
                                    .example("[best-linked, best-fit]")
                            : Key.of(kind.key(), StrategySchema.POLICY, kind.doc() + " Absent: as for all jobs.")
                                    .example(kind.fallback().name()));
        }
        return keys;
    }

    /** What is said in {@code rule}, as it is written. */
    static SequencedMap<String, Object> document(WorkRule rule) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        if (!rule.kinds().isEmpty()) {
            document.put(KIND, rule.kinds().stream().map(WorkRule::word).toList());
        }
        put(document, GPUS, rule.gpuMilli(), Demand.WHOLE_GPU_MILLI);
        put(document, TASKS, rule.tasks(), 1);
        put(document, EXPECTED, rule.seconds(), 1);
        put(document, RESTARTS, rule.restarts(), 1);
        if (!rule.queues().isEmpty()) {
            document.put(QUEUE, rule.queues());
        }
        if (!rule.names().isEmpty()) {
            document.put(NAME, rule.names());
        }
        if (rule.links()) {
            document.put(LINKS, true);
        }
        return document;
    }

    private static void put(SequencedMap<String, Object> document, String key, WorkRange range, int unit) {
        if (!range.any()) {
            document.put(key, WorkRule.text(range, unit));
        }
    }
}
