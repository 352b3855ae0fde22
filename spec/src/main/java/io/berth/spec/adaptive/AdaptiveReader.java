package io.berth.spec.adaptive;

import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.List;

/** Reads the strategies of a scenario, of which some may change while a run lasts. */
public final class AdaptiveReader {
    private final StrategyReader strategies;

    public AdaptiveReader(StrategyReader strategies) {
        this.strategies = strategies;
    }

    /**
     * What was read.
     *
     * @param strategies all of them; for one that changes, what is in force at its beginning
     * @param adaptive those that change
     */
    public record Listed(List<StrategySpec> strategies, List<AdaptiveSpec> adaptive) {
        public Listed {
            strategies = List.copyOf(strategies);
            adaptive = List.copyOf(adaptive);
        }
    }

    /** The strategies in {@code tree}, a name or a list of names and maps; no two have the same name. */
    public Listed readAll(Tree tree) {
        List<AdaptiveSpec> adaptive = new ArrayList<>();
        List<StrategySpec> all = strategies.readAll(tree, item -> {
            if (!(item instanceof Tree.Map) || item.get(AdaptiveSchema.KEY) == null) {
                return strategies.read(item);
            }
            AdaptiveSpec spec = spec(AdaptiveSchema.STRATEGY.read(item));
            adaptive.add(spec);
            return spec.first();
        });
        return new Listed(all, adaptive);
    }

    private AdaptiveSpec spec(Fields strategy) {
        for (PolicyKind kind : PolicyKind.values()) {
            if (strategy.has(kind.key())) {
                throw InputException.at(
                        strategy.value(kind.key()),
                        "may not stand beside " + AdaptiveSchema.KEY + ": keep one of the two");
            }
        }
        return named(strategy.text("name", AdaptiveSchema.KEY), strategy.section(AdaptiveSchema.KEY));
    }

    /** What stands below the key {@link AdaptiveSchema#KEY} of a configuration. */
    public AdaptiveSpec read(Tree tree) {
        return named(AdaptiveSchema.KEY, AdaptiveSchema.ADAPTIVE.read(tree));
    }

    private AdaptiveSpec named(String name, Fields fields) {
        List<StrategySpec> portfolio = strategies.readAll(fields.value("portfolio"));
        if (portfolio.size() < 2) {
            throw InputException.at(fields.value("portfolio"), "must name two strategies or more to choose among");
        }
        for (String key : List.of("every", "horizon", "past")) {
            if (fields.nanos(key) == 0) {
                throw InputException.at(fields.value(key), "must be longer than 0");
            }
        }
        return new AdaptiveSpec(
                name,
                portfolio,
                fields.text("objective"),
                fields.nanos("every"),
                fields.nanos("horizon"),
                fields.nanos("past"),
                fields.integer("seeds"),
                fields.fraction("hysteresis"),
                fields.fraction("switch_cost"),
                fields.integer("looks"),
                fields.weights("guard"));
    }
}
