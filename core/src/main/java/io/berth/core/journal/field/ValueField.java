package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import java.util.Objects;
import java.util.function.Function;

/**
 * A text, a list, a record in a record.
 *
 * @param <T> the records
 * @param <V> what they have in it
 */
public final class ValueField<T, V> extends Field<T> {
    private final V absent;
    private final Function<T, V> getter;
    private final Codec<V> codec;

    ValueField(Label label, V absent, Function<T, V> getter, Codec<V> codec) {
        super(label);
        this.absent = absent;
        this.getter = getter;
        this.codec = codec;
    }

    /** The value; what it is where it is absent, if it was. */
    @SuppressWarnings("unchecked")
    public V of(Values values) {
        return (V) Objects.requireNonNull(values.objects[place]);
    }

    @Override
    void write(T of, ByteSink sink) {
        V value = getter.apply(of);
        if (!value.equals(absent)) {
            sink.put(number);
            codec.write(value, sink);
        }
    }

    @Override
    void read(ByteSource source, Values values) {
        values.objects[place] = codec.read(source);
    }

    @Override
    void absent(Values values) {
        values.objects[place] = absent;
    }

    @Override
    boolean same(T one, T other) {
        return getter.apply(one).equals(getter.apply(other));
    }
}
