package io.berth.local.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;

/**
 * How fast a disk takes what is written in one go and made durable: a file of 256 MiB at most, in pieces of 16 MiB, for a second at most; it is
 * deleted again. What is read would come from memory, so it is not measured.
 */
public final class WriteSpeed {
    private static final int PIECE_BYTES = 16 << 20;
    private static final int MOST_PIECES = 16;
    private static final long MOST_NANOS = 1_000_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** A file system with less free is left alone. */
    private static final long LEAST_FREE_BYTES = 4L * PIECE_BYTES * MOST_PIECES;

    private WriteSpeed() {}

    /**
     * Measures the file system of {@code folder}.
     *
     * @param nanos a clock
     * @return bytes a second; 0 where it cannot be measured, as there is little room
     */
    public static long measure(Path folder, LongSupplier nanos) {
        Path file = folder.resolve(".write-speed");
        try {
            if (Files.getFileStore(folder).getUsableSpace() < LEAST_FREE_BYTES) {
                return 0;
            }
            return written(file, nanos);
        } catch (IOException e) {
            return 0;
        }
    }

    private static long written(Path file, LongSupplier nanos) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
        long begin = nanos.getAsLong();
        long passed = 0;
        long bytes = 0;
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            for (int i = 0; i < MOST_PIECES && passed < MOST_NANOS; i++) {
                piece.clear();
                while (piece.hasRemaining()) {
                    bytes += channel.write(piece);
                }
                channel.force(false);
                passed = nanos.getAsLong() - begin;
            }
        }
        return passed <= 0 ? 0 : (long) (bytes / (passed / NANOS_PER_SECOND));
    }
}
