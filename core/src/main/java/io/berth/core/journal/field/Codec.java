package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Values of one type as bytes.
 *
 * @param <V> equal values are equal bytes
 */
public interface Codec<V> {
    /** UTF-8. */
    Codec<String> TEXT = of((text, sink) -> sink.text(text), ByteSource::text);

    Codec<Integer> WHOLE = of((number, sink) -> sink.number(number), ByteSource::integer);

    Codec<Long> NUMBER = of((number, sink) -> sink.number(number), ByteSource::number);

    void write(V value, ByteSink sink);

    /** @throws CorruptRecordException where the bytes are no value */
    V read(ByteSource source);

    static <V> Codec<V> of(BiConsumer<V, ByteSink> writing, Function<ByteSource, V> reading) {
        return new Codec<>() {
            @Override
            public void write(V value, ByteSink sink) {
                writing.accept(value, sink);
            }

            @Override
            public V read(ByteSource source) {
                return reading.apply(source);
            }
        };
    }

    /** Their number, then one after the other. */
    static <V> Codec<List<V>> listOf(Codec<V> element) {
        return of(
                (values, sink) -> {
                    sink.number(values.size());
                    for (V value : values) {
                        element.write(value, sink);
                    }
                },
                source -> {
                    int count = source.count();
                    List<V> values = new ArrayList<>(count);
                    for (int i = 0; i < count; i++) {
                        values.add(element.read(source));
                    }
                    return values;
                });
    }

    /** The number of entries, then key and value of each. */
    static <V> Codec<SortedMap<String, V>> mapOf(Codec<V> element) {
        return of(
                (values, sink) -> {
                    sink.number(values.size());
                    for (Map.Entry<String, V> entry : values.entrySet()) {
                        sink.text(entry.getKey());
                        element.write(entry.getValue(), sink);
                    }
                },
                source -> {
                    int count = source.count();
                    TreeMap<String, V> values = new TreeMap<>();
                    for (int i = 0; i < count; i++) {
                        String key = source.text();
                        values.put(key, element.read(source));
                    }
                    return values;
                });
    }

    /**
     * Constants by their place in their declaration, which is a part of the format: more may come at the end.
     *
     * @param what they are, for the error
     */
    static <E extends Enum<E>> Codec<E> oneOf(String what, Class<E> type) {
        E[] constants = type.getEnumConstants();
        return of((constant, sink) -> sink.put(constant.ordinal()), source -> {
            int place = source.get();
            if (place >= constants.length) {
                throw new CorruptRecordException("unknown " + what + " " + place);
            }
            return constants[place];
        });
    }
}
