package io.berth.spec.strategy;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Named;
import io.berth.spec.schema.ValueType;

/** The keys of a strategy that is written out, wherever one is. */
public final class StrategySchema {
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);

    private static final Shape POLICY = Either.of(TEXT, new Named(false));

    private static final Shape PLACE = Either.of(TEXT, new Named(false), new Items(Either.of(TEXT, new Named(true))));

    public static final Section STRATEGY = Section.of(
            "strategy",
            "A strategy by its policies; berth policies lists them.",
            Key.of("name", TEXT, "What reports call it; absent: the names of its policies.")
                    .example("mine"),
            Key.of("order", POLICY, "Which pending job is tried first.").fallback("fcfs"),
            Key.of(
                            "place",
                            PLACE,
                            "Which node a task goes to. A list combines policies: [a, b] asks b where a finds nodes equally"
                                    + " good, [{a: 0.7}, {b: 0.3}] adds up their scores by weight.")
                    .fallback("best-fit")
                    .example("[{fgd: 0.7}, {least-allocated: 0.3}]"),
            Key.of("backfill", POLICY, "What happens behind a job that does not fit.")
                    .fallback("none"),
            Key.of("preempt", POLICY, "Whether running jobs make room for waiting ones.")
                    .fallback("none"),
            Key.of("plan", POLICY, "Whether the first jobs of the queue are planned together.")
                    .fallback("none")
                    .example("{dual: {window: 8, linger: 10}}"));

    private StrategySchema() {}
}
