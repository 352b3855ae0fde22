package io.berth.spec.adaptive;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.Shape.Weights;
import io.berth.spec.schema.ValueType;
import io.berth.spec.strategy.StrategySchema;
import java.util.ArrayList;
import java.util.List;

/** The keys of a strategy that changes while a run lasts. */
public final class AdaptiveSchema {
    /** The key of it in a strategy. */
    public static final String KEY = "adaptive";

    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape PERCENT = Shape.of(ValueType.PERCENT);
    private static final int MOST_SEEDS = 1000;

    /** What one is chosen by. */
    public static final Section ADAPTIVE = Section.of(
            KEY,
            "One of several strategies, chosen again and again while it decides.",
            Key.of(
                            "portfolio",
                            new Items(Either.of(TEXT, new Nested(StrategySchema.STRATEGY))),
                            "What it may be, two or more; the first is in force at the beginning.")
                    .mandatory()
                    .example("[fgd-greedy, {order: sjf, backfill: easy}]"),
            Key.of("objective", TEXT, "The figure that counts, as of berth advise --objective.")
                    .fallback("mean-wait"),
            Key.of("every", DURATION, "How often it is looked which one would do best.")
                    .fallback("1h"),
            Key.of("horizon", DURATION, "For how long more work comes in a run ahead.")
                    .fallback("4h"),
            Key.of(
                            "past",
                            DURATION,
                            "How far back work is looked at, of which stretches are taken to come again; further where fewer than"
                                    + " 20 jobs came.")
                    .fallback("8h"),
            Key.of("seeds", Shape.whole(2, MOST_SEEDS), "Runs ahead of each at a look, each on other work.")
                    .fallback("8"),
            Key.of(
                            "hysteresis",
                            PERCENT,
                            "What a change must gain at least, of the objective: the lower end of its interval.")
                    .fallback("5%"),
            Key.of(
                            "switch_cost",
                            PERCENT,
                            "What a change costs beyond that; what it preempts and starts again, runs ahead show already.")
                    .fallback("0%"),
            Key.of("looks", Shape.whole(1, MOST_SEEDS), "How many looks on end must agree.")
                    .fallback("2"),
            Key.of(
                            "guard",
                            new Weights(TEXT),
                            "Figures that must not become worse, and how many times as bad they may be.")
                    .fallback("{}")
                    .example("{p99-wait: 1.5}"));

    /** A strategy of a scenario: by its policies, or one that changes. */
    public static final Section STRATEGY = strategy();

    private AdaptiveSchema() {}

    private static Section strategy() {
        List<Key> keys = new ArrayList<>(StrategySchema.STRATEGY.keys());
        keys.add(Key.of(
                        KEY,
                        new Nested(ADAPTIVE),
                        "In place of policies: which of several strategies it is changes by itself.")
                .without("order"));
        return Section.of(StrategySchema.STRATEGY.title(), StrategySchema.STRATEGY.doc(), keys.toArray(Key[]::new));
    }
}
