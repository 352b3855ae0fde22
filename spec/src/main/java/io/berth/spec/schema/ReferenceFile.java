package io.berth.spec.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The commented reference file of a section: every key, with its default. It is a valid file that means the same as one in
 * which every optional key is absent; keys without a default, and those that exclude one that is there, are comments.
 */
public final class ReferenceFile {
    private static final int WIDTH = 110;

    private final StringBuilder out = new StringBuilder();

    private ReferenceFile() {}

    /** The text of the file. */
    public static String of(Section section) {
        ReferenceFile file = new ReferenceFile();
        file.comment("", section.doc());
        file.comment(
                "",
                "Every key stands here with its default. Keys behind \"#\" have none, or exclude one that is there.");
        file.section(section, "");
        return file.out.toString();
    }

    private void section(Section section, String indent) {
        for (Key key : section.keys()) {
            if (indent.isEmpty()) {
                out.append('\n');
            }
            comment(indent, key.doc() + notes(section, key));
            if (stands(section, key)) {
                key(key, indent);
            } else {
                commentedKey(key, indent);
            }
        }
    }

    private void key(Key key, String indent) {
        switch (key.shape()) {
            case Shape.Nested(Section nested) -> {
                out.append(indent).append(key.name()).append(":\n");
                section(nested, indent + "  ");
            }
            case Shape.Items(Shape.Nested(Section nested)) -> {
                out.append(indent).append(key.name()).append(":\n");
                item(nested, indent + "  ");
            }
            default -> {
                String value = key.required() ? key.example() : key.fallback();
                String stated = value.isEmpty() ? ":" : ": " + value;
                out.append(indent).append(key.name()).append(stated).append("\n");
            }
        }
        Section inFull = inFull(key.shape());
        if (inFull != null) {
            full(inFull, indent);
        }
    }

    /** A whole item of a list, as a comment. */
    private void full(Section section, String indent) {
        full(indent, full -> full.item(section, ""));
    }

    private void full(String indent, Consumer<ReferenceFile> what) {
        ReferenceFile full = new ReferenceFile();
        what.accept(full);
        comment(indent, "In full:");
        full.out
                .toString()
                .lines()
                .forEach(line -> out.append(indent).append("#   ").append(line).append('\n'));
    }

    /** An item of a list of sections: its keys under a dash of their own, so that each can have its comment. */
    private void item(Section section, String indent) {
        out.append(indent).append("-\n");
        section(section, indent + "  ");
    }

    private void commentedKey(Key key, String indent) {
        String value = key.example().isEmpty() ? key.fallback() : key.example();
        out.append(indent)
                .append("# ")
                .append(key.name())
                .append(": ")
                .append(value.isEmpty() ? "{}" : value)
                .append('\n');
        if (key.shape() instanceof Shape.Items(Shape.Nested(Section item))) {
            full(item, indent);
        } else if (key.shape() instanceof Shape.Nested(Section whole)) {
            full(indent, full -> full.section(whole, " ".repeat(2)));
        }
    }

    /** True where the key is written and not only mentioned. */
    private static boolean stands(Section section, Key key) {
        if (section.exactlyOne().contains(key.name())) {
            return section.exactlyOne().getLast().equals(key.name());
        }
        boolean excluded = !key.with().isEmpty() && section.exactlyOne().contains(key.with());
        // A section with an example says something by being there.
        boolean nested = key.shape() instanceof Shape.Nested
                && key.without().isEmpty()
                && key.example().isEmpty();
        return !excluded && (key.required() || key.hasFallback() || nested);
    }

    private static String notes(Section section, Key key) {
        List<String> notes = new ArrayList<>();
        notes.addAll(values(key.shape()));
        if (key.required()) {
            notes.add("required");
        }
        if (!key.with().isEmpty()) {
            notes.add("only with " + key.with());
        }
        if (!key.without().isEmpty()) {
            notes.add("not beside " + key.without());
        }
        if (section.exactlyOne().contains(key.name())) {
            notes.add("exactly one of " + String.join(", ", section.exactlyOne()));
        }
        return notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")";
    }

    private static List<String> values(Shape shape) {
        return switch (shape) {
            case Shape.Value value when !value.words().isEmpty() -> List.of(String.join(" | ", value.words()));
            case Shape.Value value ->
                value.type() == ValueType.TEXT
                        ? List.of()
                        : List.of(label(value) + value.range().describe());
            case Shape.Weights(Shape.Value key) -> List.of("map from " + label(key) + " to weight");
            case Shape.Each(Shape value) -> List.of("map from name to " + value.describe());
            case Shape.Variables _ -> List.of("map from name to text");
            default -> List.of();
        };
    }

    private static String label(Shape.Value value) {
        return value.words().isEmpty() ? value.type().label() : String.join(" | ", value.words());
    }

    /** The section that the items of a list may be instead of one value; null for none. */
    private static @Nullable Section inFull(Shape shape) {
        return switch (shape) {
            case Shape.Either either ->
                either.shapes().stream()
                        .filter(Shape.Items.class::isInstance)
                        .map(ReferenceFile::inFull)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
            case Shape.Items(Shape.Either item) -> sectionIn(item);
            default -> null;
        };
    }

    private static @Nullable Section sectionIn(Shape.Either either) {
        for (Shape shape : either.shapes()) {
            if (shape instanceof Shape.Nested(Section section)) {
                return section;
            }
        }
        return null;
    }

    /** A comment, broken at blanks. */
    private void comment(String indent, String text) {
        StringBuilder line = new StringBuilder(indent).append('#');
        for (String word : text.split(" ")) {
            if (line.length() + word.length() >= WIDTH) {
                out.append(line).append('\n');
                line = new StringBuilder(indent).append('#');
            }
            line.append(' ').append(word);
        }
        out.append(line).append('\n');
    }
}
