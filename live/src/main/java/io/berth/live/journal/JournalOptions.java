package io.berth.live.journal;

/**
 * How a journal is kept.
 *
 * @param sync when frames are forced to the disk
 * @param segmentBytes size from which a segment takes no further frame; at most {@link #MAX_SEGMENT_BYTES}
 * @param snapshotFrames a snapshot is due after so many frames; 0 for no snapshots
 * @param snapshotBytes a snapshot is due after so many bytes of frames; only where snapshots are made at all
 * @param keepAll true keeps all segments; false deletes those that are wholly older than the oldest kept snapshot
 */
public record JournalOptions(Sync sync, long segmentBytes, long snapshotFrames, long snapshotBytes, boolean keepAll) {
    /** A segment is read as a whole, into one array. */
    public static final long MAX_SEGMENT_BYTES = 1L << 30;

    /** The most that a segment can come to have: the frame that fills it may be as large as a frame can be. */
    static final long MOST_SEGMENT_BYTES = MAX_SEGMENT_BYTES + RecordFormat.HEAD_BYTES + RecordFormat.MOST_BYTES;

    private static final long MEBIBYTE = 1L << 20;

    /** Durable, with snapshots; for a system that runs. */
    public static final JournalOptions LIVE =
            new JournalOptions(Sync.ALWAYS, 64 * MEBIBYTE, 100_000, 64 * MEBIBYTE, true);

    /** Buffered, without snapshots; for a simulation whose inputs are still there when it is cut off. */
    public static final JournalOptions SIMULATION =
            new JournalOptions(Sync.NEVER, 64 * MEBIBYTE, 0, 64 * MEBIBYTE, true);

    public JournalOptions {
        if (segmentBytes < 1 || segmentBytes > MAX_SEGMENT_BYTES) {
            throw new IllegalArgumentException(
                    "The segmentBytes (" + segmentBytes + ") must be 1 to " + MAX_SEGMENT_BYTES + ".");
        }
        if (snapshotFrames < 0 || snapshotBytes < 1) {
            throw new IllegalArgumentException("The snapshotFrames (" + snapshotFrames
                    + ") must not be negative, the snapshotBytes (" + snapshotBytes + ") must be at least 1.");
        }
    }

    /** The same with segments of about {@code segmentBytes}. */
    public JournalOptions withSegmentBytes(long segmentBytes) {
        return new JournalOptions(sync, segmentBytes, snapshotFrames, snapshotBytes, keepAll);
    }

    /** The same with a snapshot after each {@code snapshotFrames} frames; 0 for none. */
    public JournalOptions withSnapshotFrames(long snapshotFrames) {
        return new JournalOptions(sync, segmentBytes, snapshotFrames, snapshotBytes, keepAll);
    }

    /** The same with segments that no kept snapshot needs deleted, or kept. */
    public JournalOptions withKeepAll(boolean keepAll) {
        return new JournalOptions(sync, segmentBytes, snapshotFrames, snapshotBytes, keepAll);
    }

    /** The same, synced as {@code sync} says. */
    public JournalOptions withSync(Sync sync) {
        return new JournalOptions(sync, segmentBytes, snapshotFrames, snapshotBytes, keepAll);
    }
}
