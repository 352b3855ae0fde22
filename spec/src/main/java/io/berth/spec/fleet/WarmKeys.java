package io.berth.spec.fleet;

import io.berth.core.scale.WarmSpec;
import io.berth.spec.fleet.RequestsSpec.Generated.Turns;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of models that are loaded ahead, and of models that take turns, and what they mean. */
final class WarmKeys {
    static final String KEY = "prewarm";

    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape PERCENT = Shape.of(ValueType.PERCENT);

    static final Section SECTION = Section.of(
            KEY,
            "Models that no server has are loaded before they are asked for, where a forecast of the requests for each says that they will be.",
            Key.of("budget", PERCENT, "The part of the time of all servers that may go into such loads.")
                    .fallback("5%"),
            Key.of("every", DURATION, "How often it is decided.").fallback("10s"),
            Key.of("least", PERCENT, "How probable it must be that a model is asked for while it would load.")
                    .fallback("50%"),
            Key.of("season", DURATION, "After how long the load repeats itself; absent: it does not.")
                    .example("24h"));

    static final Section TURNS = Section.of(
            "turns",
            "One model after another, in their order, is the one that most requests ask for; after the last comes the first.",
            Key.of("every", DURATION, "For how long each is.").fallback("5m"),
            Key.of("share", PERCENT, "Requests that ask for it; the others ask for any, by its weight.")
                    .fallback("60%"));

    private WarmKeys() {}

    /** What {@code fleet} says of models that are loaded ahead; null where they are not. */
    static @Nullable WarmSpec read(Fields fleet, List<ServerGroup> servers) {
        if (!fleet.has(KEY)) {
            return null;
        }
        Fields fields = SECTION.read(fleet.value(KEY));
        if (servers.getFirst().engine() != null) {
            throw InputException.at(fleet.value(KEY), "does not go with engines, which have the model that they have");
        }
        double budget = fields.fraction("budget");
        double least = fields.fraction("least");
        if (budget == 0) {
            throw InputException.at(fields.value("budget"), "must be above 0 %");
        }
        if (least == 0 || least == 1) {
            throw InputException.at(fields.value("least"), "must be above 0 % and below 100 %");
        }
        long season = fields.has("season") ? fields.nanos("season") : 0;
        return new WarmSpec(budget, FleetScenarioReader.positive(fields, "every"), least, season);
    }

    /** How models take turns; null where they do not. */
    static @Nullable Turns turns(Fields generate) {
        if (!generate.has("turns")) {
            return null;
        }
        Fields turns = TURNS.read(generate.value("turns"));
        return new Turns(FleetScenarioReader.positive(turns, "every"), turns.fraction("share"));
    }
}
