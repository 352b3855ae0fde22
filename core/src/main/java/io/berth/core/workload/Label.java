package io.berth.core.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that is said of a node, such as {@code rack: r1}. */
public record Label(String key, String value) implements Comparable<Label> {
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

    /** What {@code labels} say of {@code key}; null where they say nothing. */
    public static @Nullable String value(List<Label> labels, String key) {
        for (Label label : labels) {
            if (label.key().equals(key)) {
                return label.value();
            }
        }
        return null;
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
