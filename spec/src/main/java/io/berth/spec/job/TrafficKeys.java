package io.berth.spec.job;

import io.berth.core.workload.term.Traffic;
import io.berth.core.workload.term.Traffic.Pattern;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Durations;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** What the devices of a job exchange in each step: a map such as {@code {bytes: 500M, compute: 200ms, pattern: ring}}. */
public final class TrafficKeys {
    /** The key of a job, and of jobs that are generated. */
    public static final String KEY = "traffic";

    /** What the reference says of it. */
    public static final String WORDS =
            "What its devices exchange in each step: none, or such as {bytes: 500M, compute: 200ms, pattern: ring}. Its run time is told for steps in"
                    + " which that takes no time; it runs longer by what the links of the devices that it got, and the network between"
                    + " its nodes, make of it.";

    /** Of a job whose devices exchange nothing. */
    public static final String NONE = "none";

    private static final Section SECTION = Section.of(
            KEY,
            "What the devices of a job exchange in each step; tasks without devices do it likewise.",
            Key.of("bytes", Shape.of(ValueType.BYTES), "Bytes of each device and step, such as its gradients.")
                    .mandatory()
                    .example("500M"),
            Key.of("compute", Shape.of(ValueType.DURATION), "How long a step takes where exchanging takes no time.")
                    .mandatory()
                    .example("200ms"),
            Key.of(
                            "pattern",
                            Shape.choice("ring", "tree", "all-to-all"),
                            "How: ring and tree are all-reduces, 2(n-1)/n x bytes and 2 log2(n) x bytes over the slowest link; all-to-all"
                                    + " is (n-1)/n x bytes, with the network of a node shared by its devices.")
                    .fallback("ring"));

    public static final Shape SHAPE = Either.of(Shape.choice(NONE), new Nested(SECTION));

    private TrafficKeys() {}

    /**
     * The traffic of the map {@code tree}; null for {@link #NONE}.
     *
     * @throws InputException where bytes or time of a step are none that can be
     */
    public static @Nullable Traffic read(Tree tree) {
        if (tree instanceof Tree.Scalar) {
            return null;
        }
        Fields fields = SECTION.read(tree);
        long bytes = fields.bytes("bytes");
        if (bytes < 1 || bytes > Traffic.MOST_BYTES) {
            throw outside(fields, "bytes", "1 to 1Pi");
        }
        long compute = fields.nanos("compute");
        if (compute < 1 || compute > Traffic.LONGEST_NANOS) {
            throw outside(fields, "compute", "above 0 and at most 1h");
        }
        String pattern = fields.text("pattern").toUpperCase(Locale.ROOT).replace('-', '_');
        return new Traffic(bytes, compute, Pattern.valueOf(pattern));
    }

    private static InputException outside(Fields fields, String key, String allowed) {
        return InputException.at(
                fields.value(key),
                "must be " + allowed + ", but is " + fields.value(key).describe());
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, Object> document(Traffic traffic) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("bytes", Bytes.format(traffic.bytes()));
        document.put("compute", Durations.format(traffic.computeNanos()));
        document.put(
                "pattern", traffic.pattern().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return document;
    }
}
