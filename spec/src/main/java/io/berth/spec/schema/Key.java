package io.berth.spec.schema;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One key of a section, declared once: the validation, the JSON Schema and the reference file all follow from it.
 *
 * @param name as users write it
 * @param shape what its value may be
 * @param fallback its default as YAML; empty for none
 * @param required true where it must be there
 * @param doc what it does, in one or two sentences with units; says what absence means where there is no default
 * @param example a value for the reference file, as YAML; empty where the default serves
 * @param with the key without which this one means nothing; empty for none
 * @param without the key that says the same and may not be there too; empty for none
 */
public record Key(
        String name,
        Shape shape,
        String fallback,
        boolean required,
        String doc,
        String example,
        String with,
        String without) {
    /**
     * What was read of defaults, by name and text: every job that leaves a key out asks for it, and reading YAML takes a tenth of a
     * millisecond.
     */
    private static final ConcurrentMap<String, Tree> DEFAULTS = new ConcurrentHashMap<>();

    /** An optional key without default. */
    public static Key of(String name, Shape shape, String doc) {
        return new Key(name, shape, "", false, doc, "", "", "");
    }

    /** The same with a default. */
    public Key fallback(String yaml) {
        return new Key(name, shape, yaml, false, doc, example, with, without);
    }

    /** The same, but it must be there. */
    public Key mandatory() {
        return new Key(name, shape, "", true, doc, example, with, without);
    }

    /** The same with a value for the reference file. */
    public Key example(String yaml) {
        return new Key(name, shape, fallback, required, doc, yaml, with, without);
    }

    /** The same, allowed only beside {@code other}. */
    public Key with(String other) {
        return new Key(name, shape, fallback, required, doc, example, other, without);
    }

    /** The same, not allowed beside {@code other}. */
    public Key without(String other) {
        return new Key(name, shape, fallback, required, doc, example, with, other);
    }

    /** True where it has a default. */
    public boolean hasFallback() {
        return !fallback.isEmpty();
    }

    /** The default as a tree. */
    Tree fallbackTree() {
        return DEFAULTS.computeIfAbsent(
                name + ": " + fallback, _ -> TreeReader.read(Source.inline("default of " + name, fallback), name));
    }

    /** The example as a tree. */
    Tree exampleTree() {
        return TreeReader.read(Source.inline("example of " + name, example), name);
    }
}
