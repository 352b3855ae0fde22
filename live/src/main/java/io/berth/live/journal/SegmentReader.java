package io.berth.live.journal;

import io.berth.core.journal.CorruptRecordException;
import io.berth.core.journal.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Goes through the records of one segment. */
final class SegmentReader {
    private final Path path;
    private final byte[] bytes;
    private final SegmentHeader header;
    private final boolean last;
    private int offset = SegmentHeader.BYTES;
    private @Nullable TornTail torn;

    private SegmentReader(Segment segment, byte[] bytes, boolean last) {
        this.path = segment.path();
        this.bytes = bytes;
        this.header = SegmentHeader.read(segment, bytes);
        this.last = last;
    }

    /** Reads {@code segment}; only the {@code last} of a journal may end in a torn record. */
    static SegmentReader open(Segment segment, boolean last) {
        try {
            return new SegmentReader(segment, Files.readAllBytes(segment.path()), last);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the journal segment " + segment.path(), e);
        }
    }

    SegmentHeader header() {
        return header;
    }

    /** Where the next record begins, bytes. */
    int offset() {
        return offset;
    }

    /** What was cut off at the end, or null. */
    @Nullable
    TornTail torn() {
        return torn;
    }

    /** The next frame, or null at the end. */
    @Nullable
    Frame next() {
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
    boolean skip() {
        if (!atRecord()) {
            return false;
        }
        advance();
        return true;
    }

    private void advance() {
        offset += RecordFormat.HEAD_BYTES + RecordFormat.length(bytes, offset);
    }

    private boolean atRecord() {
        if (torn != null || offset == bytes.length) {
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
        int next = nextValid();
        if (next > 0) {
            throw new DamagedJournalException(
                    path, offset, "a record is wrong, and the one at byte " + next + " is not");
        }
        torn = new TornTail(path, offset, bytes.length - offset);
        return false;
    }

    /**
     * Where behind a bad record a whole one begins, or -1. A flipped byte may have hit the bad record's length, so every offset
     * is tried; a torn record has none behind it, as frames are written one after the other.
     */
    private int nextValid() {
        for (int at = offset + 1; at <= bytes.length - RecordFormat.HEAD_BYTES; at++) {
            if (RecordFormat.valid(bytes, at)) {
                return at;
            }
        }
        return -1;
    }
}
