package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.util.function.ToLongFunction;

/**
 * A number, or what is written as one.
 *
 * @param <T> the records
 */
public final class NumberField<T> extends Field<T> {
    private final long absent;
    private final ToLongFunction<T> getter;

    NumberField(Label label, long absent, ToLongFunction<T> getter) {
        super(label);
        this.absent = absent;
        this.getter = getter;
    }

    public long of(Values values) {
        return values.numbers[place];
    }

    /** @throws CorruptRecordException where it is no {@code int} */
    public int whole(Values values) {
        return ByteSource.whole(of(values));
    }

    /** @throws CorruptRecordException where it is neither 0 nor 1 */
    public boolean is(Values values) {
        long value = of(values);
        if (value >>> 1 != 0) {
            throw new CorruptRecordException("the " + name + " is " + value + ", neither yes nor no");
        }
        return value == 1;
    }

    @Override
    void write(T of, ByteSink sink) {
        long value = getter.applyAsLong(of);
        if (value != absent) {
            sink.put(number);
            sink.number(value);
        }
    }

    @Override
    void read(ByteSource source, Values values) {
        values.numbers[place] = source.number();
    }

    @Override
    void absent(Values values) {
        values.numbers[place] = absent;
    }

    @Override
    boolean same(T one, T other) {
        return getter.applyAsLong(one) == getter.applyAsLong(other);
    }
}
