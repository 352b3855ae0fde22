package io.berth.core.journal.field;

import java.util.function.ToLongFunction;

/**
 * One kind of record among several.
 *
 * @param number what it is called in the bytes: 1 to 255, never that of another kind there once was
 * @param type its class
 * @param subject the number that it is about, which every record of the kind has
 * @param form its other fields
 * @param <T> the records of this kind
 */
public record Kind<T>(int number, Class<T> type, ToLongFunction<T> subject, Form<T> form, Making<T> making) {
    /** Makes a record of what was read. */
    public interface Making<T> {
        T make(long subject, Values values);
    }
}
