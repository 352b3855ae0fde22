package io.berth.core.journal.field;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records of several kinds: number of the kind, what it is about, fields.
 *
 * @param <S> what the kinds have in common
 */
public final class Kinds<S> {
    private static final int NUMBERS = 256;

    private final String what;
    private final @Nullable Kind<? extends S>[] byNumber;
    private final Map<Class<?>, Kind<? extends S>> byType = new LinkedHashMap<>();

    /** @param what a record is called in errors, such as {@code event} */
    @SuppressWarnings("unchecked")
    public Kinds(String what, List<Kind<? extends S>> kinds) {
        this.what = what;
        this.byNumber = (@Nullable Kind<? extends S>[]) new Kind<?>[NUMBERS];
        for (Kind<? extends S> kind : kinds) {
            if (byNumber[kind.number()] != null || byType.put(kind.type(), kind) != null) {
                throw new IllegalStateException("There are two kinds of " + what + " of number (" + kind.number()
                        + ") or of class (" + kind.type().getSimpleName() + ").");
            }
            byNumber[kind.number()] = kind;
        }
    }

    public void write(S of, ByteSink sink) {
        Kind<? extends S> kind = byType.get(of.getClass());
        if (kind == null) {
            throw new IllegalStateException("No kind of " + what + " is declared for (" + of + ").");
        }
        write(kind, of, sink);
    }

    private static <T> void write(Kind<T> kind, Object record, ByteSink sink) {
        T of = kind.type().cast(record);
        sink.put(kind.number());
        sink.number(kind.subject().applyAsLong(of));
        kind.form().write(of, sink);
    }

    /**
     * What {@link #write} wrote behind {@code number}, which was read already.
     *
     * @throws CorruptRecordException where there is no such kind, or one of its fields is unknown
     */
    public S read(int number, ByteSource source) {
        Kind<? extends S> kind = byNumber[number];
        if (kind == null) {
            throw new CorruptRecordException(
                    "unknown kind of " + what + " " + number + ": this program has format version " + Form.VERSION);
        }
        return read(kind, source);
    }

    private static <T> T read(Kind<T> kind, ByteSource source) {
        long subject = source.number();
        return kind.making().make(subject, kind.form().read(source));
    }
}
