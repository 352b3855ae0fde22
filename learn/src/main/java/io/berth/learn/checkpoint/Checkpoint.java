package io.berth.learn.checkpoint;

import io.berth.spec.input.InputException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame around a state: a mark, a version, whose state it is, and a checksum. So a file that is cut short, damaged or of something
 * else is refused before anything is taken from it.
 */
public final class Checkpoint {
    private static final long MARK = 0x6265727468636b70L;
    private static final int VERSION = 1;

    private Checkpoint() {}

    /** The state of {@code thing}, which is a {@code kind}. */
    public static byte[] of(String kind, Checkpointed thing) {
        CheckpointWriter state = new CheckpointWriter();
        state.add(kind);
        thing.write(state);
        byte[] content = state.bytes();
        CheckpointWriter framed = new CheckpointWriter();
        framed.add(MARK);
        framed.add(VERSION);
        framed.add(checksum(content));
        framed.add(content);
        return framed.bytes();
    }

    /**
     * Puts the state in {@code bytes} into {@code thing}.
     *
     * @param place what the user knows the bytes by, such as a file
     * @throws InputException where they are damaged, of another version, kind or size
     */
    public static void restore(String place, byte[] bytes, String kind, Checkpointed thing) {
        CheckpointReader framed = new CheckpointReader(place, bytes);
        if (bytes.length < Long.BYTES || ByteBuffer.wrap(bytes).getLong() != MARK) {
            throw framed.wrong("it is no checkpoint");
        }
        framed.longInteger();
        int version = framed.integer();
        if (version != VERSION) {
            throw framed.wrong("its version is " + version + ", and " + VERSION + " is read here");
        }
        long checksum = framed.longInteger();
        byte[] content = framed.bytes();
        if (!framed.atEnd() || checksum(content) != checksum) {
            throw framed.wrong("it is damaged: its checksum is not that of its content");
        }
        CheckpointReader state = new CheckpointReader(place, content);
        String given = state.text();
        if (!given.equals(kind)) {
            throw state.wrong("it is the state of (" + given + "), not of (" + kind + ")");
        }
        thing.read(state);
        if (!state.atEnd()) {
            throw state.wrong("it holds more than the state of (" + kind + ") made here");
        }
    }

    private static long checksum(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return checksum.getValue();
    }
}
