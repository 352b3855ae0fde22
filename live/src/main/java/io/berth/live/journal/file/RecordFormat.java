package io.berth.live.journal.file;

import io.berth.core.journal.Frame;
import io.berth.core.journal.FrameCodec;
import io.berth.core.journal.bytes.BufferLimitException;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.util.zip.CRC32C;

/** A record: length of the payload (4 bytes), CRC-32C of length and payload (4 bytes), payload (one frame). */
public final class RecordFormat {
    /** Length and checksum. */
    public static final int HEAD_BYTES = 8;

    /** The largest payload that is written; what comes in is bounded far below it. */
    static final int MOST_BYTES = 1 << 29;

    private RecordFormat() {}

    /**
     * @throws IllegalArgumentException where the frame has more than {@link #MOST_BYTES}; the sink is as it was then
     */
    static void write(Frame frame, ByteSink sink) {
        int start = sink.size();
        sink.fixedInt(0);
        sink.fixedInt(0);
        int length = payload(frame, start, sink);
        sink.fixedIntAt(start, length);
        sink.fixedIntAt(start + 4, checksum(sink.array(), start, length));
    }

    private static int payload(Frame frame, int start, ByteSink sink) {
        int length = Integer.MAX_VALUE;
        try {
            FrameCodec.write(frame, sink);
            length = sink.size() - start - HEAD_BYTES;
        } catch (BufferLimitException e) {
            // Said below.
        }
        if (length > MOST_BYTES) {
            sink.cut(start);
            throw new IllegalArgumentException("A frame of " + frame.events().size() + " events has more than "
                    + MOST_BYTES + " bytes, which no journal takes.");
        }
        return length;
    }

    /** The payload's length that is written at {@code offset}, or -1 where such a record would not end within the bytes. */
    public static int length(byte[] bytes, int offset) {
        if (bytes.length - offset < HEAD_BYTES) {
            return -1;
        }
        int length = new ByteSource(bytes, offset, bytes.length).fixedInt();
        // No frame is empty; zeros, as a crash leaves them behind, are no record.
        return length > 0 && length <= bytes.length - offset - HEAD_BYTES ? length : -1;
    }

    /** True where a whole record begins at {@code offset}. */
    public static boolean valid(byte[] bytes, int offset) {
        int length = length(bytes, offset);
        return length > 0
                && new ByteSource(bytes, offset + 4, bytes.length).fixedInt() == checksum(bytes, offset, length);
    }

    /** The time of the frame of the valid record at {@code offset}; the earliest there is where its payload is too short for one. */
    static long atNanos(byte[] bytes, int offset) {
        boolean has = length(bytes, offset) >= 8;
        return has ? new ByteSource(bytes, offset + HEAD_BYTES, bytes.length).fixedLong() : Long.MIN_VALUE;
    }

    /**
     * The frame of the valid record at {@code offset}.
     *
     * @throws CorruptRecordException where the payload is no frame
     */
    static Frame read(byte[] bytes, int offset) {
        int from = offset + HEAD_BYTES;
        ByteSource source = new ByteSource(bytes, from, from + length(bytes, offset));
        Frame frame = FrameCodec.read(source);
        if (!source.exhausted()) {
            throw new CorruptRecordException("a record goes on after its frame");
        }
        return frame;
    }

    private static int checksum(byte[] bytes, int offset, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, offset, 4);
        checksum.update(bytes, offset + HEAD_BYTES, length);
        return (int) checksum.getValue();
    }
}
