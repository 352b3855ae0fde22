package io.berth.core.strategy;

import io.berth.core.plugin.PluginOrigin;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A strategy as data.
 *
 * @param name what reports call it
 * @param parts one of each kind
 * @param plugins that its parts came from when it was put in force, by name; none before that, and none where all ship with Berth
 * @param classes of work that have parts of their own; a job is of the first that takes it, and goes by {@code parts} where none does
 */
public record StrategySpec(
        String name, Map<PolicyKind, PartSpec> parts, List<PluginOrigin> plugins, List<WorkClass> classes) {
    /**
     * @param parts kinds that are absent get their default
     * @throws IllegalArgumentException where several policies are to decide together what one must decide, or two classes have one name
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
        classes = WorkClass.distinct(classes);
    }

    /** A strategy of which nothing is said of plugins, without classes. */
    public StrategySpec(String name, Map<PolicyKind, PartSpec> parts) {
        this(name, parts, List.of(), List.of());
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
        return new StrategySpec(name, changed, List.of(), classes);
    }

    /** The same under another name. */
    public StrategySpec named(String newName) {
        return new StrategySpec(newName, parts, plugins, classes);
    }

    /** The same, its parts from {@code origins}. */
    public StrategySpec from(List<PluginOrigin> origins) {
        return new StrategySpec(name, parts, origins, classes);
    }

    /** The same with these classes of work; of its plugins nothing is said any more. */
    public StrategySpec classed(List<WorkClass> newClasses) {
        return new StrategySpec(name, parts, List.of(), newClasses);
    }

    /** The class of {@code job}, started {@code restarts} times before; null where it is of none. */
    public @Nullable WorkClass classOf(JobSpec job, int restarts) {
        int at = classNumber(job, restarts);
        return at < 0 ? null : classes.get(at);
    }

    /** Its place among the classes; -1 where it is of none. */
    public int classNumber(JobSpec job, int restarts) {
        for (int at = 0; at < classes.size(); at++) {
            if (classes.get(at).when().takes(job, restarts)) {
                return at;
            }
        }
        return -1;
    }

    /** All policies of a kind that it has: of all jobs, and of its classes. */
    public List<PolicySpec> policies(PolicyKind kind) {
        List<PolicySpec> all = new ArrayList<>(part(kind).policies());
        for (WorkClass each : classes) {
            PartSpec own = each.parts().get(kind);
            if (own != null) {
                all.addAll(own.policies());
            }
        }
        return all;
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
        if (!classes.isEmpty()) {
            texts.put("classes", classesText());
        }
        if (!plugins.isEmpty()) {
            texts.put("plugins", plugins.stream().map(PluginOrigin::toString).collect(Collectors.joining(", ")));
        }
        return texts;
    }

    private String classesText() {
        return classes.stream().map(WorkClass::toString).collect(Collectors.joining(" | "));
    }

    /**
     * Its parts that people are told of as {@code key: policy}, with {@code between} key and policy and commas between the parts; its classes
     * last.
     */
    public String partsText(String between) {
        String own = parts.entrySet().stream()
                .filter(part -> part.getKey().tells(part.getValue()))
                .map(part -> part.getKey().key() + between + part.getValue())
                .collect(Collectors.joining(", "));
        return classes.isEmpty() ? own : own + ", classes" + between + classesText();
    }
}
