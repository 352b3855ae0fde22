package io.berth.live.journal.file;

import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Goes through the records of one segment. */
public final class SegmentReader {
    private final Path path;
    private final byte[] bytes;
    private final SegmentHeader header;
    private final boolean last;
    private final long acknowledged;
    private long position;
    /** The time of the last whole record. */
    private long latestNanos = Long.MIN_VALUE;

    private int offset = SegmentHeader.BYTES;
    private @Nullable TornTail torn;

    private SegmentReader(Segment segment, byte[] bytes, boolean last, long acknowledged) {
        this.path = segment.path();
        this.bytes = bytes;
        this.header = SegmentHeader.read(segment, bytes);
        this.last = last;
        this.acknowledged = acknowledged;
        this.position = header.firstFrame();
    }

    /**
     * Reads {@code segment}; only the {@code last} of a journal may end in a torn record.
     *
     * @param acknowledged how many frames the journal must have; 0 where nobody knows
     */
    public static SegmentReader open(Segment segment, boolean last, long acknowledged) {
        try {
            return new SegmentReader(segment, bytes(segment.path()), last, acknowledged);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the journal segment " + segment.path(), e);
        }
    }

    private static byte[] bytes(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new JournalException(
                    "the journal segment " + path + " is no file: move it away, and bring back the file of this name");
        }
        if (Files.size(path) > JournalOptions.MOST_SEGMENT_BYTES) {
            throw new DamagedJournalException(path, 0, "it has " + Files.size(path) + " bytes, and none is that large");
        }
        SegmentHeader.checkBegin(path);
        return Files.readAllBytes(path);
    }

    public SegmentHeader header() {
        return header;
    }

    /** Where the next record begins, bytes. */
    public int offset() {
        return offset;
    }

    /** What was cut off at the end, or null. */
    @Nullable
    public TornTail torn() {
        return torn;
    }

    /** The next frame, or null at the end. */
    @Nullable
    public Frame next() {
        if (!atRecord()) {
            return null;
        }
        try {
            Frame frame = RecordFormat.read(bytes, offset);
            advance();
            return frame;
        } catch (CorruptRecordException e) {
            throw new DamagedJournalException(path, offset, "its frame cannot be read: " + e.getMessage());
        }
    }

    /** Passes over the next record after its checksum was compared; false at the end. */
    public boolean skip() {
        if (!atRecord()) {
            return false;
        }
        advance();
        return true;
    }

    private void advance() {
        latestNanos = RecordFormat.atNanos(bytes, offset);
        offset += RecordFormat.HEAD_BYTES + RecordFormat.length(bytes, offset);
        position++;
    }

    private boolean atRecord() {
        if (torn != null) {
            return false;
        }
        if (offset == bytes.length) {
            checkAcknowledged("the segment ends here");
            return false;
        }
        if (RecordFormat.valid(bytes, offset)) {
            return true;
        }
        int length = RecordFormat.length(bytes, offset);
        if (!last) {
            throw new DamagedJournalException(path, offset, length < 0 ? "a record is cut off" : "a checksum is wrong");
        }
        if (length > 0 && offset + RecordFormat.HEAD_BYTES + length < bytes.length) {
            throw new DamagedJournalException(path, offset, "a checksum is wrong, and it is not the last record");
        }
        checkAcknowledged(length < 0 ? "a record is cut off" : "a checksum is wrong");
        int next = WholeRecords.after(bytes, offset + 1, latestNanos);
        // Where nobody can tell, the mark does: what is behind it was acknowledged to nobody.
        if (next == WholeRecords.UNKNOWN && acknowledged == 0) {
            throw new DamagedJournalException(
                    path, offset, "a record is wrong, and whether whole ones follow cannot be told");
        }
        if (next >= 0) {
            throw new DamagedJournalException(
                    path, offset, "a record is wrong, and the one at byte " + next + " is not");
        }
        torn = new TornTail(path, offset, bytes.length - offset);
        return false;
    }

    /** What ends before its mark has lost something that somebody was told of. */
    private void checkAcknowledged(String problem) {
        if (last && position < acknowledged) {
            throw new DamagedJournalException(
                    path,
                    offset,
                    problem + " after " + position + " frames, but " + acknowledged + " were acknowledged, and "
                            + (acknowledged - position) + " of them cannot be read");
        }
    }
}
