package io.berth.app.up.setting;

import io.berth.core.time.Nanos;
import io.berth.live.disk.DiskRoom;
import io.berth.live.disk.RoomNeeded;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Retention;

/**
 * What may be kept on the disk of the home. Bytes that are {@link #BY_SIZE} follow from the size of its file system.
 *
 * @param needed what must be free for submissions to be taken, bytes
 * @param reserve what is held back for what must be written on a full disk, bytes
 * @param output what tasks wrote, in sum, bytes; the output of jobs that run is never deleted
 * @param journal segments and snapshots, bytes
 * @param spanNanos how far back the journal reaches
 */
public record DiskOptions(long needed, long reserve, long output, long journal, long spanNanos) {
    static final long BY_SIZE = -1;

    /** Nothing was said but for how long. */
    static final DiskOptions STANDARD = new DiskOptions(BY_SIZE, BY_SIZE, BY_SIZE, BY_SIZE, 30 * Nanos.DAY);

    private static final long KIBIBYTE = 1L << 10;
    private static final long MEBIBYTE = 1L << 20;
    private static final long GIBIBYTE = 1L << 30;

    /** Segments and snapshots are so much smaller than all that is kept: what is deleted goes by whole ones. */
    private static final int PIECES = 8;

    /** A hundredth of the file system for the reserve, 64 MiB at most. */
    private static final int RESERVE_SHARE = 100;

    /** A tenth for output and for the journal each. */
    private static final int SHARE = 10;

    public DiskOptions {
        if (spanNanos < 0) {
            throw new IllegalArgumentException("The spanNanos (" + spanNanos + ") must not be negative.");
        }
    }

    /** What must be free on a file system like {@code room}. */
    public RoomNeeded needed(DiskRoom room) {
        RoomNeeded bySize = RoomNeeded.of(room);
        return needed == BY_SIZE ? bySize : bySize.withBytes(needed);
    }

    /** What tasks may have written in sum, bytes. */
    public long output(DiskRoom room) {
        return output == BY_SIZE ? Math.max(MEBIBYTE, room.totalBytes() / SHARE) : output;
    }

    /** How the journal is kept there: smaller in segments and snapshots where it may hold little. */
    public JournalOptions journal(DiskRoom room) {
        long most = journal == BY_SIZE ? Math.clamp(room.totalBytes() / SHARE, MEBIBYTE / 2, 10 * GIBIBYTE) : journal;
        long piece = Math.clamp(most / PIECES, 64 * KIBIBYTE, 64 * MEBIBYTE);
        long held = reserve == BY_SIZE
                ? Math.clamp(room.totalBytes() / RESERVE_SHARE, 256 * KIBIBYTE, 64 * MEBIBYTE)
                : reserve;
        return JournalOptions.LIVE
                .withSegmentBytes(piece)
                .withSnapshotBytes(piece)
                .withSnapshotNanos(Math.clamp(spanNanos / PIECES, Nanos.MINUTE, Nanos.DAY))
                .withRetention(new Retention(spanNanos, most))
                .withReserveBytes(held);
    }
}
