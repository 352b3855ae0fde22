package io.berth.spec.strategy;

import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The policies that a scenario may name: the catalog as this module sees it. */
public interface PolicyNames {
    /** The names of one kind, in the catalog's order. */
    List<String> names(PolicyKind kind);

    /** The parameters of a policy in {@link #names}. */
    List<Parameter> parameters(PolicyKind kind, String name);

    /** The names of the placement policies that can be combined. */
    List<String> combinable();

    /** The names of ready strategies. */
    List<String> presets();

    /** The ready strategy called {@code name}, or null. */
    @Nullable
    StrategySpec preset(String name);

    /** The text of the model that is stored here as {@code id}, or null; unless a store is known, none is. */
    default @Nullable String model(String id) {
        return null;
    }
}
