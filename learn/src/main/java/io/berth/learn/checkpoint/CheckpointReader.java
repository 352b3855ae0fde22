package io.berth.learn.checkpoint;

import io.berth.spec.input.InputException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Reads what {@link CheckpointWriter} wrote, in the same order. All methods throw {@link InputException} where it is not there. */
public final class CheckpointReader {
    private final String place;
    private final ByteBuffer bytes;

    /** @param place what the user knows the bytes by, such as a file */
    public CheckpointReader(String place, byte[] bytes) {
        this.place = place;
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /** An error in what was read. */
    public InputException wrong(String problem) {
        return new InputException(place, problem);
    }

    /** True where nothing is left. */
    public boolean atEnd() {
        return !bytes.hasRemaining();
    }

    /** Reads one long integer, which must be {@code here}; {@code what} it is is named where not. */
    public void expect(long here, String what) {
        long written = longInteger();
        if (written != here) {
            throw wrong(what + " was " + written + ", and is " + here + " here");
        }
    }

    /** Reads one integer. */
    public int integer() {
        return next(ByteBuffer::getInt);
    }

    /** Reads one long integer. */
    public long longInteger() {
        return next(ByteBuffer::getLong);
    }

    /** Reads one number. */
    public double number() {
        return Double.longBitsToDouble(longInteger());
    }

    /** Reads a text. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Reads bytes. */
    public byte[] bytes() {
        byte[] values = new byte[length(1)];
        bytes.get(values);
        return values;
    }

    /** Reads truths. */
    public boolean[] truths() {
        byte[] read = bytes();
        boolean[] values = new boolean[read.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read[i] != 0;
        }
        return values;
    }

    /** Reads integers. */
    public int[] integers() {
        int[] values = new int[length(Integer.BYTES)];
        bytes.asIntBuffer().get(values);
        skip(values.length * Integer.BYTES);
        return values;
    }

    /** Reads numbers. */
    public float[] floats() {
        float[] values = new float[length(Float.BYTES)];
        bytes.asFloatBuffer().get(values);
        skip(values.length * Float.BYTES);
        return values;
    }

    /** Reads numbers. */
    public double[] doubles() {
        double[] values = new double[length(Double.BYTES)];
        bytes.asDoubleBuffer().get(values);
        skip(values.length * Double.BYTES);
        return values;
    }

    /** Reads numbers into {@code values}, which must be as many as were written; {@code what} they are is named where not. */
    public void into(float[] values, String what) {
        float[] read = floats();
        checkLength(read.length, values.length, what);
        System.arraycopy(read, 0, values, 0, values.length);
    }

    /** The same for numbers of twice the length. */
    public void into(double[] values, String what) {
        double[] read = doubles();
        checkLength(read.length, values.length, what);
        System.arraycopy(read, 0, values, 0, values.length);
    }

    private void checkLength(int read, int wanted, String what) {
        if (read != wanted) {
            throw wrong("it has " + read + " numbers of " + what + ", and there are " + wanted + " here");
        }
    }

    private int length(int each) {
        int length = integer();
        if (length < 0 || (long) length * each > bytes.remaining()) {
            throw wrong("it has " + bytes.remaining() + " bytes left where " + length + " values of " + each
                    + " bytes should be");
        }
        return length;
    }

    private void skip(int count) {
        bytes.position(bytes.position() + count);
    }

    private <T> T next(Function<ByteBuffer, T> read) {
        try {
            return read.apply(bytes);
        } catch (BufferUnderflowException e) {
            throw wrong("it ends too early");
        }
    }
}
