package io.berth.core.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that is said of a node, such as {@code rack: r1}. */
public record Label(String key, String value) implements Comparable<Label> {
    /** Between the key of a label and the text at which the part of its value ends that counts. */
    public static final String BEFORE = " before ";

    public Label {
        if (key.isBlank()) {
            throw new IllegalArgumentException("A label needs a key.");
        }
    }

    @Override
    public int compareTo(Label other) {
        int byKey = key.compareTo(other.key);
        return byKey != 0 ? byKey : value.compareTo(other.value);
    }

    /**
     * What {@code labels} say of {@code key}; null where they say nothing. Of {@code KEY before TEXT}, what stands before that text in the value
     * of {@code KEY}, which must have it: of {@code nvidia.com/gpu.clique}, which is {@code CLUSTER.CLIQUE}, the domain before the dot.
     */
    public static @Nullable String value(List<Label> labels, String key) {
        for (Label label : labels) {
            if (label.key().equals(key)) {
                return label.value();
            }
        }
        int before = key.indexOf(BEFORE);
        return before < 0
                ? null
                : part(value(labels, key.substring(0, before)), key.substring(before + BEFORE.length()));
    }

    private static @Nullable String part(@Nullable String value, String end) {
        int at = value == null ? -1 : value.indexOf(end);
        return value == null || at < 0 ? null : value.substring(0, at);
    }

    /** By key. */
    public static List<Label> sorted(List<Label> labels) {
        List<Label> sorted = labels.stream().sorted().toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).key.equals(sorted.get(i - 1).key)) {
                throw new IllegalArgumentException("The label (" + sorted.get(i).key + ") is given twice.");
            }
        }
        return sorted;
    }
}
