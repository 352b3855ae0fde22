package io.berth.console.alert;

import io.berth.core.time.Nanos;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What is done about a job after an alert of it has stood for long, so that others get what it holds.
 *
 * @param kinds of which alerts
 * @param afterNanos how long one must have stood
 */
public record Rescue(List<AlertKind> kinds, long afterNanos, Action action) {
    /** Nothing is done. */
    public static final Rescue NONE = new Rescue(List.of(), Nanos.HOUR, Action.HOLD);

    /** The keys of a configuration. */
    static final Section SECTION = Section.of(
            "rescue",
            "What is done about a job after an alert of it has stood for long, so that others get what it holds.",
            Key.of(
                            "kinds",
                            new Shape.Items(Shape.choice(AlertKind.words())),
                            "Of which alerts; of none, nothing is done.")
                    .fallback("[]"),
            Key.of("after", Shape.of(ValueType.DURATION), "How long one must have stood, from when it was raised.")
                    .fallback("1h"),
            Key.of(
                            "action",
                            Shape.choice(Action.words()),
                            "hold puts the job back into the queue and holds it there until somebody releases it; requeue puts it back, so that"
                                    + " it starts again in its turn; cancel ends it.")
                    .fallback("hold"));

    /** What is done. */
    public enum Action {
        HOLD,
        REQUEUE,
        CANCEL;

        /** As documents write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static String[] words() {
            return Arrays.stream(values()).map(Action::text).toArray(String[]::new);
        }
    }

    public Rescue {
        kinds = List.copyOf(kinds);
    }

    static Rescue read(Fields fields) {
        return new Rescue(
                fields.items("kinds").stream()
                        .map(item -> AlertKind.of(item.text()))
                        .toList(),
                fields.nanos("after"),
                Action.valueOf(fields.text("action").toUpperCase(Locale.ROOT)));
    }
}
