package io.berth.spec.scenario;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Maps, lists and values as YAML for people: what is short stands in one line, what is long below its key. */
public final class YamlDocument {
    /** A line is no longer where it can be divided. */
    private static final int WIDTH = 110;

    private final StringBuilder out = new StringBuilder();

    private YamlDocument() {}

    /** {@code document} as text. */
    public static String write(Map<String, Object> document) {
        YamlDocument yaml = new YamlDocument();
        yaml.map(document, "", "");
        return yaml.out.toString();
    }

    /** @param first what stands before the first key in place of {@code indent}, as long as it is */
    private void map(Map<?, ?> map, String first, String indent) {
        String before = first;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(before)
                    .append(YamlText.of(String.valueOf(entry.getKey())))
                    .append(':');
            value(entry.getValue(), indent);
            before = indent;
        }
    }

    private void value(Object value, String indent) {
        String flow = flow(value);
        boolean divided = value instanceof Map<?, ?> map && !map.isEmpty()
                || value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance);
        if (!divided || indent.length() + flow.length() < WIDTH && !indent.isEmpty()) {
            out.append(' ').append(flow).append('\n');
            return;
        }
        out.append('\n');
        if (value instanceof Map<?, ?> map) {
            map(map, indent + "  ", indent + "  ");
        } else if (value instanceof List<?> list) {
            list.forEach(item -> item(item, indent + "  "));
        }
    }

    private void item(Object item, String indent) {
        String flow = flow(item);
        if (item instanceof Map<?, ?> map && !map.isEmpty() && indent.length() + flow.length() >= WIDTH) {
            map(map, indent + "- ", indent + "  ");
        } else {
            out.append(indent).append("- ").append(flow).append('\n');
        }
    }

    private static String flow(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> YamlText.of(String.valueOf(entry.getKey())) + ": " + flow(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(YamlDocument::flow).collect(Collectors.joining(", ", "[", "]"));
            case String text -> YamlText.of(text);
            default -> String.valueOf(value);
        };
    }
}
