package io.berth.sim.scenario;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.policy.Facts;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.PolicyNames;
import io.berth.spec.strategy.StoredModels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names that scenarios may use, taken from a catalog. */
public final class CatalogNames implements PolicyNames {
    private final Catalog catalog;
    private final StoredModels models;

    /** Names without a store of models. */
    public CatalogNames(Catalog catalog) {
        this(catalog, StoredModels.NONE);
    }

    public CatalogNames(Catalog catalog, StoredModels models) {
        this.catalog = catalog;
        this.models = models;
    }

    @Override
    public @Nullable String model(String id) {
        return models.text(id);
    }

    @Override
    public List<String> names(PolicyKind kind) {
        return catalog.names(kind);
    }

    @Override
    public List<Parameter> parameters(PolicyKind kind, String name) {
        for (Entry<?> entry : catalog.entries(kind)) {
            if (entry.name().equals(name)) {
                return entry.parameters();
            }
        }
        throw new IllegalArgumentException("There is no " + kind.key() + " policy (" + name + ").");
    }

    @Override
    public List<String> combinable() {
        return catalog.combinable();
    }

    @Override
    public List<String> presets() {
        List<String> names = new ArrayList<>();
        for (StrategySpec preset : catalog.presets()) {
            names.add(preset.name());
        }
        return names;
    }

    @Override
    public @Nullable StrategySpec preset(String name) {
        for (StrategySpec preset : catalog.presets()) {
            if (preset.name().equals(name)) {
                return preset;
            }
        }
        return null;
    }

    /** Refuses a strategy that the catalog cannot make, before anything runs; {@code place} is for the error. */
    public void check(StrategySpec strategy, String place) {
        try {
            catalog.strategy(strategy, new Facts(1, 1, List.of()));
        } catch (IllegalArgumentException e) {
            throw new InputException(place, "strategy " + strategy.name() + ": " + e.getMessage());
        }
    }
}
