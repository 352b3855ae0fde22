package io.berth.gateway.redis;

import io.berth.gateway.cache.Answer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Answers as bytes: a version, a checksum, when they were made, their media type, their body. What has another version, is cut or was
 * written by somebody else under that key is none.
 */
final class AnswerForm {
    /** Bytes beside those of type and body. */
    static final int OVERHEAD = 1 + Integer.BYTES + Long.BYTES + Short.BYTES;

    private static final byte VERSION = 1;
    private static final int SUMMED_FROM = 1 + Integer.BYTES;
    private static final int LONGEST_TYPE = 1024;

    /** An answer that was kept, and when it was made, in milliseconds since 1970. */
    record Dated(Answer answer, long madeMillis) {}

    private AnswerForm() {}

    /** The most bytes of an answer whose body has {@code body}. */
    static long most(long body) {
        return body + OVERHEAD + LONGEST_TYPE;
    }

    /** Null where it cannot be written. */
    static byte @Nullable [] write(byte[] key, Answer answer, long madeMillis) {
        byte[] type = answer.type().getBytes(StandardCharsets.UTF_8);
        if (type.length > LONGEST_TYPE) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(OVERHEAD + type.length + answer.body().length);
        bytes.put(VERSION).putInt(0).putLong(madeMillis).putShort((short) type.length);
        bytes.put(type).put(answer.body());
        return bytes.putInt(1, sum(key, bytes.array())).array();
    }

    /** Null where it is none. */
    static @Nullable Dated read(byte[] key, byte[] value) {
        if (value.length < OVERHEAD || value[0] != VERSION) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(value);
        if (bytes.getInt(1) != sum(key, value)) {
            return null;
        }
        long made = bytes.position(SUMMED_FROM).getLong();
        int length = bytes.getShort();
        if (length < 0 || length > bytes.remaining()) {
            return null;
        }
        byte[] type = new byte[length];
        bytes.get(type);
        byte[] body = new byte[bytes.remaining()];
        bytes.get(body);
        return new Dated(new Answer(new String(type, StandardCharsets.UTF_8), body), made);
    }

    /** Of the key, too: a value under another key is none. */
    private static int sum(byte[] key, byte[] value) {
        CRC32C sum = new CRC32C();
        sum.update(key);
        sum.update(value, SUMMED_FROM, value.length - SUMMED_FROM);
        return (int) sum.getValue();
    }
}
