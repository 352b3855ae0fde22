package io.berth.learn.checkpoint;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes numbers one after the other, big-endian; an array with its length before it. */
public final class CheckpointWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** All that was written. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }

    /** Writes one integer. */
    public void add(int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    /** Writes one long integer. */
    public void add(long value) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    /** Writes one number. */
    public void add(double value) {
        add(Double.doubleToRawLongBits(value));
    }

    /** Writes a text. */
    public void add(String text) {
        add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes. */
    public void add(byte[] values) {
        add(values.length);
        bytes.writeBytes(values);
    }

    /** Writes truths, a byte for each. */
    public void add(boolean[] values) {
        byte[] written = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            written[i] = (byte) (values[i] ? 1 : 0);
        }
        add(written);
    }

    /** Writes integers. */
    public void add(int[] values) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(Integer.BYTES, values.length));
        buffer.asIntBuffer().put(values);
        add(values.length);
        bytes.writeBytes(buffer.array());
    }

    /** Writes numbers. */
    public void add(float[] values) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(Float.BYTES, values.length));
        buffer.asFloatBuffer().put(values);
        add(values.length);
        bytes.writeBytes(buffer.array());
    }

    /** Writes numbers. */
    public void add(double[] values) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(Double.BYTES, values.length));
        buffer.asDoubleBuffer().put(values);
        add(values.length);
        bytes.writeBytes(buffer.array());
    }
}
