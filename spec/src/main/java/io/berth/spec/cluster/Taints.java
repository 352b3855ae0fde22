package io.berth.spec.cluster;

import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.Toleration;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Taints of nodes and what tolerates them: maps such as {@code {reserved: vision}}, of one value a key or of a list of them. The effect
 * may stand behind a value, as in {@code {old: "disk:PreferNoSchedule"}}: without one a taint is of {@code NoSchedule}, and a toleration
 * is for all.
 */
public final class Taints {
    public static final Shape SHAPE = new Shape.Each(Shape.oneOrMore(Shape.of(ValueType.ARGUMENT)));

    /** What the reference says of the taints of nodes. */
    public static final String WORDS =
            "What keeps jobs away that do not tolerate it, such as {reserved: vision}. Another effect than NoSchedule stands"
                    + " behind the value: {old: \"disk:PreferNoSchedule\"}, {broken: \":NoExecute\"}.";

    /** What the reference says of tolerations. */
    public static final String WORDS_OF_TOLERATIONS =
            "Taints of nodes that do not keep it away, such as {reserved: vision}; \"*\" is any value, or any key."
                    + " {reserved: \"vision:NoExecute\"} is for taints of that effect only.";

    /** In the place of a key it stands for every taint. */
    private static final String EVERY_KEY = Toleration.ANY;

    private static final EffectText OF_TAINTS = new EffectText(Effect.NO_SCHEDULE);
    private static final EffectText OF_TOLERATIONS = new EffectText(null);

    /** @param <T> what is made of a key and a value */
    private interface Maker<T> {
        T make(String key, String value, @Nullable Effect effect);
    }

    private Taints() {}

    /**
     * The taints of the map {@code tree}.
     *
     * @throws io.berth.spec.input.InputException where a value ends with what is nearly an effect
     */
    public static List<Taint> read(Tree tree) {
        return each(tree, OF_TAINTS, (key, value, effect) -> new Taint(key, value, Objects.requireNonNull(effect)));
    }

    /**
     * The tolerations of the map {@code tree}; {@code *} stands for every key, for every value, and for every effect.
     *
     * @throws io.berth.spec.input.InputException where a value ends with what is nearly an effect
     */
    public static List<Toleration> readTolerations(Tree tree) {
        return each(
                tree,
                OF_TOLERATIONS,
                (key, value, effect) -> new Toleration(key.equals(EVERY_KEY) ? "" : key, value, effect));
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, Object> document(List<Taint> taints) {
        return document(taints, Taint::key, taint -> OF_TAINTS.text(taint.value(), taint.effect()));
    }

    /** The map that {@link #readTolerations} reads. */
    public static SequencedMap<String, Object> documentOfTolerations(List<Toleration> tolerations) {
        return document(
                tolerations,
                one -> one.key().isEmpty() ? EVERY_KEY : one.key(),
                one -> OF_TOLERATIONS.text(one.value(), one.effect()));
    }

    private static <T> List<T> each(Tree tree, EffectText effects, Maker<T> maker) {
        List<T> made = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            String key = PlainText.ofKey(entry, tree.path());
            List<Tree> values = entry.value() instanceof Tree.Items list ? list.items() : List.of(entry.value());
            for (Tree value : values) {
                made.add(maker.make(key, effects.value(value), effects.effect(value)));
            }
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
