package io.berth.spec.schema;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.Cut;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.quantity.Instants;
import io.berth.spec.quantity.Percents;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;

/**
 * The checked values of a section by key; an absent key gives its default.
 *
 * @param section what may stand there
 * @param tree the text the values are from
 */
public record Fields(Section section, Tree tree) {
    /** True where the user wrote {@code key}. */
    public boolean has(String key) {
        return tree.get(key) != null;
    }

    /** The value of {@code key}: the user's or the default. */
    public Tree value(String key) {
        Tree value = tree.get(key);
        Key declared = section.key(key);
        if (value == null && !declared.hasFallback()) {
            throw InputException.at(tree, "the key \"" + key + "\" is missing");
        }
        return value == null ? declared.fallbackTree() : value;
    }

    public String text(String key) {
        return value(key).text();
    }

    /** The text of {@code key}, or {@code otherwise} where it is absent and has no default. */
    public String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    public boolean flag(String key) {
        return value(key).flag();
    }

    public long whole(String key) {
        return value(key).whole();
    }

    /** A whole number whose range in the schema is within {@code int}. */
    public int integer(String key) {
        return Math.toIntExact(whole(key));
    }

    public double number(String key) {
        return value(key).number();
    }

    public long cpuMilli(String key) {
        return ValueText.quantity(value(key), Cpus::parseMilli);
    }

    public long bytes(String key) {
        return ValueText.quantity(value(key), Bytes::parse);
    }

    /** Nanoseconds; {@link io.berth.core.time.Nanos#NEVER} for {@code never}. */
    public long nanos(String key) {
        return ValueText.quantity(value(key), Durations::parseNanosOrNever);
    }

    /** Nanoseconds since 1970, or since the zero of the clock that is meant. */
    public long instantNanos(String key) {
        return ValueText.quantity(value(key), Instants::parseNanos);
    }

    public Cut cut(String key) {
        return ValueText.quantity(value(key), Cut::parse);
    }

    public Cut cutOrAuto(String key) {
        return ValueText.quantity(value(key), Cut::parseOrAuto);
    }

    /** A fraction from 0 to 1. */
    public double fraction(String key) {
        return ValueText.quantity(value(key), Percents::parseFraction);
    }

    public GpuShare gpus(String key) {
        return ValueText.quantity(value(key), GpuShare::parse);
    }

    /** The seeds of one value. */
    public static List<Long> seeds(Tree value) {
        return ValueText.quantity(value, SeedRange::parse);
    }

    /** The file or folder named, relative to {@code folder}. */
    public Path path(String key, Path folder) {
        Tree value = value(key);
        try {
            return folder.resolve(value.text()).normalize();
        } catch (InvalidPathException e) {
            throw InputException.at(value, "is no file name: " + value.describe());
        }
    }

    public List<Tree> items(String key) {
        return value(key).items();
    }

    /** Weights by the text of their key, in the order of the text. */
    public SequencedMap<String, Double> weights(String key) {
        return WeightMap.read(value(key));
    }

    /** The values of the nested section {@code key}; all defaults where it is absent or empty. */
    public Fields section(String key) {
        Shape shape = section.key(key).shape();
        if (!(shape instanceof Shape.Nested(Section nested))) {
            throw new IllegalArgumentException(key + " is no section");
        }
        Tree value = tree.get(key);
        return nested.read(value == null ? empty(key) : value);
    }

    private Tree empty(String key) {
        return new Tree.Map(tree.position(), Tree.below(tree.path(), key), List.of());
    }
}
