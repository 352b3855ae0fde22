package io.berth.core.journal.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing byte buffer with the journal's primitives: fixed longs, variable-length numbers, UTF-8 text. One that would become
 * larger than {@link #MOST_BYTES} throws a {@link BufferLimitException}.
 */
public final class ByteSink {
    /** 1 GiB: twice as much as any frame may have, and a snapshot of more would not be worth its writing. */
    public static final int MOST_BYTES = 1 << 30;

    private byte[] bytes;
    private int size;

    public ByteSink() {
        this(256);
    }

    public ByteSink(int capacity) {
        this.bytes = new byte[capacity];
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Forgets all that was written from byte {@code newSize} on. */
    public void cut(int newSize) {
        size = StrictMath.min(size, newSize);
    }

    public void put(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** Four bytes, most significant first. */
    public void fixedInt(int value) {
        fixedIntAt(size, value, 4);
    }

    /** Overwrites four bytes at {@code position}. */
    public void fixedIntAt(int position, int value) {
        fixedIntAt(position, value, 0);
    }

    /** Eight bytes, most significant first. */
    public void fixedLong(long value) {
        fixedInt((int) (value >>> 32));
        fixedInt((int) value);
    }

    /** A number of any sign in 1 to 10 bytes; small magnitudes are short (zigzag, LEB128). */
    public void number(long value) {
        room(10);
        long rest = value << 1 ^ value >> 63;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** As {@link #number}, with "never" in one byte. */
    public void time(long value) {
        number(value == Long.MAX_VALUE ? -1 : value);
    }

    public void flag(boolean value) {
        put(value ? 1 : 0);
    }

    /** Length and UTF-8 bytes. */
    public void text(String value) {
        int length = value.length();
        room(10L + length);
        int begin = size;
        number(length);
        for (int i = 0; i < length; i++) {
            char character = value.charAt(i);
            if (character >= 0x80) {
                size = begin;
                encoded(value);
                return;
            }
            bytes[size++] = (byte) character;
        }
    }

    public void raw(byte[] source, int from, int length) {
        room(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** The buffer itself, valid up to {@link #size()} until the next write. */
    public byte[] array() {
        return bytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void encoded(String value) {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        raw(encoded, 0, encoded.length);
    }

    private void fixedIntAt(int position, int value, int grow) {
        room(grow);
        size += grow;
        bytes[position] = (byte) (value >>> 24);
        bytes[position + 1] = (byte) (value >>> 16);
        bytes[position + 2] = (byte) (value >>> 8);
        bytes[position + 3] = (byte) value;
    }

    private void room(long more) {
        long needed = size + more;
        if (needed > bytes.length) {
            if (needed > MOST_BYTES) {
                throw new BufferLimitException(needed);
            }
            long doubled = StrictMath.min(2L * bytes.length, MOST_BYTES);
            bytes = Arrays.copyOf(bytes, (int) StrictMath.max(doubled, needed));
        }
    }
}
