package io.berth.spec.cluster;

import io.berth.core.workload.Label;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Labels of nodes: a map such as {@code {rack: r1}}. */
public final class Labels {
    public static final Shape SHAPE = new Shape.Each(Shape.of(ValueType.ARGUMENT));

    private Labels() {}

    /** The labels of the map {@code tree}. */
    public static List<Label> read(Tree tree) {
        return tree.entries().stream()
                .map(entry -> new Label(PlainText.ofKey(entry, tree.path()), PlainText.of(entry.value())))
                .toList();
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, String> document(List<Label> labels) {
        SequencedMap<String, String> document = new LinkedHashMap<>();
        labels.forEach(label -> document.put(label.key(), label.value()));
        return document;
    }
}
