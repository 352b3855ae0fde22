package io.berth.live.journal.file;

import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.live.disk.DiskFault;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Appends frames to one segment.
 *
 * <p>What could not be written is cut off again, so that the segment ends with a whole record, and written anew by the next
 * {@link #flush}. That holds for a failed sync too: what the system could not bring to the disk it forgets, and a second sync
 * of the same bytes would say that all is well; bytes written again are not the same to it.
 */
public final class SegmentWriter implements Closeable {
    /** Unsynced frames are written in pieces of about this size; larger ones do not make a simulation faster. */
    private static final int BUFFER_BYTES = 1 << 18;

    /** No record is as large: an instant holds a few thousand messages at most. */
    private static final int END_BYTES = 16 << 20;

    private final FileChannel channel;
    private final Sync sync;
    private final ByteSink buffer = new ByteSink(BUFFER_BYTES);
    /** How much was written for good. */
    private long written;
    /** True where there may be something behind that. */
    private boolean dirty;

    private SegmentWriter(FileChannel channel, Sync sync, long written) {
        this.channel = channel;
        this.sync = sync;
        this.written = written;
    }

    /**
     * A new segment; its header is on the disk when this returns, so that no header is ever torn. Where this fails there is none:
     * it gets its name last, since a segment that is there and not gone on with would contradict the one before it.
     */
    public static SegmentWriter create(Path directory, SegmentHeader header, Sync sync) throws IOException {
        Path path = JournalFiles.segment(directory, header.firstFrame());
        Path temporary = Disk.temporary(path);
        // Not what a crash left under that name: the mode of a file that is there stays.
        Files.deleteIfExists(temporary);
        FileChannel channel = FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                Disk.ownersFile(temporary));
        try {
            Disk.writeFully(channel, ByteBuffer.wrap(header.bytes()));
            if (sync == Sync.ALWAYS) {
                channel.force(true);
            }
            Disk.name(temporary, path, sync);
            return new SegmentWriter(channel, sync, SegmentHeader.BYTES);
        } catch (IOException e) {
            channel.close();
            Disk.giveUp(temporary);
            throw e;
        }
    }

    /**
     * The segment {@code path} from byte {@code size} on; what is there behind it is cut. Its end is written again: the sync of a
     * process that died may have failed, and then what was read of it was in memory only.
     */
    public static SegmentWriter goOn(Path path, long size, Sync sync) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            channel.truncate(size);
            if (sync == Sync.ALWAYS) {
                writeEndAgain(channel, size);
                channel.force(true);
            }
            channel.position(size);
            return new SegmentWriter(channel, sync, size);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void writeEndAgain(FileChannel channel, long size) throws IOException {
        long from = Math.max(SegmentHeader.BYTES, size - END_BYTES);
        ByteBuffer end = ByteBuffer.allocate((int) Math.max(0, size - from));
        while (end.hasRemaining() && channel.read(end, from + end.position()) >= 0) {
            // Until it is full.
        }
        end.flip();
        try {
            while (end.hasRemaining()) {
                channel.write(end, from + end.position());
            }
        } catch (IOException e) {
            // A full file system that never writes in place has no room for this; the start is not to depend on it.
            if (!DiskFault.full(e)) {
                throw e;
            }
        }
    }

    /** How large the segment is with all that was appended, bytes. */
    public long size() {
        return written + buffer.size();
    }

    public void append(Frame frame) throws IOException {
        RecordFormat.write(frame, buffer);
        if (sync != Sync.NEVER || buffer.size() >= BUFFER_BYTES) {
            flush();
        }
    }

    /**
     * Hands all that was appended to the system, and to the disk where that is promised.
     *
     * @throws IOException where that failed; what was appended is kept for the next call
     */
    public void flush() throws IOException {
        if (buffer.size() == 0) {
            return;
        }
        try {
            cut();
            dirty = true;
            Disk.writeFully(channel, ByteBuffer.wrap(buffer.array(), 0, buffer.size()));
            if (sync == Sync.ALWAYS) {
                channel.force(false);
            }
            dirty = false;
            written += buffer.size();
            buffer.clear();
        } catch (IOException e) {
            cutIfPossible();
            throw e;
        }
    }

    /** How much was appended and is not written, bytes. */
    public int pending() {
        return buffer.size();
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            flush();
        }
    }

    /** Closes without writing what is buffered: nobody was told of it. */
    public void abandon() throws IOException {
        cutIfPossible();
        channel.close();
    }

    private void cut() throws IOException {
        if (dirty) {
            channel.truncate(written);
            channel.position(written);
            dirty = false;
        }
    }

    /** At once, as what was half written takes room; where it cannot be, before the next attempt or at the next start. */
    private void cutIfPossible() {
        try {
            cut();
        } catch (IOException e) {
            dirty = true;
        }
    }
}
