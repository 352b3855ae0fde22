package io.berth.testkit.disk;

import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** Somebody else on a small disk: fills it, up to the last byte or nearly so, and makes room again, as chance will have it. */
final class Filler {
    private static final int PIECE_BYTES = 4096;
    private static final long[] LEFT_BYTES = {0, 0, 0, 8 << 10, 64 << 10, 300 << 10, 900 << 10};

    private final Path file;
    private final Random random;
    private volatile boolean ended;
    private int fills;

    Filler(Path file, long seed) {
        this.file = file;
        this.random = new Random(seed);
    }

    /** Goes on until {@link #end()}. */
    void run() {
        try {
            while (!ended) {
                fill(LEFT_BYTES[random.nextInt(LEFT_BYTES.length)]);
                fills++;
                UpProcess.pause(200 + random.nextInt(2_500));
                Files.deleteIfExists(file);
                UpProcess.pause(random.nextInt(1_500));
            }
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new IllegalStateException("The filler cannot work.", e);
        }
    }

    void end() {
        ended = true;
    }

    /** How often the disk was filled. */
    int fills() {
        return fills;
    }

    private void fill(long left) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            try {
                while (true) {
                    channel.write(ByteBuffer.allocate(PIECE_BYTES));
                }
            } catch (IOException e) {
                // Full, as wanted.
                channel.truncate(Math.max(0, channel.size() - left));
            }
        }
    }
}
