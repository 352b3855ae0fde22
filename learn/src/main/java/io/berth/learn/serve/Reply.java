package io.berth.learn.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A frame to the client: appended to, then sent. Its buffer is made once. */
final class Reply {
    /** A client reads a frame into memory as a whole, and on a machine that trains others want some too. */
    private static final int MAX_BYTES = 1 << 28;

    private final ByteBuffer bytes;
    /** The same bytes; floats stand at multiples of four. */
    private final FloatBuffer floats;

    private int at;

    /** For states of up to {@code payloadBytes}, for which there is room. */
    Reply(long payloadBytes) {
        requireRoom(payloadBytes);
        int all = EnvironmentProtocol.HEADER_BYTES + (int) payloadBytes;
        bytes = ByteBuffer.allocate(all).order(ByteOrder.LITTLE_ENDIAN);
        floats = bytes.asFloatBuffer();
    }

    /** @throws IllegalArgumentException where {@code payloadBytes} are more than a frame may have */
    static void requireRoom(long payloadBytes) {
        if (payloadBytes > MAX_BYTES) {
            throw new IllegalArgumentException("The states together (" + payloadBytes + " bytes) must be at most "
                    + MAX_BYTES + " bytes. Maybe fewer environments, or a smaller observation.");
        }
    }

    /** Begins a frame. */
    Reply begin() {
        at = EnvironmentProtocol.HEADER_BYTES;
        return this;
    }

    Reply append(int number) {
        bytes.putInt(at, number);
        at += Integer.BYTES;
        return this;
    }

    Reply append(long number) {
        bytes.putLong(at, number);
        at += Long.BYTES;
        return this;
    }

    Reply append(double[] numbers) {
        for (double number : numbers) {
            bytes.putDouble(at, number);
            at += Double.BYTES;
        }
        return this;
    }

    /** The first {@code count} of {@code numbers}. */
    Reply append(float[] numbers, int count) {
        floats.put(at / Float.BYTES, numbers, 0, count);
        at += count * Float.BYTES;
        return this;
    }

    /** One byte for each flag, 1 where it is true. */
    Reply append(boolean[] flags) {
        byte[] array = bytes.array();
        for (boolean flag : flags) {
            array[at++] = (byte) (flag ? 1 : 0);
        }
        return this;
    }

    /** Sends what was appended and {@code tail} as a frame of {@code kind}. */
    void send(int kind, byte[] tail, OutputStream out) throws IOException {
        bytes.putInt(0, at - EnvironmentProtocol.HEADER_BYTES + tail.length);
        bytes.putInt(Integer.BYTES, kind);
        out.write(bytes.array(), 0, at);
        if (tail.length > 0) {
            out.write(tail);
        }
        out.flush();
    }
}
