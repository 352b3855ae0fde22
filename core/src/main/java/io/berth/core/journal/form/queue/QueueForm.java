package io.berth.core.journal.form.queue;

import io.berth.core.event.Event;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.Queues.Past;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Declared queues, and what is kept of them over time. */
public final class QueueForm {
    private static final Codec<SortedMap<String, QueueAmount>> AMOUNTS = Codec.mapOf(amount());
    private static final Form<QueueSpec> FORM = new Form<>("queue");
    private static final ValueField<QueueSpec, String> NAME = FORM.text(1, "name", QueueSpec::name);
    private static final ValueField<QueueSpec, String> PARENT = FORM.text(2, "parent", QueueSpec::parent);
    private static final NumberField<QueueSpec> WEIGHT =
            FORM.number(3, "weight", QueueSpec.WEIGHT_MILLI, QueueSpec::weightMilli);
    private static final ValueField<QueueSpec, SortedMap<String, QueueAmount>> QUOTA =
            FORM.value(4, "quota", new TreeMap<>(), QueueSpec::quota, AMOUNTS);
    private static final ValueField<QueueSpec, SortedMap<String, QueueAmount>> LIMIT =
            FORM.value(5, "limit", new TreeMap<>(), QueueSpec::limit, AMOUNTS);
    private static final ValueField<QueueSpec, SortedMap<String, QueueAmount>> BORROW =
            FORM.value(6, "borrowing", new TreeMap<>(), QueueSpec::borrow, AMOUNTS);
    private static final ValueField<QueueSpec, SortedMap<String, QueueAmount>> LEND =
            FORM.value(7, "lending", new TreeMap<>(), QueueSpec::lend, AMOUNTS);

    public static final Codec<QueueSpec> CODEC = FORM.made(QueueForm::spec);

    /** What was held over time. */
    public static final Codec<Past> PAST = past();

    private QueueForm() {}

    private static QueueSpec spec(Values values) {
        try {
            return new QueueSpec(
                    NAME.of(values),
                    PARENT.of(values),
                    WEIGHT.of(values),
                    QUOTA.of(values),
                    LIMIT.of(values),
                    BORROW.of(values),
                    LEND.of(values));
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    /** The event of {@code queues}, which make a tree. */
    public static Event.QueuesDeclared declared(List<QueueSpec> queues) {
        tree(queues);
        return new Event.QueuesDeclared(queues);
    }

    /** @throws CorruptRecordException where they make none */
    public static QueueTree tree(List<QueueSpec> queues) {
        try {
            return new QueueTree(queues);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    private static Codec<QueueAmount> amount() {
        Form<QueueAmount> form = new Form<>("amount of a queue");
        var amount = form.number(1, "amount", 0, QueueAmount::amount);
        var part = form.number(2, "part", 0, of -> of.millionths() + 1);
        return form.made(values -> {
            try {
                return new QueueAmount(amount.of(values), part.of(values) - 1);
            } catch (IllegalArgumentException e) {
                throw new CorruptRecordException(String.valueOf(e.getMessage()));
            }
        });
    }

    private static Codec<Past> past() {
        return Codec.of(
                (past, sink) -> {
                    sink.text(past.queue());
                    sink.text(past.resource());
                    sink.number(past.asOfNanos());
                    sink.fixedLong(Double.doubleToLongBits(past.mean()));
                },
                source -> new Past(
                        source.text(), source.text(), source.number(), Double.longBitsToDouble(source.fixedLong())));
    }
}
