package io.berth.gateway.fake.openai;

import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Which tool a request has called, and with what. */
final class Tools {
    /** A schema that goes deeper gets an empty object there, so that one that names itself ends. */
    private static final int DEEPEST = 8;

    private Tools() {}

    /**
     * The call that answers {@code request}: of the tool that it names, or of the first. None where it has no tools or wants none
     * called, and none where {@code answered} (the last message is what a tool said), unless one must be called.
     */
    static Ask.@Nullable ToolCall call(Parameters request, boolean answered) {
        Tree tools = request.get("tools");
        Tree choice = request.get("tool_choice");
        String word = choice != null && Parameters.isText(choice) ? choice.text() : "";
        if (tools == null || word.equals("none")) {
            return null;
        }
        String wanted = choice instanceof Tree.Map ? named(Parameters.of(choice)) : "";
        if (answered && wanted.isEmpty() && !word.equals("required")) {
            return null;
        }
        if (!(tools instanceof Tree.Items list)) {
            throw Parameters.wrong(tools, "invalid_type", "must be a list");
        }
        for (Tree each : list.items()) {
            Parameters function = function(Parameters.of(each));
            if (function != null && (wanted.isEmpty() || function.text("name").equals(wanted))) {
                return new Ask.ToolCall(function.text("name"), arguments(function.get("parameters")));
            }
        }
        if (choice != null && !wanted.isEmpty()) {
            throw Parameters.wrong(choice, "invalid_value", "names the tool " + Quote.of(wanted) + ", which is none");
        }
        return null;
    }

    private static String named(Parameters choice) {
        Tree function = choice.get("function");
        return function == null ? choice.text("name") : Parameters.of(function).text("name");
    }

    /** What describes the function: within {@code function} in chats, beside the type in responses. Null for tools of other types. */
    private static @Nullable Parameters function(Parameters tool) {
        if (!tool.text("type").equals("function")) {
            return null;
        }
        return tool.get("name") == null ? Parameters.of(tool.require("function")) : tool;
    }

    private static String arguments(@Nullable Tree schema) {
        return schema == null ? "{}" : Json.line(object(schema, 0));
    }

    private static SequencedMap<String, @Nullable Object> object(Tree schema, int depth) {
        SequencedMap<String, @Nullable Object> document = Document.of();
        if (!(schema instanceof Tree.Map map) || !(map.get("required") instanceof Tree.Items required)) {
            return document;
        }
        Tree properties = map.get("properties");
        for (Tree name : required.items()) {
            String key = Parameters.text(name);
            Tree property = properties instanceof Tree.Map all ? all.get(key) : null;
            document.put(key, property == null ? "" : value(property, depth + 1));
        }
        return document;
    }

    private static @Nullable Object value(Tree schema, int depth) {
        if (!(schema instanceof Tree.Map map) || depth > DEEPEST) {
            return Document.of();
        }
        for (String key : List.of("const", "default")) {
            Tree fixed = map.get(key);
            if (fixed != null) {
                return JsonTree.of(fixed);
            }
        }
        for (String key : List.of("enum", "anyOf", "oneOf")) {
            if (map.get(key) instanceof Tree.Items of && !of.items().isEmpty()) {
                Tree first = of.items().getFirst();
                return key.equals("enum") ? JsonTree.of(first) : value(first, depth + 1);
            }
        }
        return ofType(map, depth);
    }

    private static @Nullable Object ofType(Tree.Map schema, int depth) {
        Tree type = schema.get("type");
        if (type instanceof Tree.Items several && !several.items().isEmpty()) {
            type = several.items().getFirst();
        }
        return switch (type != null && Parameters.isText(type) ? type.text() : "") {
            case "integer", "number" -> 0;
            case "boolean" -> false;
            case "array" -> List.of();
            case "null" -> null;
            case "object" -> object(schema, depth);
            default -> "";
        };
    }
}
