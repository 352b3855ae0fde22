package io.berth.live.journal;

import io.berth.core.engine.State;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A journal in a directory, open for writing by one thread. {@link #create} begins one; {@link RecoveredJournal#open} goes on
 * with one. After a failed write it takes nothing more: nobody knows what is on the disk then, only a recovery finds out.
 */
public final class JournalDirectory implements Journal, AutoCloseable {
    private final Path directory;
    private final JournalOptions options;
    private final JournalLock lock;
    private final SnapshotStore snapshots;
    private final AcknowledgedMark acknowledged;
    private final long seed;
    private SegmentWriter writer;
    private long frames;
    private long snapshotFrames;
    private long bytesSinceSnapshot;
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
        this.snapshots = new SnapshotStore(directory, options);
        this.seed = position.seed();
        this.frames = position.reached().frames();
        this.snapshotFrames = position.snapshotFrames();
        this.bytesSinceSnapshot = position.bytesSinceSnapshot();
        this.acknowledged = AcknowledgedMark.open(directory, position.reached(), options.sync());
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
            throw new UncheckedIOException("cannot begin a journal in " + directory, e);
        } catch (RuntimeException e) {
            release(lock);
            throw e;
        }
    }

    @Override
    public void append(Frame frame) {
        checkOpen();
        try {
            if (writer.size() >= options.segmentBytes()) {
                roll();
            }
            long before = writer.size();
            writer.append(frame);
            bytesSinceSnapshot += writer.size() - before;
            frames++;
            latestNanos = frame.atNanos();
            if (options.sync() == Sync.ALWAYS) {
                acknowledged.write(frames, latestNanos);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Makes a snapshot where one is due; call it after each frame, when {@code state} has it applied.
     *
     * <p>A snapshot begins a new segment: what is before it is not needed by it.
     */
    public void snapshotIfDue(State state) {
        long since = frames - snapshotFrames;
        boolean due = options.snapshotFrames() > 0
                && since > 0
                && (since >= options.snapshotFrames() || bytesSinceSnapshot >= options.snapshotBytes());
        if (due) {
            snapshot(state);
        }
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
            roll();
            snapshots.take(state);
            snapshotFrames = frames;
            bytesSinceSnapshot = 0;
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
        try (lock;
                acknowledged) {
            snapshots.finish();
            if (failure == null) {
                writer.close();
                acknowledge();
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

    /** The time of the latest frame that it ever had, UTC nanoseconds; those that damage cost count too. */
    public long latestNanos() {
        return Math.max(latestNanos, acknowledged.reached().latestNanos());
    }

    private void acknowledge() throws IOException {
        acknowledged.write(frames, latestNanos);
        acknowledged.force();
    }

    private void roll() throws IOException {
        writer.close();
        acknowledge();
        writer = SegmentWriter.create(directory, SegmentHeader.of(frames, seed), options.sync());
    }

    private void checkOpen() {
        if (closed || failure != null) {
            throw new IllegalStateException(
                    "The journal " + directory + (closed ? " is closed." : " could not be written before."), failure);
        }
        try {
            snapshots.check();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException cause) {
        failure = cause;
        return new UncheckedIOException("cannot write the journal " + directory + ": " + cause.getMessage(), cause);
    }
}
