package io.berth.spec.reserve;

import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedNodes;
import io.berth.core.reserve.ReservedTime;
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

/** The key {@code reservations}: a list such as {@code [{name: patch, nodes: [n1], start: 2h, duration: 1h}]}. */
public final class ReservationKeys {
    /** As users write it. */
    public static final String KEY = "reservations";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);
    private static final Shape NAMES = new Shape.Items(TEXT);
    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape COUNT = Shape.whole(0, Integer.MAX_VALUE);

    /** One of them. */
    public static final Section RESERVATION = Section.of(
            "reservation",
            "Nodes that are kept for some jobs, or for nobody, for a time that is known before.",
            Key.of("name", TEXT, "What people call it.").mandatory().example("patches"),
            Key.of("nodes", NAMES, "Nodes by name.").fallback("[]").example("[gpu-1, gpu-2]"),
            Key.of("labels", Labels.SHAPE, "Nodes that have all of these labels.")
                    .fallback("{}")
                    .example("{rack: r1}"),
            Key.of(
                            "count",
                            COUNT,
                            "Only so many of those with the labels, or of all nodes, the first that were declared; 0: all of those with the labels.")
                    .fallback("0")
                    .example("4"),
            Key.of("start", DURATION, "When it begins: in a scenario from when the first job comes, live from now.")
                    .mandatory()
                    .example("2h"),
            Key.of("duration", DURATION, "How long it lasts.").mandatory().example("1h"),
            Key.of("every", DURATION, "From one begin to the next; 0: once.")
                    .fallback("0")
                    .example("1d"),
            Key.of("times", COUNT, "How often in all, where it is every so often; 0: for as long as it stands.")
                    .fallback("0")
                    .example("5"),
            Key.of(
                            "queues",
                            NAMES,
                            "Whose jobs may be there meanwhile, those of the queues below among them; none: nobody's, as for maintenance.")
                    .fallback("[]")
                    .example("[course]"),
            Key.of(
                            "stop",
                            Shape.of(ValueType.FLAG),
                            "True: what others still run there when it begins is stopped, and waits again; else it goes on.")
                    .fallback("false"),
            Key.of("why", TEXT, "Why, for people; absent: nobody says.").example("new driver"));

    /** Of its value. */
    public static final Shape SHAPE = new Shape.Items(new Shape.Nested(RESERVATION));

    private ReservationKeys() {}

    /** The key, as any file has it. */
    public static Key key() {
        return Key.of(
                        KEY,
                        SHAPE,
                        "Nodes that are reserved for a time, for the jobs of some queues or for nobody. Absent: none.")
                .example("[{name: patches, nodes: [gpu-1], start: 2h, duration: 1h}]");
    }

    /** Those of {@code file}; none where it says nothing of them. */
    public static List<NodeReservation> of(Fields file) {
        return file.has(KEY) ? read(file.value(KEY)) : List.of();
    }

    /**
     * The reservations in {@code tree}.
     *
     * @throws InputException where a name is there twice, or a value makes no sense
     */
    public static List<NodeReservation> read(Tree tree) {
        TreeSet<String> names = new TreeSet<>();
        List<NodeReservation> reservations = new ArrayList<>();
        for (Tree item : tree.items()) {
            NodeReservation one = one(item);
            if (!names.add(one.name())) {
                throw InputException.at(item, "two reservations are called \"" + one.name() + "\"");
            }
            reservations.add(one);
        }
        return reservations;
    }

    /**
     * The reservation in {@code item}.
     *
     * @throws InputException where a value makes no sense
     */
    public static NodeReservation one(Tree item) {
        Fields one = RESERVATION.read(item);
        long every = one.nanos("every");
        if (every == 0 && one.whole("times") > 1) {
            throw InputException.at(one.value("times"), "needs every: how long from one begin to the next");
        }
        try {
            return new NodeReservation(
                    one.text("name"),
                    new ReservedNodes(
                            one.items("nodes").stream().map(Tree::text).toList(),
                            Labels.read(one.value("labels")),
                            one.integer("count")),
                    new ReservedTime(one.nanos("start"), one.nanos("duration"), every, one.whole("times")),
                    one.items("queues").stream().map(Tree::text).toList(),
                    one.flag("stop"),
                    one.text("why", ""));
        } catch (IllegalArgumentException e) {
            throw InputException.at(item, String.valueOf(e.getMessage()));
        }
    }

    /** The list that {@link #read} reads. */
    public static List<SequencedMap<String, Object>> document(List<NodeReservation> reservations) {
        return reservations.stream().map(ReservationKeys::document).toList();
    }

    /** The object that {@link #one} reads. */
    private static SequencedMap<String, Object> document(NodeReservation one) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", one.name());
        document.put("nodes", one.nodes().names());
        document.put("labels", Labels.document(one.nodes().labels()));
        document.put("count", one.nodes().count());
        document.put("start", Durations.format(one.time().startNanos()));
        document.put("duration", Durations.format(one.time().durationNanos()));
        document.put("every", Durations.format(one.time().everyNanos()));
        document.put("times", one.time().times());
        document.put("queues", one.queues());
        document.put("stop", one.stops());
        if (!one.why().isEmpty()) {
            document.put("why", one.why());
        }
        return document;
    }
}
