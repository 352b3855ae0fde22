package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a record may have or not; it is absent where it has none.
 *
 * @param <T> the records
 * @param <V> what they may have in it
 */
public final class OptionalField<T, V> extends Field<T> {
    private final Getter<T, V> getter;
    private final Codec<V> codec;

    /** What a record has, or null. */
    public interface Getter<T, V> {
        @Nullable
        V get(T of);
    }

    OptionalField(Label label, Getter<T, V> getter, Codec<V> codec) {
        super(label);
        this.getter = getter;
        this.codec = codec;
    }

    /** The value; null where it is absent. */
    @SuppressWarnings("unchecked")
    public @Nullable V of(Values values) {
        return (V) values.objects[place];
    }

    @Override
    void write(T of, ByteSink sink) {
        V value = getter.get(of);
        if (value != null) {
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
        values.objects[place] = null;
    }

    @Override
    boolean same(T one, T other) {
        return Objects.equals(getter.get(one), getter.get(other));
    }
}
