package io.berth.spec.job;

import io.berth.core.workload.term.Speedup;
import io.berth.core.workload.term.Speedup.Point;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** What more tasks bring a job: a map such as {@code {1: 1, 2: 1.9, 4: 3.4, 8: 5.5}}. */
final class SpeedupKeys {
    static final String KEY = "speedup";

    static final Shape SHAPE = new Shape.Each(Shape.positive(Speedup.MOST));

    static final String WORDS =
            "How many times as fast it is with so many of its tasks as with one, such as {2: 1.9, 8: 5.5}; in proportion between two"
                    + " numbers, and no faster above the last. Without it a job is as many times as fast as it has tasks.";

    private static final double MILLI = 1000;

    private SpeedupKeys() {}

    /**
     * What the map {@code tree} says, in thousandths; what is less than one is one.
     *
     * @throws InputException where a key is no number of tasks, or more tasks make a job slower
     */
    static Speedup read(Tree tree) {
        TreeMap<Integer, Tree.Entry> byTasks = new TreeMap<>();
        for (Tree.Entry entry : tree.entries()) {
            if (byTasks.put(tasks(entry, tree), entry) != null) {
                throw at(entry, tree, "stands there twice");
            }
        }
        long before = 0;
        for (Map.Entry<Integer, Tree.Entry> point : byTasks.entrySet()) {
            long milli = milli(point.getValue());
            if (milli < before) {
                throw InputException.at(
                        point.getValue().value(),
                        "must be at least " + before / MILLI + ", as fewer tasks are so fast, but is "
                                + point.getValue().value().describe());
            }
            before = milli;
        }
        return new Speedup(byTasks.entrySet().stream()
                .map(point -> new Point(point.getKey(), milli(point.getValue())))
                .toList());
    }

    private static int tasks(Tree.Entry entry, Tree map) {
        try {
            int tasks = Integer.parseInt(entry.key());
            if (tasks > 0) {
                return tasks;
            }
        } catch (NumberFormatException _) {
            // Told below, as of any other key that is no number of tasks.
        }
        throw at(entry, map, "must be a number of tasks, such as 4, but is " + Quote.of(entry.key()));
    }

    private static InputException at(Tree.Entry entry, Tree map, String problem) {
        return InputException.at(entry.position(), Tree.below(map.path(), entry.key()), problem);
    }

    private static long milli(Tree.Entry entry) {
        return Math.max(1, Math.round(entry.value().number() * MILLI));
    }

    /** The map that {@link #read} reads. */
    static SequencedMap<String, Object> document(Speedup speedup) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        for (Point point : speedup.points()) {
            boolean whole = point.milli() % 1000 == 0;
            document.put(
                    Integer.toString(point.tasks()),
                    whole ? (Object) (point.milli() / 1000) : (Object) (point.milli() / MILLI));
        }
        return document;
    }
}
