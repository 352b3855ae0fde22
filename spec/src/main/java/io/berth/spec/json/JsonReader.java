package io.berth.spec.json;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads one JSON document (RFC 8259) into a {@link Tree}, with the limits of {@link TreeReader}. Nearly all JSON is YAML, but for
 * tabs, and YAML that is no JSON is refused here: a program that means JSON should hear of its mistake.
 */
public final class JsonReader {
    private final Source source;
    private final JsonScanner scanner;
    private final int most;
    private int values;

    private JsonReader(Source source, int most) {
        this.source = source;
        this.scanner = new JsonScanner(source);
        this.most = most;
    }

    /** The document in {@code source}; whatever is wrong with it is an {@link InputException}. */
    public static Tree read(Source source) {
        return read(source, TreeReader.MAX_VALUES);
    }

    /** The same; it may have at most {@code mostValues}. */
    public static Tree read(Source source, int mostValues) {
        return read(source, mostValues, Source.MAX_BYTES);
    }

    /** The same; a program wrote it, in at most {@code mostCharacters}. */
    public static Tree read(Source source, int mostValues, int mostCharacters) {
        if (source.text().length() > mostCharacters) {
            throw new InputException(source.name(), "is too large: more than " + mostCharacters + " characters");
        }
        return new JsonReader(source, mostValues).document();
    }

    private Tree document() {
        if (scanner.next() == JsonScanner.END) {
            throw new InputException(source.name(), "is empty");
        }
        Tree root = value("", 1);
        if (scanner.next() != JsonScanner.END) {
            throw scanner.wrong("more follows after the document");
        }
        return root;
    }

    private Tree value(String path, int depth) {
        int first = scanner.next();
        Position position = scanner.position();
        if (depth > TreeReader.MAX_DEPTH) {
            throw InputException.at(position, "", "is nested more than " + TreeReader.MAX_DEPTH + " levels deep");
        }
        if (++values > most) {
            throw InputException.at(position, "", "has too many values: more than " + most);
        }
        return switch (first) {
            case '{' -> map(position, path, depth);
            case '[' -> items(position, path, depth);
            case '"' -> new Tree.Scalar(position, path, text(position, path), true);
            default -> new Tree.Scalar(position, path, scanner.plain(), false);
        };
    }

    private Tree map(Position position, String path, int depth) {
        List<Tree.Entry> entries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        scanner.expect('{');
        while (another(entries, '}')) {
            scanner.next();
            Position place = scanner.position();
            String key = text(place, path);
            if (!seen.add(key)) {
                throw InputException.about(place, path, key, "the key " + Quote.of(key) + " is there twice");
            }
            scanner.expect(':');
            entries.add(new Tree.Entry(place, key, value(Tree.below(path, key), depth + 1)));
        }
        return new Tree.Map(position, path, entries);
    }

    private Tree items(Position position, String path, int depth) {
        List<Tree> items = new ArrayList<>();
        scanner.expect('[');
        while (another(items, ']')) {
            items.add(value(path + "[" + items.size() + "]", depth + 1));
        }
        return new Tree.Items(position, path, items);
    }

    /** Goes over the comma before one more, or over {@code end}; whether there is one more than are in {@code before}. */
    private boolean another(List<?> before, char end) {
        if (scanner.skip(end)) {
            return false;
        }
        if (!before.isEmpty()) {
            scanner.expect(',');
        }
        return true;
    }

    /** A text; half of a surrogate pair, which JSON can escape, is none and would not survive being written as UTF-8. */
    private String text(Position position, String path) {
        String text = scanner.quoted();
        for (int i = 0; i < text.length(); i++) {
            char half = text.charAt(i);
            if (Character.isHighSurrogate(half)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(half)) {
                throw InputException.at(position, path, "holds half of a surrogate pair, which is no text");
            }
        }
        return text;
    }
}
