package io.berth.spec.queue;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** The key {@code queues}: a list such as {@code [{name: a, parent: org, weight: 2, quota: {gpu: 16}, limit: {gpu: 50%}}]}. */
public final class QueueKeys {
    /** As users write it. */
    public static final String KEY = "queues";

    private static final Shape AMOUNTS = new Shape.Each(Shape.of(ValueType.ARGUMENT));

    private static final Section QUEUE = Section.of(
            "queue",
            "What a queue has a right to. Amounts are by resource (gpu, cpu, memory or a name such as example.com/licence), or in per cent"
                    + " of what the cluster has at the moment.",
            Key.of("name", Shape.of(ValueType.TEXT), "What jobs call it.")
                    .mandatory()
                    .example("research"),
            Key.of("parent", Shape.of(ValueType.TEXT), "The queue that it belongs to; absent: the cluster.")
                    .example("org"),
            Key.of("weight", Shape.positive(1_000_000), "Its part beside its siblings, where queues take turns.")
                    .fallback("1"),
            Key.of("quota", AMOUNTS, "What it deserves: reclaim gets that back from who borrowed it.")
                    .fallback("{}")
                    .example("{gpu: 16, memory: 25%}"),
            Key.of("limit", AMOUNTS, "What its jobs hold at most, those of queues below it too; absent: no limit.")
                    .fallback("{}")
                    .example("{gpu: 32}"),
            Key.of("borrow", AMOUNTS, "What it may hold beyond its quota; absent: whatever others lend.")
                    .fallback("{}")
                    .example("{gpu: 8}"),
            Key.of("lend", AMOUNTS, "What others may have of its quota while it does not need it; absent: all of it.")
                    .fallback("{}")
                    .example("{gpu: 8}"));

    /** Of its value. */
    public static final Shape SHAPE = new Shape.Items(new Shape.Nested(QUEUE));

    /** What it says, for a reference. */
    public static final String WORDS =
            "The queues of jobs: a job starts only in one of these, within its limit and quota; absent: queues are names alone.";

    private QueueKeys() {}

    /** The key, as any file has it. */
    public static Key key() {
        return Key.of(KEY, SHAPE, WORDS)
                .example("[{name: research, quota: {gpu: 50%}}, {name: vision, parent: research, weight: 2}]");
    }

    /** Those of {@code file}; none where it says nothing of queues. */
    public static List<QueueSpec> of(Fields file) {
        return file.has(KEY) ? read(file.value(KEY)) : List.of();
    }

    /**
     * The queues in {@code tree}, which make a tree.
     *
     * @throws InputException where a name is there twice, a parent is not, or a queue is below itself
     */
    public static List<QueueSpec> read(Tree tree) {
        List<Fields> all = tree.items().stream().map(QUEUE::read).toList();
        SequencedMap<String, Fields> byName = new LinkedHashMap<>();
        for (Fields queue : all) {
            if (byName.put(queue.text("name"), queue) != null) {
                throw InputException.at(queue.value("name"), "two queues are called \"" + queue.text("name") + "\"");
            }
        }
        List<QueueSpec> queues = new ArrayList<>();
        for (Fields queue : all) {
            String parent = queue.text("parent", "");
            if (!parent.isEmpty() && !byName.containsKey(parent)) {
                throw InputException.at(
                        queue.value("parent"), InputException.unknown("queue", parent, byName.sequencedKeySet()));
            }
            checkRoot(queue, byName);
            queues.add(spec(queue));
        }
        return queues;
    }

    /**
     * One queue, whatever others there are.
     *
     * @param name of it
     * @param tree a map of all else that is said of it
     * @throws InputException where something of it cannot be
     */
    public static QueueSpec of(String name, Tree tree) {
        List<Tree.Entry> entries = new ArrayList<>(tree.entries());
        Tree named = new Tree.Scalar(tree.position(), Tree.below(tree.path(), "name"), name, true);
        entries.add(new Tree.Entry(tree.position(), "name", named));
        return spec(QUEUE.read(new Tree.Map(tree.position(), tree.path(), entries)));
    }

    private static QueueSpec spec(Fields queue) {
        return new QueueSpec(
                queue.text("name"),
                queue.text("parent", ""),
                Math.max(1, Math.round(queue.number("weight") * QueueSpec.WEIGHT_MILLI)),
                amounts(queue.value("quota")),
                amounts(queue.value("limit")),
                amounts(queue.value("borrow")),
                amounts(queue.value("lend")));
    }

    /** From {@code queue} up there must be an end. */
    private static void checkRoot(Fields queue, Map<String, Fields> byName) {
        Fields at = queue;
        for (int steps = 0; at != null && at.has("parent"); steps++) {
            if (steps > byName.size()) {
                throw InputException.at(queue.value("parent"), "queue \"" + queue.text("name") + "\" is below itself");
            }
            at = byName.get(at.text("parent"));
        }
    }

    private static SortedMap<String, QueueAmount> amounts(Tree tree) {
        SortedMap<String, QueueAmount> amounts = new TreeMap<>();
        for (Tree.Entry entry : tree.entries()) {
            if (!entry.key().contains("/") && !QueueQuantity.NAMES.contains(entry.key())) {
                throw InputException.about(
                        entry.position(),
                        tree.path(),
                        entry.key(),
                        InputException.unknown("resource", entry.key(), QueueQuantity.NAMES)
                                + ", or a name such as example.com/licence");
            }
            amounts.put(entry.key(), QueueQuantity.read(entry.key(), entry.value()));
        }
        return amounts;
    }

    /** The list that {@link #read} reads. */
    public static List<SequencedMap<String, Object>> document(List<QueueSpec> queues) {
        return queues.stream().map(QueueKeys::document).toList();
    }

    private static SequencedMap<String, Object> document(QueueSpec queue) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", queue.name());
        if (!queue.parent().isEmpty()) {
            document.put("parent", queue.parent());
        }
        if (queue.weightMilli() != QueueSpec.WEIGHT_MILLI) {
            document.put("weight", (double) queue.weightMilli() / QueueSpec.WEIGHT_MILLI);
        }
        put(document, "quota", queue.quota());
        put(document, "limit", queue.limit());
        put(document, "borrow", queue.borrow());
        put(document, "lend", queue.lend());
        return document;
    }

    private static void put(Map<String, Object> document, String key, SortedMap<String, QueueAmount> amounts) {
        if (!amounts.isEmpty()) {
            SequencedMap<String, Object> texts = new LinkedHashMap<>();
            amounts.forEach((resource, amount) -> texts.put(resource, QueueQuantity.format(resource, amount)));
            document.put(key, texts);
        }
    }

    /** {@code amount} of {@code resource} as users write it. */
    public static String text(String resource, long amount) {
        return QueueQuantity.format(resource, QueueAmount.of(amount));
    }
}
