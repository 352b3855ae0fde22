package io.berth.live.journal.file;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.FrameCodec;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The first bytes of a segment.
 *
 * @param firstFrame the number of the segment's first frame; the first of a journal is 0
 * @param seed of all chance in the journal
 * @param catalogVersion the policies that decided
 * @param version the format of its frames
 */
public record SegmentHeader(long firstFrame, long seed, int catalogVersion, int version) {
    /** Magic, format version, catalog version, first frame, seed, checksum of all of these. */
    public static final int BYTES = 8 + 4 + 4 + 8 + 8 + 4;

    private static final byte[] MAGIC = "BERTHJNL".getBytes(StandardCharsets.US_ASCII);

    /** The header of a segment that this program begins. */
    public static SegmentHeader of(long firstFrame, long seed) {
        return new SegmentHeader(firstFrame, seed, Catalog.VERSION, FrameCodec.VERSION);
    }

    byte[] bytes() {
        ByteSink sink = new ByteSink(BYTES);
        sink.raw(MAGIC, 0, MAGIC.length);
        sink.fixedInt(version);
        sink.fixedInt(catalogVersion);
        sink.fixedLong(firstFrame);
        sink.fixedLong(seed);
        sink.fixedInt(checksum(sink.array()));
        return sink.toByteArray();
    }

    /** Refuses what does not begin as a segment, before it is read as a whole. */
    static void checkBegin(Path path) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            byte[] begin = file.readNBytes(MAGIC.length);
            if (begin.length == MAGIC.length && !Arrays.equals(begin, MAGIC)) {
                throw foreign(path);
            }
        }
    }

    private static DamagedJournalException foreign(Path path) {
        return new DamagedJournalException(path, 0, "it does not begin as a Berth journal does");
    }

    /** The header that {@code segment} begins with. */
    static SegmentHeader read(Segment segment, byte[] bytes) {
        Path path = segment.path();
        if (bytes.length < BYTES) {
            throw new DamagedJournalException(path, 0, "its header is cut off after " + bytes.length + " bytes");
        }
        ByteSource source = new ByteSource(bytes, MAGIC.length, BYTES);
        int version = source.fixedInt();
        SegmentHeader header = readFields(version, source);
        if (source.fixedInt() != checksum(bytes)) {
            throw new DamagedJournalException(path, 0, "its header's checksum is wrong");
        }
        if (version < FrameCodec.OLDEST || version > FrameCodec.VERSION) {
            throw new JournalException("journal segment " + path + " has format version " + version
                    + "; this program knows versions " + FrameCodec.OLDEST + " to " + FrameCodec.VERSION
                    + ": use the program that wrote it");
        }
        if (header.firstFrame != segment.firstFrame()) {
            throw new JournalException("journal segment " + path + " begins with frame " + header.firstFrame
                    + ", which its name does not say: give it its name back");
        }
        return header;
    }

    private static SegmentHeader readFields(int version, ByteSource source) {
        int catalogVersion = source.fixedInt();
        long firstFrame = source.fixedLong();
        return new SegmentHeader(firstFrame, source.fixedLong(), catalogVersion, version);
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, BYTES - 4);
        return (int) checksum.getValue();
    }
}
