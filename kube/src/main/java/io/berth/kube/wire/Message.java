package io.berth.kube.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A message that is read once, from its first field to its last:
 *
 * <pre>{@code
 * for (int field = message.next(); field != 0; field = message.next()) {
 *     switch (field) {
 *         case 1 -> name = message.text();
 *         default -> message.skip();
 *     }
 * }
 * }</pre>
 *
 * <p>Fields that are not asked for are skipped, so a server may know more than this program.
 */
public final class Message {
    /** One object of a list may be as large as etcd takes, and there may be many. */
    private static final int MOST_BYTES = Integer.MAX_VALUE;

    private static final int KEY = 1;
    private static final int VALUE = 2;

    private final CodedInputStream in;
    private int tag;

    private Message(CodedInputStream in) {
        this.in = in;
    }

    public static Message of(byte[] bytes) {
        return new Message(CodedInputStream.newInstance(bytes));
    }

    /** One that is read as it comes; where the bytes fail to come, each call throws {@link UncheckedIOException}. */
    public static Message of(InputStream bytes) {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        in.setSizeLimit(MOST_BYTES);
        return new Message(in);
    }

    /** The number of the next field; 0 at the end. */
    public int next() {
        try {
            tag = in.readTag();
            return WireFormat.getTagFieldNumber(tag);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** The field is of no interest. */
    public void skip() {
        try {
            if (!in.skipField(tag)) {
                throw new MalformedException("the end of a group that was not begun");
            }
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    public String text() {
        expect(WireFormat.WIRETYPE_LENGTH_DELIMITED);
        try {
            return in.readStringRequireUtf8();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    public byte[] bytes() {
        expect(WireFormat.WIRETYPE_LENGTH_DELIMITED);
        try {
            return in.readByteArray();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    public long number() {
        expect(WireFormat.WIRETYPE_VARINT);
        try {
            return in.readInt64();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** A number of 32 bits, which may be negative. */
    public int whole() {
        return (int) number();
    }

    public boolean flag() {
        return number() != 0;
    }

    /** The field as a message of its own, all of which {@code reading} reads. */
    public <T> T message(Function<Message, T> reading) {
        expect(WireFormat.WIRETYPE_LENGTH_DELIMITED);
        int outer = tag;
        try {
            int before = in.pushLimit(in.readRawVarint32());
            T read = reading.apply(this);
            if (in.getBytesUntilLimit() != 0) {
                throw new MalformedException("a field was not read to its end");
            }
            in.popLimit(before);
            tag = outer;
            return read;
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** An entry of a map from texts, into {@code map}; its key, which is never blank. */
    public <V> String entry(Map<String, V> map, V absent, Function<Message, V> value) {
        return message(entry -> {
            String key = "";
            V read = absent;
            for (int field = entry.next(); field != 0; field = entry.next()) {
                switch (field) {
                    case KEY -> key = entry.text();
                    case VALUE -> read = value.apply(entry);
                    default -> entry.skip();
                }
            }
            if (key.isBlank()) {
                throw new MalformedException("an entry of a map without a key");
            }
            map.put(key, read);
            return key;
        });
    }

    /** The text of {@code field}, all that matters of a message such as a quantity. */
    public String only(int field) {
        String text = "";
        for (int at = next(); at != 0; at = next()) {
            if (at == field) {
                text = text();
            } else {
                skip();
            }
        }
        return text;
    }

    /** The messages of {@code field}, and nothing of the others. */
    public <T> List<T> each(int field, Function<Message, T> reading) {
        List<T> read = new ArrayList<>();
        for (int at = next(); at != 0; at = next()) {
            if (at == field) {
                read.add(message(reading));
            } else {
                skip();
            }
        }
        return read;
    }

    /** A map of texts. */
    public static Map<String, String> texts() {
        return new TreeMap<>();
    }

    private void expect(int type) {
        if (WireFormat.getTagWireType(tag) != type) {
            throw new MalformedException("field " + WireFormat.getTagFieldNumber(tag) + " is of another type");
        }
    }

    /** Only what the bytes say is their fault; that they do not come is not. */
    private static RuntimeException malformed(IOException e) {
        return e instanceof InvalidProtocolBufferException
                ? new MalformedException("no message in protobuf: " + e.getMessage(), e)
                : new UncheckedIOException(e);
    }
}
