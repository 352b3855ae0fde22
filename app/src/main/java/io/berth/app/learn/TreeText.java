package io.berth.app.learn;

import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A tree as YAML on one line, as people write strategies. */
final class TreeText {
    private static final Pattern BARE =
            Pattern.compile("[A-Za-z/][A-Za-z0-9_./+-]*|-?\\d+(\\.\\d+)?(E-?\\d+)?[a-zA-Z%]{0,2}");

    private TreeText() {}

    static String of(Tree tree) {
        return switch (tree) {
            case Tree.Scalar scalar -> scalar(scalar);
            case Tree.Items items ->
                items.items().stream().map(TreeText::of).collect(Collectors.joining(", ", "[", "]"));
            case Tree.Map map ->
                map.entries().stream()
                        .map(entry -> entry.key() + ": " + of(entry.value()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private static String scalar(Tree.Scalar scalar) {
        if (scalar.isNull()) {
            return "null";
        }
        boolean bare = !scalar.quoted() && BARE.matcher(scalar.value()).matches();
        return bare ? scalar.value() : Json.line(scalar.value());
    }
}
