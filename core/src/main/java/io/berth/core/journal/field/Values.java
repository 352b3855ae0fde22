package io.berth.core.journal.field;

import org.jspecify.annotations.Nullable;

/** What was read of the fields of one record; asked by its fields. */
public final class Values {
    /** By the place of a field; of no use where the field is no number. */
    final long[] numbers;

    /** Likewise, of the fields that are no numbers. */
    final @Nullable Object[] objects;

    Values(int fields) {
        numbers = new long[fields];
        objects = new @Nullable Object[fields];
    }
}
