package io.berth.live.journal.file;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.state.StateImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file with the state after the first {@code frames} frames of a journal: magic, format version, frames, CRC-32C of all that
 * follows, the state's bytes.
 */
public record Snapshot(Path path, long frames) {
    private static final byte[] MAGIC = "BERTHSNP".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int HEAD_BYTES = 8 + 4 + 8 + 4;
    private static final int CHECKSUM_AT = HEAD_BYTES - 4;

    /** The bytes of a snapshot of the state that {@code image} is of. */
    public static byte[] encode(StateImage image) {
        ByteSink sink = new ByteSink(1 << 16);
        sink.raw(MAGIC, 0, MAGIC.length);
        sink.fixedInt(VERSION);
        sink.fixedLong(image.instants());
        sink.fixedInt(0);
        image.write(sink);
        sink.fixedIntAt(CHECKSUM_AT, checksum(sink.array(), sink.size()));
        return sink.toByteArray();
    }

    /** The state, or null where the file does not hold it unharmed. */
    @Nullable
    public State read() {
        byte[] bytes;
        try {
            if (!plausible()) {
                return null;
            }
            bytes = Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the snapshot " + path, e);
        }
        if (bytes.length < HEAD_BYTES) {
            return null;
        }
        ByteSource head = new ByteSource(bytes, MAGIC.length, HEAD_BYTES);
        boolean unharmed = head.fixedInt() == VERSION
                && head.fixedLong() == frames
                && head.fixedInt() == checksum(bytes, bytes.length);
        return unharmed ? decode(bytes) : null;
    }

    /** What is no file, too large or begins otherwise is not read as a whole. */
    private boolean plausible() throws IOException {
        if (!Files.isRegularFile(path) || Files.size(path) > ByteSink.MOST_BYTES) {
            return false;
        }
        try (InputStream file = Files.newInputStream(path)) {
            return Arrays.equals(file.readNBytes(MAGIC.length), MAGIC);
        }
    }

    /** A state of another version is no harm: an older snapshot or the frames lead to the same. */
    private @Nullable State decode(byte[] bytes) {
        try {
            State state = StateCodec.read(new ByteSource(bytes, HEAD_BYTES, bytes.length));
            return state.instants() == frames ? state : null;
        } catch (RuntimeException e) {
            // Its checksum is right, its content is no state that an engine could have had.
            return null;
        }
    }

    private static int checksum(byte[] bytes, int end) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, MAGIC.length, CHECKSUM_AT - MAGIC.length);
        checksum.update(bytes, HEAD_BYTES, end - HEAD_BYTES);
        return (int) checksum.getValue();
    }
}
