package io.berth.gateway.picker;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Fields of messages in protobuf as bytes, put together from the innermost. */
final class Proto {
    private Proto() {}

    /** A message whose fields are {@code parts}, one after the other. */
    static byte[] message(int field, byte[]... parts) {
        byte[] content = joined(parts);
        return joined(begin(field, content.length), content);
    }

    static byte[] text(int field, String value) {
        return message(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** A number, a flag or a constant of an enum. */
    static byte[] number(int field, int value) {
        byte[] bytes = new byte[CodedOutputStream.computeInt32Size(field, value)];
        try {
            CodedOutputStream.newInstance(bytes).writeInt32(field, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    /** What stands before {@code length} bytes of a field. */
    static byte[] begin(int field, int length) {
        byte[] bytes =
                new byte[CodedOutputStream.computeTagSize(field) + CodedOutputStream.computeUInt32SizeNoTag(length)];
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    /** All of {@code parts}. */
    static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
