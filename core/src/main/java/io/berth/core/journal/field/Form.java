package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one kind of record, declared once: from then on they are written, read and compared.
 *
 * @param <T> the records
 */
public final class Form<T> {
    /** The format of what these forms write. It rises when bytes change that are no field. */
    public static final int VERSION = 3;

    private static final int MOST_NUMBER = 255;

    private final String what;
    private final List<Field<T>> fields = new ArrayList<>();
    /** By number; null where there is none. */
    private @Nullable Field<T>[] byNumber = none(1);

    /** @param what the records are called in errors, such as {@code job} */
    public Form(String what) {
        this.what = what;
    }

    /**
     * Declares a number.
     *
     * @param number above that of the fields before it, at most 255; never that of a field there once was
     * @param absent its value where it is not written
     */
    public NumberField<T> number(int number, String name, long absent, ToLongFunction<T> getter) {
        return add(new NumberField<>(label(number, name), absent, getter));
    }

    /** Declares a yes or no that is no where it is absent. */
    public NumberField<T> flag(int number, String name, Predicate<T> getter) {
        return number(number, name, 0, of -> getter.test(of) ? 1 : 0);
    }

    /** Declares a text that is empty where it is absent. */
    public ValueField<T, String> text(int number, String name, Function<T, String> getter) {
        return value(number, name, "", getter, Codec.TEXT);
    }

    /** Declares a list that is empty where it is absent. */
    public <V> ValueField<T, List<V>> list(int number, String name, Function<T, List<V>> getter, Codec<V> element) {
        return value(number, name, List.of(), getter, Codec.listOf(element));
    }

    /** Declares what {@code codec} writes; {@code absent} is it where it is not written. */
    public <V> ValueField<T, V> value(int number, String name, V absent, Function<T, V> getter, Codec<V> codec) {
        return add(new ValueField<>(label(number, name), absent, getter, codec));
    }

    /** Declares what a record may have or not. */
    public <V> OptionalField<T, V> optional(
            int number, String name, OptionalField.Getter<T, V> getter, Codec<V> codec) {
        return add(new OptionalField<>(label(number, name), getter, codec));
    }

    private Field.Label label(int number, String name) {
        return new Field.Label(number, fields.size(), name + " of a " + what);
    }

    private <F extends Field<T>> F add(F field) {
        if (field.number < byNumber.length || field.number > MOST_NUMBER) {
            throw new IllegalStateException("The number (" + field.number + ") of the " + field.name
                    + " must be above those before it and at most " + MOST_NUMBER + ".");
        }
        fields.add(field);
        byNumber = Arrays.copyOf(byNumber, field.number + 1);
        byNumber[field.number] = field;
        return field;
    }

    /** Writes the fields of {@code of} that are not as where they are absent, then 0. */
    public void write(T of, ByteSink sink) {
        for (Field<T> field : fields) {
            field.write(of, sink);
        }
        sink.put(0);
    }

    /**
     * What {@link #write} wrote.
     *
     * @throws CorruptRecordException where there is a field that is not declared, or one twice
     */
    public Values read(ByteSource source) {
        Values values = new Values(fields.size());
        for (Field<T> field : fields) {
            field.absent(values);
        }
        int last = 0;
        for (int number = source.get(); number != 0; number = source.get()) {
            field(number, last).read(source, values);
            last = number;
        }
        return values;
    }

    private Field<T> field(int number, int last) {
        if (number <= last) {
            throw new CorruptRecordException("field " + number + " of a " + what + " stands behind field " + last);
        }
        Field<T> field = number < byNumber.length ? byNumber[number] : null;
        if (field == null) {
            throw new CorruptRecordException("a " + what + " has field " + number
                    + ", which this program, of format version " + VERSION + ", does not know: a later one wrote it");
        }
        return field;
    }

    /** Whole records, of which {@code making} makes the record from what was read. */
    public Codec<T> made(Function<Values, T> making) {
        return Codec.of(this::write, source -> making.apply(read(source)));
    }

    /** True where both records have the same in all fields but {@code but}. */
    public boolean sameBut(T one, T other, List<Field<T>> but) {
        for (Field<T> field : fields) {
            if (!but.contains(field) && !field.same(one, other)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    private static <T> @Nullable Field<T>[] none(int length) {
        return (@Nullable Field<T>[]) new Field<?>[length];
    }
}
