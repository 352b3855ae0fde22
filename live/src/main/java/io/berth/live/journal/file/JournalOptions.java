package io.berth.live.journal.file;

/**
 * How a journal is kept.
 *
 * @param sync when frames are forced to the disk
 * @param segmentBytes size from which a segment takes no further frame; at most {@link #MAX_SEGMENT_BYTES}
 * @param snapshotFrames a snapshot is due after so many frames; 0 for no snapshots
 * @param snapshotBytes a snapshot is due after so many bytes of frames; only where snapshots are made at all
 * @param snapshotNanos a snapshot is due after so long, of the cluster's time, if there were frames; 0 for no such bound
 * @param retention which segments are deleted when a snapshot was made
 * @param reserveBytes held back on the disk for when it is full
 */
public record JournalOptions(
        Sync sync,
        long segmentBytes,
        long snapshotFrames,
        long snapshotBytes,
        long snapshotNanos,
        Retention retention,
        long reserveBytes) {
    /** A segment is read as a whole, into one array. */
    public static final long MAX_SEGMENT_BYTES = 1L << 30;

    /** The most that a segment can come to have: the frame that fills it may be as large as a frame can be. */
    static final long MOST_SEGMENT_BYTES = MAX_SEGMENT_BYTES + RecordFormat.HEAD_BYTES + RecordFormat.MOST_BYTES;

    private static final long MEBIBYTE = 1L << 20;

    /** Durable, with snapshots; for a system that runs. */
    public static final JournalOptions LIVE =
            new JournalOptions(Sync.ALWAYS, 64 * MEBIBYTE, 100_000, 64 * MEBIBYTE, 0, Retention.ALL, 0);

    /** Buffered, without snapshots; for a simulation whose inputs are still there when it is cut off. */
    public static final JournalOptions SIMULATION =
            new JournalOptions(Sync.NEVER, 64 * MEBIBYTE, 0, 64 * MEBIBYTE, 0, Retention.ALL, 0);

    public JournalOptions {
        if (segmentBytes < 1 || segmentBytes > MAX_SEGMENT_BYTES) {
            throw new IllegalArgumentException(
                    "The segmentBytes (" + segmentBytes + ") must be 1 to " + MAX_SEGMENT_BYTES + ".");
        }
        if (snapshotFrames < 0 || snapshotBytes < 1 || snapshotNanos < 0 || reserveBytes < 0) {
            throw new IllegalArgumentException("The snapshotFrames (" + snapshotFrames + "), the snapshotNanos ("
                    + snapshotNanos + ") and the reserveBytes (" + reserveBytes
                    + ") must not be negative, the snapshotBytes (" + snapshotBytes + ") must be at least 1.");
        }
    }

    /** The same with segments of about {@code segmentBytes}. */
    public JournalOptions withSegmentBytes(long segmentBytes) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }

    /** The same with a snapshot after each {@code snapshotFrames} frames; 0 for none. */
    public JournalOptions withSnapshotFrames(long snapshotFrames) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }

    /** The same with a snapshot after so many bytes of frames. */
    public JournalOptions withSnapshotBytes(long snapshotBytes) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }

    /** The same with a snapshot after so long, of the cluster's time; 0 for no such bound. */
    public JournalOptions withSnapshotNanos(long snapshotNanos) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }

    /** The same, reaching back as {@code retention} says. */
    public JournalOptions withRetention(Retention retention) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }

    /** The same with so much held back on the disk. */
    public JournalOptions withReserveBytes(long reserveBytes) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }

    /** The same, synced as {@code sync} says. */
    public JournalOptions withSync(Sync sync) {
        return new JournalOptions(
                sync, segmentBytes, snapshotFrames, snapshotBytes, snapshotNanos, retention, reserveBytes);
    }
}
