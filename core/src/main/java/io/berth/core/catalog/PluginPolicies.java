package io.berth.core.catalog;

import io.berth.core.plugin.PluginFailure;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.plugin.WrongPluginException;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.policy.guard.Guard;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which policies of a catalog came from which plugin. */
final class PluginPolicies {
    static final PluginPolicies NONE = new PluginPolicies(new TreeMap<>(), List.of());

    /** By key of the kind and name: {@code place spread}. */
    private final TreeMap<String, PluginOrigin> byPolicy;

    private final List<PluginOrigin> plugins;

    private PluginPolicies(TreeMap<String, PluginOrigin> byPolicy, List<PluginOrigin> plugins) {
        this.byPolicy = byPolicy;
        this.plugins = plugins;
    }

    List<PluginOrigin> plugins() {
        return plugins;
    }

    @Nullable
    PluginOrigin origin(PolicyKind kind, String name) {
        return byPolicy.get(key(kind, name));
    }

    /** The same with the orders and placements of {@code plugin}. */
    PluginPolicies with(Plugin plugin, PluginOrigin origin) {
        for (PluginOrigin known : plugins) {
            if (known.name().equals(origin.name())) {
                throw new IllegalArgumentException("The plugin (" + origin.name() + ") is there twice: as "
                        + known.jar() + " and as " + origin.jar() + ".");
            }
        }
        TreeMap<String, PluginOrigin> all = new TreeMap<>(byPolicy);
        plugin.orders().forEach(entry -> all.put(key(PolicyKind.ORDER, entry.name()), origin));
        plugin.placements().forEach(entry -> all.put(key(PolicyKind.PLACE, entry.name()), origin));
        List<PluginOrigin> more = new ArrayList<>(plugins);
        more.add(origin);
        return new PluginPolicies(all, List.copyOf(more));
    }

    /**
     * Refuses an entry that has the name of another.
     *
     * @throws IllegalArgumentException with where both come from
     */
    void checkFree(PolicyKind kind, List<? extends Listed> known, String name, PluginOrigin origin) {
        if (known.stream().anyMatch(entry -> entry.name().equals(name))) {
            throw new IllegalArgumentException(origin.collision(kind.key(), name, origin(kind, name)));
        }
    }

    /** What is made by {@code entry}, guarded. */
    static Entry<Order> guardedOrder(Entry<Order> entry, PluginOrigin origin) {
        return entry.made((parameters, facts) -> new Guard(origin, entry.name(), facts)
                .order(() -> entry.factory().make(parameters, facts)));
    }

    /** What is made by {@code entry}, guarded. */
    static Entry<Placer> guardedPlacer(Entry<Placer> entry, PluginOrigin origin) {
        return entry.made((parameters, facts) -> new Guard(origin, entry.name(), facts)
                .placer(() -> entry.factory().make(parameters, facts)));
    }

    /** {@code spec} with the plugins that its parts come from, by name. */
    StrategySpec signed(StrategySpec spec) {
        if (plugins.isEmpty() && spec.plugins().isEmpty()) {
            return spec;
        }
        TreeMap<String, PluginOrigin> used = new TreeMap<>();
        for (PolicyKind kind : PolicyKind.values()) {
            for (PolicySpec policy : spec.policies(kind)) {
                PluginOrigin origin = origin(kind, policy.name());
                if (origin != null) {
                    used.put(origin.name(), origin);
                }
            }
        }
        return spec.from(List.copyOf(used.values()));
    }

    /** {@code spec} with the default for each part that {@code failure} is of, or that {@code catalog} does not know. */
    StrategySpec without(StrategySpec spec, PluginFailure failure, Catalog catalog) {
        StrategySpec left = spec;
        for (PolicyKind kind : PolicyKind.values()) {
            if (fails(kind, spec.part(kind), failure, catalog)) {
                left = left.with(kind, kind.fallback());
            }
        }
        List<WorkClass> classes = new ArrayList<>();
        for (WorkClass each : spec.classes()) {
            EnumMap<PolicyKind, PartSpec> parts = new EnumMap<>(each.parts());
            parts.replaceAll((kind, part) -> fails(kind, part, failure, catalog) ? kind.fallback() : part);
            classes.add(new WorkClass(each.name(), each.when(), parts));
        }
        left = left.classed(classes);
        return signed(left.named(spec.name() + " without " + failure.plugin().name()));
    }

    private boolean fails(PolicyKind kind, PartSpec part, PluginFailure failure, Catalog catalog) {
        TreeSet<String> names = new TreeSet<>(catalog.names(kind));
        for (PolicySpec policy : part.policies()) {
            PluginOrigin origin = origin(kind, policy.name());
            boolean failed =
                    origin != null && origin.name().equals(failure.plugin().name());
            if (failed || !names.contains(policy.name())) {
                return true;
            }
        }
        return false;
    }

    void check(StrategySpec spec) {
        WrongPluginException.check(spec.name(), spec.plugins(), plugins);
    }

    private static String key(PolicyKind kind, String name) {
        return kind.key() + " " + name;
    }
}
