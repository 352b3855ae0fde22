package io.berth.live.run;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.strategy.PolicyNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The standard catalog, by name. */
public final class ShippedPolicies implements PolicyNames {
    private final Catalog catalog = Catalog.standard();

    @Override
    public List<String> names(PolicyKind kind) {
        return catalog.names(kind);
    }

    @Override
    public List<Parameter> parameters(PolicyKind kind, String name) {
        return catalog.entries(kind).stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .<List<Parameter>>map(Entry::parameters)
                .orElseThrow();
    }

    @Override
    public List<String> combinable() {
        return catalog.combinable();
    }

    @Override
    public List<String> presets() {
        return catalog.presets().stream().map(StrategySpec::name).toList();
    }

    @Override
    public @Nullable StrategySpec preset(String name) {
        return catalog.presets().stream()
                .filter(preset -> preset.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
