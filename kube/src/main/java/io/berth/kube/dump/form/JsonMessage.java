package io.berth.kube.dump.form;

import io.berth.kube.dump.form.MessageForm.Many;
import io.berth.kube.dump.form.MessageForm.Row;
import io.berth.kube.object.Quantity;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.function.Function;

/** Writes objects that stand as JSON as their messages, and has them read. */
public final class JsonMessage {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private JsonMessage() {}

    /**
     * What {@code reading} makes of {@code object}.
     *
     * @throws InputException where a field has a value that Kubernetes would not take, with its path
     */
    public static <T> T read(Tree object, MessageForm form, Function<Message, T> reading) {
        Fields fields = fields(object, form);
        try {
            return reading.apply(Message.of(fields.bytes()));
        } catch (MalformedException e) {
            throw InputException.at(object, "is " + e.getMessage());
        }
    }

    /** The seconds, UTC, of the time that {@code tree} is. */
    public static long seconds(Tree tree) {
        return instant(tree).getEpochSecond();
    }

    private static Instant instant(Tree tree) {
        try {
            Instant instant = OffsetDateTime.parse(tree.text()).toInstant();
            if (instant.getEpochSecond() >= 0 && instant.getEpochSecond() < Long.MAX_VALUE / NANOS_PER_SECOND) {
                return instant;
            }
        } catch (DateTimeException e) {
            // The same words as for a time out of range.
        }
        throw InputException.at(tree, "must be a time such as 2026-03-01T08:00:00Z, but is " + tree.describe());
    }

    private static Fields fields(Tree object, MessageForm form) {
        Fields fields = new Fields();
        for (Row row : form.rows()) {
            if (row.many() == Many.INLINE) {
                fields.message(row.number(), fields(object, Objects.requireNonNull(row.inner())));
            }
        }
        for (Tree.Entry entry : object.entries()) {
            Row row = form.row(entry.key());
            if (row != null && row.many() != Many.INLINE && !entry.value().isNull()) {
                field(fields, row, entry.value());
            }
        }
        return fields;
    }

    private static void field(Fields fields, Row row, Tree value) {
        switch (row.many()) {
            case ONE -> one(fields, row.number(), row, value);
            case LIST -> value.items().forEach(item -> one(fields, row.number(), row, item));
            case MAP -> value.entries().forEach(entry -> entry(fields, row, entry));
            case INLINE -> throw new IllegalArgumentException("The field (" + row.key() + ") has no key of its own.");
        }
    }

    private static void entry(Fields fields, Row row, Tree.Entry entry) {
        if (entry.key().isBlank()) {
            throw InputException.at(entry.value(), "a key must not be blank");
        }
        Fields written = new Fields().text(1, sound(entry.value(), entry.key()));
        if (!entry.value().isNull()) {
            one(written, 2, row, entry.value());
        }
        fields.message(row.number(), written);
    }

    private static void one(Fields fields, int number, Row row, Tree value) {
        switch (row.type()) {
            case TEXT -> fields.element(number, sound(value, value.text()));
            case WHOLE -> fields.number(number, whole(value));
            case LONG -> fields.number(number, value.whole());
            case FLAG -> fields.number(number, value.flag() ? 1 : 0);
            case QUANTITY -> fields.message(number, new Fields().text(1, quantity(value)));
            case TIME -> {
                Instant at = instant(value);
                fields.message(
                        number, new Fields().number(1, at.getEpochSecond()).number(2, at.getNano()));
            }
            case MESSAGE -> fields.message(number, fields(value, Objects.requireNonNull(row.inner())));
        }
    }

    private static long whole(Tree value) {
        long number = value.whole();
        if (number != (int) number) {
            throw InputException.at(value, "must be a whole number of 32 bits, but is " + value.describe());
        }
        return number;
    }

    private static String quantity(Tree value) {
        String text = sound(value, value.text());
        try {
            Quantity.exact(text);
        } catch (IllegalArgumentException e) {
            throw InputException.at(value, String.valueOf(e.getMessage()));
        }
        return text;
    }

    /** Half of a surrogate pair, which JSON can escape, is no text. */
    private static String sound(Tree value, String text) {
        for (int i = 0; i < text.length(); i++) {
            boolean pair = Character.isHighSurrogate(text.charAt(i))
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (!pair && Character.isSurrogate(text.charAt(i))) {
                throw InputException.at(value, "holds half of a surrogate pair, which is no text");
            }
            i += pair ? 1 : 0;
        }
        return text;
    }
}
