package io.berth.spec.pool;

import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.queue.QueueSpec;
import io.berth.core.time.Nanos;
import io.berth.spec.cluster.Labels;
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

/** The key {@code pools}: a list such as {@code [{name: train, queues: [train], count: 4}]}. */
public final class PoolKeys {
    /** As users write it. */
    public static final String KEY = "pools";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);
    private static final Shape NAMES = new Shape.Items(TEXT);
    private static final Shape NODES = Shape.whole(0, Integer.MAX_VALUE);
    private static final List<String> MOVING = List.of("quota", "limit", "lend", "hold", "patience");

    private static final Section POOL = Section.of(
            "pool",
            "Nodes that are granted to queues: jobs of other queues start on none of them. With count, or where no number is said, they are"
                    + " always the same many; with quota or limit, nodes come and go as jobs need them.",
            Key.of("name", TEXT, "What people call it.").mandatory().example("training"),
            Key.of("queues", NAMES, "Whose jobs have its nodes, those of the queues below them among them.")
                    .mandatory()
                    .example("[research]"),
            Key.of("nodes", NAMES, "Nodes by name that it may have; with neither nodes nor labels it may have any.")
                    .fallback("[]")
                    .example("[gpu-1, gpu-2]"),
            Key.of("labels", Labels.SHAPE, "Nodes that it may have too: those that have all of these labels.")
                    .fallback("{}")
                    .example("{rack: r1}"),
            Key.of(
                            "count",
                            Shape.whole(1, Integer.MAX_VALUE),
                            "So many of them, always; absent: as quota and limit say, or all where these say nothing.")
                    .example("4"),
            Key.of(
                            "quota",
                            NODES,
                            "So many it deserves: it gets them back when its jobs need them; absent beside limit: 0.")
                    .example("4"),
            Key.of(
                            "limit",
                            Shape.whole(1, Integer.MAX_VALUE),
                            "So many it holds at most; absent beside quota: no limit.")
                    .example("6"),
            Key.of("lend", NODES, "So many of its quota others may have while its jobs do not need them; absent: all.")
                    .example("2"),
            Key.of(
                            "hold",
                            Shape.of(ValueType.DURATION),
                            "For so long a node stays with it at least, but where it goes back to one that deserves it.")
                    .fallback("10m"),
            Key.of(
                            "patience",
                            Shape.of(ValueType.DURATION_OR_NEVER),
                            "When a node comes back to it on which others still run: for so long they go on while its own wait; never: until they end.")
                    .fallback("never")
                    .example("15m"));

    /** Of its value. */
    public static final Shape SHAPE = new Shape.Items(new Shape.Nested(POOL));

    private PoolKeys() {}

    /** The key, as any file has it. */
    public static Key key() {
        return Key.of(KEY, SHAPE, "Nodes that are granted to queues, and taken back as demand moves. Absent: none.")
                .example(
                        "[{name: training, queues: [research], quota: 4}, {name: rest, queues: [students], quota: 2}]");
    }

    /**
     * Those of {@code file}; none where it says nothing of them.
     *
     * @param queues those that are declared; where none are, they are names alone
     * @throws InputException where they make no sense
     */
    public static List<NodePool> of(Fields file, List<QueueSpec> queues) {
        if (!file.has(KEY)) {
            return List.of();
        }
        Tree tree = file.value(KEY);
        List<NodePool> pools = read(tree);
        List<String> names = queues.stream().map(QueueSpec::name).toList();
        for (int number = 0; number < pools.size(); number++) {
            for (String queue : pools.get(number).queues()) {
                if (!names.isEmpty() && !names.contains(queue)) {
                    Tree told = tree.items().get(number).require("queues");
                    throw InputException.at(told, InputException.unknown("queue", queue, names));
                }
            }
        }
        return pools;
    }

    /**
     * The pools in {@code tree}.
     *
     * @throws InputException where a name is there twice, or a value makes no sense
     */
    public static List<NodePool> read(Tree tree) {
        TreeSet<String> names = new TreeSet<>();
        List<NodePool> pools = new ArrayList<>();
        for (Tree item : tree.items()) {
            NodePool pool = one(item);
            if (!names.add(pool.name())) {
                throw InputException.at(item, "two pools are called \"" + pool.name() + "\"");
            }
            pools.add(pool);
        }
        return pools;
    }

    private static NodePool one(Tree item) {
        Fields pool = POOL.read(item);
        try {
            return new NodePool(
                    pool.text("name"),
                    pool.items("queues").stream().map(Tree::text).toList(),
                    pool.items("nodes").stream().map(Tree::text).toList(),
                    Labels.read(pool.value("labels")),
                    terms(pool));
        } catch (IllegalArgumentException e) {
            throw InputException.at(item, String.valueOf(e.getMessage()));
        }
    }

    private static PoolTerms terms(Fields pool) {
        boolean moves = pool.has("quota") || pool.has("limit");
        if (!moves || pool.has("count")) {
            for (String key : MOVING) {
                if (pool.has(key)) {
                    throw InputException.at(
                            pool.value(key), "goes only where nodes come and go: with quota or limit, without count");
                }
            }
            return PoolTerms.fixed(pool.has("count") ? pool.integer("count") : PoolTerms.ALL);
        }
        int quota = pool.has("quota") ? pool.integer("quota") : 0;
        return new PoolTerms(
                quota,
                pool.has("limit") ? pool.integer("limit") : PoolTerms.ALL,
                pool.has("lend") ? pool.integer("lend") : quota,
                pool.nanos("hold"),
                pool.nanos("patience"));
    }

    /** The list that {@link #read} reads. */
    public static List<SequencedMap<String, Object>> document(List<NodePool> pools) {
        return pools.stream().map(PoolKeys::document).toList();
    }

    private static SequencedMap<String, Object> document(NodePool pool) {
        PoolTerms terms = pool.terms();
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", pool.name());
        document.put("queues", pool.queues());
        document.put("nodes", pool.names());
        document.put("labels", Labels.document(pool.labels()));
        if (terms.fixed()) {
            if (terms.quota() != PoolTerms.ALL) {
                document.put("count", terms.quota());
            }
            return document;
        }
        document.put("quota", terms.quota());
        if (terms.limit() != PoolTerms.ALL) {
            document.put("limit", terms.limit());
        }
        document.put("lend", terms.lend());
        document.put("hold", Durations.format(terms.holdNanos()));
        document.put(
                "patience", terms.patienceNanos() == Nanos.NEVER ? "never" : Durations.format(terms.patienceNanos()));
        return document;
    }
}
