package io.berth.core.strategy;

import io.berth.core.model.ModelFile;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One policy as data: its name in the catalog and its parameters as text.
 *
 * @param parameters sorted, so that equal specs are equal bytes
 */
public record PolicySpec(String name, SortedMap<String, String> parameters) implements PartSpec {
    public PolicySpec {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    /** A policy with its default parameters. */
    public static PolicySpec of(String name) {
        return new PolicySpec(name, new TreeMap<>());
    }

    /** A policy with {@code parameters}; those absent keep their default. */
    public static PolicySpec of(String name, Map<String, String> parameters) {
        return new PolicySpec(name, new TreeMap<>(parameters));
    }

    @Override
    public List<PolicySpec> policies() {
        return List.of(this);
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? name : name + shown();
    }

    /** A model by what identifies it: its text is long. */
    private SortedMap<String, String> shown() {
        TreeMap<String, String> shown = new TreeMap<>(parameters);
        shown.replaceAll((key, value) -> value.startsWith(ModelFile.MAGIC) ? ModelFile.id(value) : value);
        return shown;
    }
}
