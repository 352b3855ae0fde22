package io.berth.spec.strategy;

import io.berth.core.strategy.PolicyKind;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Named;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of a strategy that is written out, wherever one is. */
public final class StrategySchema {
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);

    static final Shape POLICY = Either.of(TEXT, new Named(false));

    static final Shape COMBINATION = Either.of(TEXT, new Named(false), new Items(Either.of(TEXT, new Named(true))));

    static final String COMBINED = " A list combines policies: [a, b] asks b where a finds nodes equally good,"
            + " [{a: 0.7}, {b: 0.3}] adds up their scores by weight.";

    private static final Map<PolicyKind, String> EXAMPLES = Map.of(
            PolicyKind.PLACE, "[{fgd: 0.7}, {least-allocated: 0.3}]",
            PolicyKind.PLAN, "{dual: {window: 8, linger: 10}}");

    public static final Section STRATEGY = Section.of(
            "strategy", "A strategy by its policies; berth policies lists them.", keys().toArray(Key[]::new));

    private StrategySchema() {}

    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of("name", TEXT, "What reports call it; absent: the names of its policies.")
                .example("mine"));
        for (PolicyKind kind : PolicyKind.values()) {
            Key key = kind.combines()
                    ? Key.of(kind.key(), COMBINATION, kind.doc() + COMBINED)
                    : Key.of(kind.key(), POLICY, kind.doc());
            String example = EXAMPLES.get(kind);
            Key whole = key.fallback(kind.fallback().name());
            keys.add(example == null ? whole : whole.example(example));
        }
        keys.add(Key.of(
                        ClassSchema.KEY,
                        Either.of(Shape.choice(ClassSchema.DEFAULT), new Items(new Nested(ClassSchema.CLASS))),
                        "Classes of work that have parts of their own; a job is of the first that takes it, and goes by the parts above where none"
                                + " does. default: what is large by its links, parts of GPUs and light work packed, work without GPUs by what"
                                + " nodes do.")
                .example("[{name: training, when: {gpus: \">=8\"}, place: [best-linked, best-fit]}]"));
        return keys;
    }
}
