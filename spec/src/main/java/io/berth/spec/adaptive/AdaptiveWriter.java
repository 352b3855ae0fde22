package io.berth.spec.adaptive;

import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.Percents;
import io.berth.spec.strategy.StrategyWriter;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Writes a strategy that changes as the document that {@link AdaptiveReader} reads back to an equal one. */
public final class AdaptiveWriter {
    private AdaptiveWriter() {}

    /** Its keys and values, for {@link io.berth.spec.json.Json}; defaults too. */
    public static SequencedMap<String, Object> document(AdaptiveSpec spec) {
        SequencedMap<String, Object> keys = new LinkedHashMap<>();
        keys.put(
                "portfolio",
                spec.portfolio().stream().map(StrategyWriter::document).toList());
        keys.put("objective", spec.objective());
        keys.put("every", Durations.format(spec.everyNanos()));
        keys.put("horizon", Durations.format(spec.horizonNanos()));
        keys.put("past", Durations.format(spec.pastNanos()));
        keys.put("seeds", spec.seeds());
        keys.put("hysteresis", Percents.format(spec.hysteresis()));
        keys.put("switch_cost", Percents.format(spec.switchCost()));
        keys.put("looks", spec.looks());
        keys.put("guard", spec.guard());
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", spec.name());
        document.put(AdaptiveSchema.KEY, keys);
        return document;
    }
}
