package io.berth.spec.cluster;

import io.berth.core.workload.Taint;
import io.berth.core.workload.Toleration;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Taints of nodes and what tolerates them: maps such as {@code {reserved: vision}}, of one value a key or of a list of them. */
public final class Taints {
    public static final Shape SHAPE = new Shape.Each(Shape.oneOrMore(Shape.of(ValueType.ARGUMENT)));

    /** In the place of a key it stands for every taint. */
    private static final String EVERY_KEY = Toleration.ANY;

    private Taints() {}

    /** The taints of the map {@code tree}. */
    public static List<Taint> read(Tree tree) {
        return each(tree, Taint::new);
    }

    /** The tolerations of the map {@code tree}; {@code *} stands for every key, and for every value. */
    public static List<Toleration> readTolerations(Tree tree) {
        return each(tree, (key, value) -> new Toleration(key.equals(EVERY_KEY) ? "" : key, value));
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, Object> document(List<Taint> taints) {
        return document(taints, Taint::key, Taint::value);
    }

    /** The map that {@link #readTolerations} reads. */
    public static SequencedMap<String, Object> documentOfTolerations(List<Toleration> tolerations) {
        return document(tolerations, one -> one.key().isEmpty() ? EVERY_KEY : one.key(), Toleration::value);
    }

    private static <T> List<T> each(Tree tree, BiFunction<String, String, T> maker) {
        List<T> made = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            String key = PlainText.ofKey(entry, tree.path());
            List<Tree> values = entry.value() instanceof Tree.Items list ? list.items() : List.of(entry.value());
            values.forEach(value -> made.add(maker.apply(key, PlainText.of(value))));
        }
        return made;
    }

    private static <T> SequencedMap<String, Object> document(
            List<T> all, Function<T, String> key, Function<T, String> value) {
        SequencedMap<String, List<String>> values = new LinkedHashMap<>();
        all.forEach(one ->
                values.computeIfAbsent(key.apply(one), _ -> new ArrayList<>()).add(value.apply(one)));
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        values.forEach((name, list) -> document.put(name, list.size() == 1 ? list.getFirst() : list));
        return document;
    }
}
