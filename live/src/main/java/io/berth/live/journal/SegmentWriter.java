package io.berth.live.journal;

import io.berth.core.journal.ByteSink;
import io.berth.core.journal.Frame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Appends frames to one segment. */
final class SegmentWriter implements Closeable {
    /** Unsynced frames are written in pieces of about this size; larger ones do not make a simulation faster. */
    private static final int BUFFER_BYTES = 1 << 18;

    private final FileChannel channel;
    private final Sync sync;
    private final ByteSink buffer = new ByteSink(BUFFER_BYTES);
    private long size;

    private SegmentWriter(FileChannel channel, Sync sync, long size) {
        this.channel = channel;
        this.sync = sync;
        this.size = size;
    }

    /** A new segment; its header is on the disk when this returns, so that no header is ever torn. */
    static SegmentWriter create(Path directory, SegmentHeader header, Sync sync) throws IOException {
        Path path = JournalFiles.segment(directory, header.firstFrame());
        Disk.create(path, header.bytes(), sync);
        return goOn(path, SegmentHeader.BYTES, sync);
    }

    /** The segment {@code path} from byte {@code size} on; what is there behind it is cut. */
    static SegmentWriter goOn(Path path, long size, Sync sync) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        channel.truncate(size);
        channel.position(size);
        if (sync == Sync.ALWAYS) {
            channel.force(true);
        }
        return new SegmentWriter(channel, sync, size);
    }

    /** How large the segment is with all that was appended, bytes. */
    long size() {
        return size;
    }

    void append(Frame frame) throws IOException {
        int before = buffer.size();
        RecordFormat.write(frame, buffer);
        size += buffer.size() - before;
        if (sync == Sync.ALWAYS || buffer.size() >= BUFFER_BYTES) {
            flush();
        }
    }

    /** Hands all that was appended to the system, and to the disk where that is promised. */
    void flush() throws IOException {
        if (buffer.size() > 0) {
            Disk.writeFully(channel, ByteBuffer.wrap(buffer.array(), 0, buffer.size()));
            buffer.clear();
            if (sync == Sync.ALWAYS) {
                channel.force(false);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            flush();
        }
    }

    /** Closes without writing what is buffered: after a failure nobody knows what of it is on the disk. */
    void abandon() throws IOException {
        channel.close();
    }
}
