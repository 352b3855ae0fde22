package io.berth.live.journal;

import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.State;
import io.berth.live.disk.DiskFault;
import io.berth.live.disk.Reserve;
import io.berth.live.journal.file.DamagedMarkException;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.SegmentHeader;
import io.berth.live.journal.file.SegmentWriter;
import io.berth.live.journal.file.Sync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A journal in a directory, open for writing by one thread. {@link #create} begins one; {@link RecoveredJournal#open} goes on
 * with one.
 *
 * <p>On a full disk an append waits: room that was held back is given up, and {@link JournalCare} says how long it goes on trying.
 * Nothing is acknowledged meanwhile, and what was half written is cut off. After any other failed write it takes nothing more:
 * nobody knows what is on the disk then, only a recovery finds out. Snapshots and new segments can wait, and are tried again.
 */
public final class JournalDirectory implements Journal, AutoCloseable {
    /** The file beside the segments that holds room for when the disk is full. */
    public static final String RESERVE = ".reserve";

    /** What can wait is tried again after so many frames. */
    private static final long PATIENCE_FRAMES = 64;

    private final Path directory;
    private final JournalOptions options;
    private final JournalLock lock;
    private final SnapshotStore snapshots;
    private final AcknowledgedMark acknowledged;
    private final Reserve reserve;
    private final long seed;
    private JournalCare care = JournalCare.NONE;
    private SegmentWriter writer;
    private long frames;
    private long snapshotFrames;
    private long bytesSinceSnapshot;
    /** When the last was made; 0 where nobody knows. */
    private long snapshotNanos;
    /** True where a snapshot was due and could not be made. */
    private boolean missed;
    /** False where the last attempt to begin a segment failed. */
    private boolean rolls = true;
    /** Before so many frames nothing is tried again that can wait. */
    private long patientUntil;

    private @Nullable IOException failure;
    private long latestNanos = Long.MIN_VALUE;
    private boolean closed;

    /**
     * Where a journal goes on.
     *
     * @param reached how many frames it has, and the time of the latest
     * @param snapshotFrames how many of them the newest snapshot covers
     * @param bytesSinceSnapshot the size of the others
     */
    record Position(long seed, AcknowledgedMark.Reached reached, long snapshotFrames, long bytesSinceSnapshot) {}

    /** All frames up to {@code position} count as acknowledged from now on. */
    JournalDirectory(Path directory, JournalOptions options, JournalLock lock, SegmentWriter writer, Position position)
            throws IOException {
        this.directory = directory;
        this.options = options;
        this.lock = lock;
        this.writer = writer;
        this.snapshots = new SnapshotStore(directory, options, line -> care.note(line));
        this.reserve = new Reserve(directory.resolve(RESERVE), options.reserveBytes());
        this.seed = position.seed();
        this.frames = position.reached().frames();
        this.snapshotFrames = position.snapshotFrames();
        this.bytesSinceSnapshot = position.bytesSinceSnapshot();
        this.acknowledged = AcknowledgedMark.open(directory, position.reached(), options.sync());
        this.snapshotNanos = snapshots.lastNanos();
    }

    /** True where {@code directory} holds a journal, whole or not. */
    public static boolean exists(Path directory) {
        JournalFiles files = JournalFiles.list(directory);
        return !files.segments().isEmpty() || !files.snapshots().isEmpty() || wasAcknowledged(directory);
    }

    /** True where a mark alone says that there was a journal; one that cannot be read says so too. */
    private static boolean wasAcknowledged(Path directory) {
        try {
            return AcknowledgedMark.read(directory).frames() > 0;
        } catch (DamagedMarkException e) {
            return true;
        }
    }

    /**
     * Begins a journal in {@code directory}, which is made where it is missing.
     *
     * @param seed of all chance in the journal
     * @throws JournalException where there is one already, or other files, or another process writes there
     */
    public static JournalDirectory create(Path directory, long seed, JournalOptions options) {
        JournalLock lock = null;
        try {
            lock = JournalLock.take(directory);
            if (exists(directory)) {
                throw new JournalException("there is a journal in " + directory + " already: name another folder");
            }
            deleteLeftovers(directory);
            SegmentWriter writer = SegmentWriter.create(directory, SegmentHeader.of(0, seed), options.sync());
            // Of a journal that came to nothing the mark may still tell how late it was.
            Position start = new Position(seed, AcknowledgedMark.read(directory), 0, 0);
            return new JournalDirectory(directory, options, lock, writer, start);
        } catch (IOException e) {
            release(lock);
            throw new UncheckedIOException("cannot begin a journal in " + directory + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            release(lock);
            throw e;
        }
    }

    /** From now on {@code keeper} looks after it. */
    public void setCare(JournalCare keeper) {
        care = keeper;
    }

    /** The room that is held back for when the disk is full. */
    public Reserve reserve() {
        return reserve;
    }

    @Override
    public void append(Frame frame) {
        checkOpen();
        try {
            if (writer.size() >= options.segmentBytes() && frames >= patientUntil) {
                rollIfPossible();
            }
            long before = writer.size();
            append(writer, frame);
            bytesSinceSnapshot += writer.size() - before;
            frames++;
            latestNanos = frame.atNanos();
            if (options.sync() == Sync.ALWAYS) {
                markAcknowledged();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Appends, however long there is no room for it. */
    private void append(SegmentWriter to, Frame frame) throws IOException {
        try {
            to.append(frame);
        } catch (IOException e) {
            awaitRoom(e);
            while (to.pending() > 0) {
                flush(to);
            }
        }
    }

    private void flush(SegmentWriter to) throws IOException {
        try {
            to.flush();
        } catch (IOException e) {
            awaitRoom(e);
        }
    }

    /** The frame is durable; before anybody hears of it the mark says so. */
    private void markAcknowledged() throws IOException {
        boolean marked = false;
        while (!marked) {
            try {
                acknowledged.write(frames, latestNanos);
                marked = true;
            } catch (IOException e) {
                awaitRoom(e);
            }
        }
    }

    /** Comes back when it may go better the next time. */
    private void awaitRoom(IOException cause) throws IOException {
        if (options.sync() == Sync.NEVER || !DiskFault.full(cause)) {
            throw cause;
        }
        if (reserve.give(writer.pending()) > 0) {
            return;
        }
        try {
            care.awaitRoom(cause);
        } catch (RuntimeException e) {
            failure = cause;
            throw e;
        }
    }

    /**
     * Makes a snapshot where one is due; call it after each frame, when {@code state} has it applied.
     *
     * <p>A snapshot begins a new segment: what is before it is not needed by it.
     */
    public void snapshotIfDue(State state) {
        if (snapshots.takeFailed()) {
            patientUntil = frames + PATIENCE_FRAMES;
            missed = true;
        }
        long since = frames - snapshotFrames;
        boolean due = options.snapshotFrames() > 0
                && since > 0
                && (missed || since >= options.snapshotFrames() || largeEnough() || oldEnough(state.nowNanos()));
        if (due && frames >= patientUntil) {
            snapshot(state);
        }
    }

    /** A snapshot is worth as many bytes of frames as it takes itself. */
    private boolean largeEnough() {
        return bytesSinceSnapshot >= Math.max(options.snapshotBytes(), snapshots.lastBytes());
    }

    private boolean oldEnough(long nowNanos) {
        snapshotNanos = snapshotNanos == 0 ? nowNanos : snapshotNanos;
        return options.snapshotNanos() > 0 && nowNanos - snapshotNanos >= options.snapshotNanos();
    }

    /** Makes a snapshot now, if frames were appended since the last. */
    public void snapshot(State state) {
        checkOpen();
        if (state.instants() != frames) {
            throw new IllegalStateException(
                    "The state has " + state.instants() + " frames applied, the journal has " + frames + ".");
        }
        if (frames == snapshotFrames) {
            return;
        }
        try {
            if (!rollIfPossible()) {
                return;
            }
            snapshots.take(state);
            snapshotFrames = frames;
            snapshotNanos = state.nowNanos();
            bytesSinceSnapshot = 0;
            missed = false;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** How many frames it has; the number of the next. */
    public long frames() {
        return frames;
    }

    public Path directory() {
        return directory;
    }

    /** Writes what is buffered, waits for a snapshot in the making and gives the lock back. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        reserve.close();
        try (lock;
                acknowledged) {
            snapshots.finish();
            if (failure == null) {
                writer.close();
                acknowledgeIfPossible();
            } else {
                writer.abandon();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the journal " + directory, e);
        }
    }

    static void deleteLeftovers(Path directory) throws IOException {
        for (Path leftover : JournalFiles.list(directory).leftovers()) {
            Files.delete(leftover);
        }
    }

    static void release(@Nullable JournalLock lock) {
        if (lock == null) {
            return;
        }
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot give back the lock of a journal", e);
        }
    }

    /** Without room the mark stays where the last frame put it, and that it is behind does no harm. */
    private void acknowledgeIfPossible() throws IOException {
        try {
            acknowledge();
        } catch (IOException e) {
            if (!DiskFault.full(e)) {
                throw e;
            }
        }
    }

    private void acknowledge() throws IOException {
        acknowledged.write(frames, latestNanos);
        acknowledged.force();
    }

    /** Begins a new segment; where that cannot be done now, the one that is there goes on. */
    private boolean rollIfPossible() throws IOException {
        try {
            writer.flush();
            acknowledge();
            SegmentWriter next = SegmentWriter.create(directory, SegmentHeader.of(frames, seed), options.sync());
            SegmentWriter before = writer;
            // From here on nothing may be appended to the one before.
            writer = next;
            before.close();
            rolls = true;
            return true;
        } catch (IOException e) {
            if (options.sync() == Sync.NEVER || writer.size() >= JournalOptions.MAX_SEGMENT_BYTES) {
                throw e;
            }
            if (rolls) {
                care.note("a segment of the journal cannot be begun, will try again: " + e.getMessage());
            }
            rolls = false;
            patientUntil = frames + PATIENCE_FRAMES;
            return false;
        }
    }

    private void checkOpen() {
        if (closed || failure != null) {
            throw new IllegalStateException(
                    "The journal " + directory + (closed ? " is closed." : " could not be written before."), failure);
        }
    }

    private UncheckedIOException failed(IOException cause) {
        failure = cause;
        return new UncheckedIOException("cannot write the journal " + directory + ": " + cause.getMessage(), cause);
    }
}
