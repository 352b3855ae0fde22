package io.berth.kube.wire;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A message in the making. What is empty is left out, as nothing differs by it. */
public final class Fields {
    private static final int BUFFER = 512;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(BUFFER);
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER);

    public Fields text(int field, String text) {
        if (!text.isEmpty()) {
            write(() -> out.writeString(field, text));
        }
        return this;
    }

    /** The same of one of several, which counts though it is empty. */
    public Fields element(int field, String text) {
        write(() -> out.writeString(field, text));
        return this;
    }

    public Fields number(int field, long number) {
        write(() -> out.writeInt64(field, number));
        return this;
    }

    public Fields message(int field, Fields message) {
        return data(field, message.bytes());
    }

    public Fields data(int field, byte[] data) {
        write(() -> out.writeByteArray(field, data));
        return this;
    }

    /** A moment, such as {@code metav1.Time} and {@code MicroTime} hold it: of UTC nanoseconds. */
    public Fields moment(int field, long nanos) {
        return message(
                field,
                new Fields()
                        .number(1, Math.floorDiv(nanos, 1_000_000_000L))
                        .number(2, Math.floorMod(nanos, 1_000_000_000L)));
    }

    /** All of it so far. */
    public byte[] bytes() {
        write(out::flush);
        return bytes.toByteArray();
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
