package io.berth.live.journal;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.live.disk.DiskFault;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.DamagedMarkException;
import io.berth.live.journal.file.Disk;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.Sync;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * How far a journal was acknowledged: a small file beside its segments, written in place after frames are durable and before
 * anybody hears of them. So a journal that ends before its mark lost something that somebody was told of, and what is behind the
 * mark was told to nobody.
 *
 * <p>Two slots are written by turns, a page apart, so that a write that is cut off leaves the other. It is not forced with each
 * frame: after a loss of power it may be behind, never ahead. Of a journal whose frames survive a crash of the program alone
 * ({@link Sync#WRITTEN}) it says how late it was, and 0 frames, as nobody knows how many a loss of power leaves.
 */
final class AcknowledgedMark implements Closeable {
    /** No write of one slot touches the sector of the other. */
    private static final int SLOT_BYTES = 4096;

    private static final int BYTES = 2 * SLOT_BYTES;
    private static final byte[] MAGIC = "BERTHACK".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    /** Magic, format version, number of the write, frames, time of the last frame, CRC-32C of all of these. */
    private static final int USED_BYTES = 8 + 4 + 8 + 8 + 8 + 4;

    private final FileChannel channel;
    private final Sync sync;
    private final ByteSink slot = new ByteSink(USED_BYTES);
    private long writes;
    private Reached reached;

    /**
     * How far.
     *
     * @param frames so many, from the first
     * @param latestNanos the time of the latest frame that was ever acknowledged; later than the last of them where some were lost
     */
    record Reached(long frames, long latestNanos) {
        static final Reached NOTHING = new Reached(0, Long.MIN_VALUE);
    }

    private record Slot(long writes, Reached reached) {}

    private AcknowledgedMark(FileChannel channel, Sync sync, Reached reached) {
        this.channel = channel;
        this.sync = sync;
        this.reached = reached;
    }

    private static Path path(Path directory) {
        return directory.resolve(JournalFiles.ACKNOWLEDGED);
    }

    /** True where {@code directory} has a mark, whole or not. */
    static boolean exists(Path directory) {
        return Files.exists(path(directory), LinkOption.NOFOLLOW_LINKS);
    }

    /** Moves a damaged mark out of the journal; its new name. */
    static Path setAside(Path directory) {
        return JournalFiles.setAside(path(directory));
    }

    /** Makes the mark of the journal in {@code directory} anew, and keeps it open; one that is there goes on where the disk is full. */
    static AcknowledgedMark open(Path directory, Reached reached, Sync sync) throws IOException {
        long writes = 0;
        try {
            set(directory, reached, sync);
        } catch (IOException e) {
            if (!DiskFault.full(e) || !exists(directory)) {
                throw e;
            }
            writes = newest(path(directory)).writes();
        }
        AcknowledgedMark mark =
                new AcknowledgedMark(FileChannel.open(path(directory), StandardOpenOption.WRITE), sync, reached);
        mark.writes = writes;
        if (writes > 0) {
            mark.write(reached.frames(), reached.latestNanos());
        }
        return mark;
    }

    /** Makes the mark of the journal in {@code directory} anew; it is the old one or the new one after a crash. */
    static void set(Path directory, Reached reached, Sync sync) throws IOException {
        ByteSink first = new ByteSink(USED_BYTES);
        encode(new Slot(0, new Reached(promised(reached.frames(), sync), reached.latestNanos())), first);
        Disk.create(path(directory), Arrays.copyOf(first.toByteArray(), BYTES), sync);
    }

    /**
     * How far the journal in {@code directory} was acknowledged; {@link Reached#NOTHING} where it has no mark, as journals of
     * before have none.
     *
     * @throws DamagedMarkException where the mark is no longer what was written
     * @throws JournalException where a newer program wrote it
     */
    static Reached read(Path directory) {
        return exists(directory) ? newest(path(directory)).reached() : Reached.NOTHING;
    }

    private static Slot newest(Path path) {
        if (!Files.isRegularFile(path)) {
            throw damaged(path, "is no file");
        }
        byte[] bytes;
        try {
            if (Files.size(path) != BYTES) {
                throw damaged(path, "has " + Files.size(path) + " bytes instead of " + BYTES);
            }
            bytes = Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
        Slot newer = decode(path, bytes, 0);
        Slot second = decode(path, bytes, SLOT_BYTES);
        if (newer == null || second != null && second.writes() > newer.writes()) {
            newer = second;
        }
        if (newer == null) {
            throw damaged(path, "has a wrong checksum");
        }
        return newer;
    }

    /** Says that {@code frames} are durable, the last of {@code atNanos}; nobody may hear of that frame before this returns. */
    void write(long frames, long atNanos) throws IOException {
        reached = new Reached(promised(frames, sync), Math.max(atNanos, reached.latestNanos()));
        writes++;
        encode(new Slot(writes, reached), slot);
        ByteBuffer bytes = ByteBuffer.wrap(slot.array(), 0, slot.size());
        long at = writes % 2 * SLOT_BYTES;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private static long promised(long frames, Sync sync) {
        return sync == Sync.WRITTEN ? 0 : frames;
    }

    /** Puts it on the disk, where the journal promises that. */
    void force() throws IOException {
        if (sync == Sync.ALWAYS) {
            channel.force(false);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void encode(Slot value, ByteSink sink) {
        sink.clear();
        sink.raw(MAGIC, 0, MAGIC.length);
        sink.fixedInt(VERSION);
        sink.fixedLong(value.writes());
        sink.fixedLong(value.reached().frames());
        sink.fixedLong(value.reached().latestNanos());
        sink.fixedInt(checksum(sink.array(), 0));
    }

    private static @Nullable Slot decode(Path path, byte[] bytes, int from) {
        ByteSource source = new ByteSource(bytes, from + MAGIC.length, from + USED_BYTES);
        int version = source.fixedInt();
        long writes = source.fixedLong();
        Reached reached = new Reached(source.fixedLong(), source.fixedLong());
        boolean whole = Arrays.equals(bytes, from, from + MAGIC.length, MAGIC, 0, MAGIC.length)
                && source.fixedInt() == checksum(bytes, from);
        if (whole && version != VERSION) {
            throw new JournalException("the file " + path + " has format version " + version
                    + "; this program knows version " + VERSION + ": use the program that wrote it");
        }
        return whole ? new Slot(writes, reached) : null;
    }

    private static int checksum(byte[] bytes, int from) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, USED_BYTES - 4);
        return (int) checksum.getValue();
    }

    private static DamagedMarkException damaged(Path path, String problem) {
        return new DamagedMarkException("the file " + path + ", which says how far its journal was acknowledged, "
                + problem + ": restore it from a copy, or let " + DamagedJournalException.cure(path)
                + " make it anew from what the segments hold");
    }
}
