package io.berth.spec.qos;

import io.berth.core.qos.QosClass;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Durations;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;

/** The key {@code qos}: a list such as {@code [{name: interactive, wait: 10m, priority: 100}, {name: batch}]}. */
public final class QosKeys {
    /** As users write it; a job names its class by the same key. */
    public static final String KEY = "qos";

    private static final Section CLASS = Section.of(
            "class",
            "What the jobs of a class are promised.",
            Key.of("name", Shape.of(ValueType.TEXT), "What jobs call it.")
                    .mandatory()
                    .example("interactive"),
            Key.of(
                            "wait",
                            Shape.of(ValueType.DURATION_OR_NEVER),
                            "Within which they shall start; never: nothing is promised.")
                    .fallback("never")
                    .example("10m"),
            Key.of("priority", Shape.whole(Integer.MIN_VALUE, Integer.MAX_VALUE), "Added to their own priority.")
                    .fallback("0")
                    .example("100"));

    /** Of its value. */
    public static final Shape SHAPE = new Shape.Items(new Shape.Nested(CLASS));

    private QosKeys() {}

    /** The key, as any file has it. */
    public static Key key() {
        return Key.of(
                        KEY,
                        SHAPE,
                        "Classes of jobs, each with the wait that it is promised and what it adds to the priority of its jobs; a"
                                + " strategy's bound keeps the promise. Absent: what jobs say of their class is a name alone.")
                .example("[{name: interactive, wait: 10m, priority: 100}, {name: batch}]");
    }

    /** Those of {@code file}; none where it says nothing of them. */
    public static List<QosClass> of(Fields file) {
        return file.has(KEY) ? read(file.value(KEY)) : List.of();
    }

    /**
     * The classes in {@code tree}.
     *
     * @throws InputException where a name is there twice, or a value is none
     */
    public static List<QosClass> read(Tree tree) {
        TreeSet<String> names = new TreeSet<>();
        List<QosClass> classes = new ArrayList<>();
        for (Tree item : tree.items()) {
            Fields one = CLASS.read(item);
            String name = one.text("name");
            if (name.isEmpty() || !names.add(name)) {
                throw InputException.at(one.value("name"), "two classes are called \"" + name + "\", or one nothing");
            }
            long wait = one.nanos("wait");
            if (wait <= 0) {
                throw InputException.at(one.value("wait"), "must be above 0");
            }
            classes.add(new QosClass(name, wait, one.integer("priority")));
        }
        return classes;
    }

    /** The list that {@link #read} reads. */
    public static List<SequencedMap<String, Object>> document(List<QosClass> classes) {
        return classes.stream().map(QosKeys::document).toList();
    }

    private static SequencedMap<String, Object> document(QosClass one) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", one.name());
        if (one.waitNanos() != Nanos.NEVER) {
            document.put("wait", Durations.format(one.waitNanos()));
        }
        if (one.priority() != 0) {
            document.put("priority", one.priority());
        }
        return document;
    }
}
