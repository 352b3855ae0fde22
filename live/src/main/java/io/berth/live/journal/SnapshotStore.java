package io.berth.live.journal;

import io.berth.core.journal.bytes.BufferLimitException;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.live.journal.file.Disk;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Segment;
import io.berth.live.journal.file.Snapshot;
import io.berth.live.journal.file.Sync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes snapshots beside the segments and deletes what they make superfluous. A durable journal writes them on a thread of
 * their own, so that the engine only waits for an image of the state; a simulated one at once.
 */
final class SnapshotStore {
    /** The newest, and one more for when the newest turns out to be damaged. */
    private static final int KEPT = 2;

    private final Path directory;
    private final JournalOptions options;
    private final Consumer<String> notes;
    private @Nullable Thread writer;
    private volatile boolean failed;
    /** The failures were told of, and none succeeded since. */
    private volatile boolean told;

    private volatile long lastBytes;
    private long lastNanos;

    /** @param notes hear on any thread what became of a snapshot, where that is worth a line */
    SnapshotStore(Path directory, JournalOptions options, Consumer<String> notes) {
        this.directory = directory;
        this.options = options;
        this.notes = notes;
        List<Snapshot> there = JournalFiles.list(directory).snapshots();
        if (!there.isEmpty()) {
            look(there.getFirst().path());
        }
    }

    private void look(Path newest) {
        try {
            lastBytes = Files.size(newest);
            lastNanos = modifiedNanos(newest);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + newest, e);
        }
    }

    /** How large the last is, bytes; 0 where there is none. */
    long lastBytes() {
        return lastBytes;
    }

    /** When the last that was there at first was made, UTC nanoseconds; 0 where there was none. */
    long lastNanos() {
        return lastNanos;
    }

    /** Writes a snapshot of {@code state}, unless the last is still being written: then the next will do. */
    void take(State state) throws IOException {
        Thread busy = writer;
        if (busy != null && busy.isAlive()) {
            return;
        }
        StateImage image = state.image();
        if (options.sync() == Sync.NEVER) {
            write(image);
            return;
        }
        writer = Thread.ofVirtual().name("berth-snapshot").start(() -> writeInBackground(image));
    }

    /** The bytes of a snapshot; null where there would be more than a buffer holds: the frames lead to the same state. */
    private static byte @Nullable [] encode(StateImage image) {
        try {
            return Snapshot.encode(image);
        } catch (BufferLimitException e) {
            return null;
        }
    }

    /** True, once, where one could not be written since the last call: another is wanted. */
    boolean takeFailed() {
        boolean was = failed;
        failed = false;
        return was;
    }

    /** Waits for a snapshot that is being written. */
    void finish() {
        Thread busy = writer;
        boolean interrupted = false;
        while (busy != null && busy.isAlive()) {
            try {
                busy.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Recovery does without: it takes an older one and more frames. */
    private void writeInBackground(StateImage image) {
        try {
            write(image);
            told = false;
        } catch (IOException | UncheckedIOException e) {
            failed = true;
            if (!told) {
                notes.accept("a snapshot of the journal cannot be written, will try again: " + e.getMessage());
            }
            told = true;
        }
    }

    private void write(StateImage image) throws IOException {
        byte[] bytes = encode(image);
        if (bytes == null) {
            return;
        }
        Disk.create(JournalFiles.snapshot(directory, image.instants()), bytes, options.sync());
        lastBytes = bytes.length;
        JournalFiles files = JournalFiles.list(directory);
        List<Snapshot> snapshots = files.snapshots();
        if (options.retention().all()) {
            for (int i = KEPT; i < snapshots.size(); i++) {
                Files.delete(snapshots.get(i).path());
            }
        } else if (snapshots.size() >= KEPT) {
            deleteBefore(snapshots.get(oldestKept(files)), files);
        }
    }

    /** The place of the snapshot that the journal is to begin with; older ones come later in the list. */
    private int oldestKept(JournalFiles files) throws IOException {
        List<Snapshot> snapshots = files.snapshots();
        long now = modifiedNanos(snapshots.getFirst().path());
        int oldest = KEPT - 1;
        for (int i = KEPT; i < snapshots.size(); i++) {
            // The frames between the older snapshot and this one are younger than this one.
            boolean young = now - modifiedNanos(snapshots.get(i - 1).path())
                    < options.retention().spanNanos();
            if (!young
                    || bytesFrom(snapshots.get(i).frames(), files)
                            > options.retention().bytes()) {
                return oldest;
            }
            oldest = i;
        }
        return oldest;
    }

    private static long modifiedNanos(Path file) throws IOException {
        return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
    }

    private static long bytesFrom(long frame, JournalFiles files) throws IOException {
        long bytes = 0;
        for (Segment segment : files.segments()) {
            bytes += segment.firstFrame() >= frame ? Files.size(segment.path()) : 0;
        }
        for (Snapshot snapshot : files.snapshots()) {
            bytes += snapshot.frames() >= frame ? Files.size(snapshot.path()) : 0;
        }
        return bytes;
    }

    /**
     * Deletes the snapshots before {@code first} and the segments all of whose frames come before it, the oldest first: a crash
     * leaves no gap.
     */
    private void deleteBefore(Snapshot first, JournalFiles files) throws IOException {
        for (Snapshot snapshot : files.snapshots().reversed()) {
            if (snapshot.frames() < first.frames()) {
                Files.delete(snapshot.path());
            }
        }
        List<Segment> segments = files.segments();
        int deleted = 0;
        while (deleted + 1 < segments.size() && segments.get(deleted + 1).firstFrame() <= first.frames()) {
            Files.delete(segments.get(deleted).path());
            deleted++;
        }
        if (deleted > 0) {
            notes.accept("the journal was shortened and begins with frame "
                    + segments.get(deleted).firstFrame() + ", of " + Files.getLastModifiedTime(first.path()));
        }
    }
}
