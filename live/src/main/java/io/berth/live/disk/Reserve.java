package io.berth.live.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * A file that holds room on the disk for nothing else than to be given back when the disk is full, so that what must be written
 * then can be. It is given back piece by piece: a program that fills the disk takes what it finds, so no more is freed at a time
 * than the next write needs. Its bytes are random, since some file systems keep no room for zeros.
 */
public final class Reserve {
    /** What is given back at once, at least. */
    private static final long PIECE_BYTES = 64 << 10;

    /** The lock is held for the writing of so much, as the engine may want something back meanwhile. */
    private static final int CHUNK_BYTES = 256 << 10;

    private final Path file;
    private final long wanted;
    private boolean closed;

    /** @param bytes how large it is when it is whole; 0 for none */
    public Reserve(Path file, long bytes) {
        this.file = file;
        this.wanted = bytes;
    }

    /**
     * Gives {@code bytes} back, rounded up to a piece.
     *
     * @return what was given back, bytes; 0 where nothing is left
     */
    public synchronized long give(long bytes) {
        try {
            if (!Files.exists(file)) {
                return 0;
            }
            long held = Files.size(file);
            long less = Math.min(held, Math.ceilDiv(Math.max(1, bytes), PIECE_BYTES) * PIECE_BYTES);
            if (less == held) {
                Files.delete(file);
                return held;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(held - less);
            }
            return less;
        } catch (IOException e) {
            // Where even this cannot be done, whoever wanted the room waits for it.
            return 0;
        }
    }

    /** How much it holds now, bytes. */
    public synchronized long held() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Makes it whole again, as far as {@code most} bytes go; what cannot be had now is for the next time. */
    public void refill(long most) {
        long left = most;
        while (left > 0) {
            long added = add(Math.min(left, CHUNK_BYTES));
            left = added == 0 ? 0 : left - added;
        }
    }

    /** Leaves it as it is from now on. */
    public synchronized void close() {
        closed = true;
    }

    private synchronized long add(long most) {
        long held = held();
        int bytes = (int) Math.min(most, wanted - held);
        if (closed || bytes <= 0) {
            return 0;
        }
        byte[] random = new byte[bytes];
        new SplittableRandom(held).nextBytes(random);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer rest = ByteBuffer.wrap(random);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(false);
            return bytes;
        } catch (IOException e) {
            return 0;
        }
    }
}
