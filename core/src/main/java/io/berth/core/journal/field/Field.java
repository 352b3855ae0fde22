package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;

/**
 * A field of records of one type.
 *
 * @param <T> the records
 */
public abstract sealed class Field<T> permits NumberField, ValueField, OptionalField {
    /** What it is called in the bytes: 1 to 255. */
    final int number;

    /** Its place among the fields of its form. */
    final int place;

    /** Which field of which record, for errors. */
    final String name;

    /** By what a field is known. */
    record Label(int number, int place, String name) {}

    Field(Label label) {
        number = label.number;
        place = label.place;
        name = label.name;
    }

    /** Writes number and value where the value is not what an absent one is. */
    abstract void write(T of, ByteSink sink);

    /** Reads the value behind the number. */
    abstract void read(ByteSource source, Values values);

    /** Sets what it is where it is absent. */
    abstract void absent(Values values);

    /** True where both records have the same in it. */
    abstract boolean same(T one, T other);
}
