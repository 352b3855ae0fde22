package io.berth.core.strategy;

import io.berth.core.plugin.PluginOrigin;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * A strategy as data.
 *
 * @param name what reports call it
 * @param parts one of each kind
 * @param plugins that its parts came from when it was put in force, by name; none before that, and none where all ship with Berth
 */
public record StrategySpec(String name, Map<PolicyKind, PartSpec> parts, List<PluginOrigin> plugins) {
    /**
     * @param parts kinds that are absent get their default
     * @throws IllegalArgumentException where several policies are to decide together what one must decide
     */
    public StrategySpec {
        Map<PolicyKind, PartSpec> whole = new EnumMap<>(PolicyKind.class);
        for (PolicyKind kind : PolicyKind.values()) {
            PartSpec part = parts.getOrDefault(kind, kind.fallback());
            if (!kind.combines() && !(part instanceof PolicySpec)) {
                throw new IllegalArgumentException("The " + kind.key() + " (" + part + ") must be one policy.");
            }
            whole.put(kind, part);
        }
        parts = Collections.unmodifiableMap(whole);
        plugins = List.copyOf(plugins);
    }

    /** A strategy of which nothing is said of plugins. */
    public StrategySpec(String name, Map<PolicyKind, PartSpec> parts) {
        this(name, parts, List.of());
    }

    /** The defaults. */
    public static StrategySpec of(String name) {
        return new StrategySpec(name, Collections.emptyMap());
    }

    /** A strategy of policies with their default parameters, the defaults for what else there is. */
    public static StrategySpec of(String name, String order, String place, String backfill) {
        return of(name).with(PolicyKind.ORDER, PolicySpec.of(order))
                .with(PolicyKind.PLACE, PolicySpec.of(place))
                .with(PolicyKind.BACKFILL, PolicySpec.of(backfill));
    }

    /** The same with {@code part} as what is said of {@code kind}; of its plugins nothing is said any more. */
    public StrategySpec with(PolicyKind kind, PartSpec part) {
        Map<PolicyKind, PartSpec> changed = new EnumMap<>(parts);
        changed.put(kind, part);
        return new StrategySpec(name, changed);
    }

    /** The same under another name. */
    public StrategySpec named(String newName) {
        return new StrategySpec(newName, parts, plugins);
    }

    /** The same, its parts from {@code origins}. */
    public StrategySpec from(List<PluginOrigin> origins) {
        return new StrategySpec(name, parts, origins);
    }

    /** What is said of a kind. */
    public PartSpec part(PolicyKind kind) {
        return parts.getOrDefault(kind, kind.fallback());
    }

    /** What is said of a kind of which one policy decides. */
    public PolicySpec policy(PolicyKind kind) {
        return (PolicySpec) part(kind);
    }

    /** Which waiting job is tried first. */
    public PolicySpec order() {
        return policy(PolicyKind.ORDER);
    }

    /** Which node a task goes to. */
    public PartSpec place() {
        return part(PolicyKind.PLACE);
    }

    /** What happens behind a job that does not fit. */
    public PolicySpec backfill() {
        return policy(PolicyKind.BACKFILL);
    }

    /** True where jobs that run may get more of their tasks. */
    public boolean resizes() {
        return !policy(PolicyKind.RESIZE).equals(PolicyKind.RESIZE.fallback());
    }

    /** The same, its jobs ordered by {@code policy}. */
    public StrategySpec ordering(PolicySpec policy) {
        return with(PolicyKind.ORDER, policy);
    }

    /** The same, placing by {@code part}. */
    public StrategySpec placing(PartSpec part) {
        return with(PolicyKind.PLACE, part);
    }

    /** The same, preempting by {@code policy}. */
    public StrategySpec preempting(String policy) {
        return with(PolicyKind.PREEMPT, PolicySpec.of(policy));
    }

    /** The same, planning windows of the queue by {@code method}. */
    public StrategySpec planning(PolicySpec method) {
        return with(PolicyKind.PLAN, method);
    }

    /** Its name and its parts that people are told of by key, each as text; and its plugins where it has some. */
    public SequencedMap<String, String> texts() {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        texts.put("name", name);
        parts.forEach((kind, part) -> {
            if (kind.tells(part)) {
                texts.put(kind.key(), part.toString());
            }
        });
        if (!plugins.isEmpty()) {
            texts.put("plugins", plugins.stream().map(PluginOrigin::toString).collect(Collectors.joining(", ")));
        }
        return texts;
    }

    /** Its parts that people are told of as {@code key: policy}, with {@code between} key and policy and commas between the parts. */
    public String partsText(String between) {
        return parts.entrySet().stream()
                .filter(part -> part.getKey().tells(part.getValue()))
                .map(part -> part.getKey().key() + between + part.getValue())
                .collect(Collectors.joining(", "));
    }
}
