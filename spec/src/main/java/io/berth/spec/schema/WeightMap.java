package io.berth.spec.schema;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Reads a map from values to weights. */
final class WeightMap {
    private static final Shape.Value WEIGHT = new Shape.Value(ValueType.NUMBER, new Range(0, 1e9, false), List.of());

    private WeightMap() {}

    static void check(Tree tree, Shape.Value key) {
        double sum = 0;
        for (Tree.Entry entry : tree.entries()) {
            key.check(keyTree(entry, tree.path()));
            WEIGHT.check(entry.value());
            sum += entry.value().number();
        }
        if (!tree.entries().isEmpty() && sum == 0) {
            throw InputException.at(tree, "needs a weight above 0");
        }
    }

    /** The weights in the order of the text, by the text of their key. */
    static SequencedMap<String, Double> read(Tree tree) {
        SequencedMap<String, Double> weights = new LinkedHashMap<>();
        for (Tree.Entry entry : tree.entries()) {
            weights.put(entry.key(), entry.value().number());
        }
        return weights;
    }

    /** A key as a value, so that it is checked like one. */
    private static Tree keyTree(Tree.Entry entry, String path) {
        Position position = entry.position();
        return new Tree.Scalar(position, path, entry.key(), true);
    }
}
