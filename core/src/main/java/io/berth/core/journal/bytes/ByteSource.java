package io.berth.core.journal.bytes;

import java.nio.charset.StandardCharsets;

/** Reads what a {@link ByteSink} wrote. */
public final class ByteSource {
    private final byte[] bytes;
    private final int end;
    private int position;

    public ByteSource(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.position = from;
        this.end = end;
    }

    public ByteSource(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public boolean exhausted() {
        return position >= end;
    }

    public int get() {
        need(1);
        return bytes[position++] & 0xff;
    }

    public int fixedInt() {
        need(4);
        int value = (bytes[position] & 0xff) << 24
                | (bytes[position + 1] & 0xff) << 16
                | (bytes[position + 2] & 0xff) << 8
                | bytes[position + 3] & 0xff;
        position += 4;
        return value;
    }

    public long fixedLong() {
        long high = fixedInt();
        return high << 32 | fixedInt() & 0xffffffffL;
    }

    public long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = get();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value >>> 1 ^ -(value & 1);
            }
        }
        throw new CorruptRecordException("a number has more than 10 bytes");
    }

    /** A {@link #number} that must be a count: not negative and not more than bytes are left could describe. */
    public int count() {
        long value = number();
        if (value < 0 || value > end - position) {
            throw new CorruptRecordException("a count of " + value + " does not fit its record");
        }
        return (int) value;
    }

    public int integer() {
        return whole(number());
    }

    /** @throws CorruptRecordException where {@code value}, which was read, is no {@code int} */
    public static int whole(long value) {
        if (value != (int) value) {
            throw new CorruptRecordException("the number " + value + " does not fit its field");
        }
        return (int) value;
    }

    public long time() {
        long value = number();
        return value == -1 ? Long.MAX_VALUE : value;
    }

    public boolean flag() {
        return get() != 0;
    }

    public String text() {
        int length = count();
        need(length);
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }

    private void need(int more) {
        if (more > end - position) {
            throw new CorruptRecordException("a record ends before its fields do");
        }
    }
}
