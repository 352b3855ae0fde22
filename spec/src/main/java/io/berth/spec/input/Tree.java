package io.berth.spec.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A YAML or JSON text as its author structured it: every value knows its place and its key path, none is interpreted yet. */
public sealed interface Tree {
    /** Where it starts. */
    Position position();

    /** Its key path, such as {@code workload.generate.jobs}; empty for the whole text. */
    String path();

    /** What it is, for errors: {@code the text "x"}, {@code a list}. */
    String describe();

    /** True for a value left empty or written {@code null}. */
    default boolean isNull() {
        return false;
    }

    /** The text of a value that is neither list nor map nor empty. */
    default String text() {
        throw InputException.at(this, "must be one value, but is " + describe());
    }

    /** The items of a list. */
    default List<Tree> items() {
        throw InputException.at(this, "must be a list, but is " + describe());
    }

    /** The entries of a map, as written; none for an empty value. */
    default List<Entry> entries() {
        throw InputException.at(this, "must be a map of keys, but is " + describe());
    }

    /** The value of {@code key} in a map, or null where it has none. */
    default @Nullable Tree get(String key) {
        for (Entry entry : entries()) {
            if (entry.key().equals(key)) {
                return entry.value();
            }
        }
        return null;
    }

    /** The value of {@code key} in a map that must have it. */
    default Tree require(String key) {
        Tree value = get(key);
        if (value == null || value.isNull()) {
            throw InputException.at(this, "the key " + Quote.of(key) + " is missing");
        }
        return value;
    }

    /** The whole number that this value is. */
    default long whole() {
        try {
            return WholeNumber.parse(text());
        } catch (NumberFormatException e) {
            throw InputException.at(this, "must be a whole number, but is " + describe());
        }
    }

    /** The finite decimal number that this value is. */
    default double number() {
        String text = text();
        try {
            double number = Double.parseDouble(text);
            // Java also takes hexadecimal numbers and suffixes, which YAML and JSON do not know.
            if (Double.isFinite(number) && text.matches("[-+.eE0-9]+")) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same error as for an infinite number.
        }
        throw InputException.at(this, "must be a number, but is " + describe());
    }

    /** The {@code true} or {@code false} that this value is. */
    default boolean flag() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw InputException.at(this, "must be true or false, but is " + describe());
        };
    }

    /** The path of {@code key} below {@code path}. */
    static String below(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /**
     * One value.
     *
     * @param value its text without quotes
     * @param quoted true where the author put it in quotes (or in a block), which makes a number or {@code null} a text
     */
    record Scalar(Position position, String path, String value, boolean quoted) implements Tree {
        @Override
        public boolean isNull() {
            return !quoted && (value.isEmpty() || "null".equals(value) || "~".equals(value));
        }

        @Override
        public String text() {
            if (isNull()) {
                throw InputException.at(this, "has no value");
            }
            return value;
        }

        @Override
        public List<Entry> entries() {
            return isNull() ? List.of() : Tree.super.entries();
        }

        @Override
        public String describe() {
            return isNull() ? "empty" : Quote.of(value);
        }
    }

    /** A list. */
    record Items(Position position, String path, List<Tree> items) implements Tree {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String describe() {
            return "a list";
        }
    }

    /** A map, in the order of its text; no key is there twice. */
    record Map(Position position, String path, List<Entry> entries) implements Tree {
        public Map {
            entries = List.copyOf(entries);
        }

        @Override
        public String describe() {
            return "a map";
        }
    }

    /**
     * A key and its value.
     *
     * @param position where the key stands
     */
    record Entry(Position position, String key, Tree value) {}
}
