package io.berth.live.journal;

import io.berth.core.engine.State;
import io.berth.core.journal.BufferLimitException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes snapshots beside the segments and deletes what they make superfluous. A durable journal writes them on a thread of
 * their own, so that the engine only waits for the state to be copied; a simulated one at once.
 */
final class SnapshotStore {
    /** The newest, and one more for when the newest turns out to be damaged. */
    private static final int KEPT = 2;

    private final Path directory;
    private final JournalOptions options;
    private @Nullable Thread writer;
    private volatile @Nullable IOException failure;

    SnapshotStore(Path directory, JournalOptions options) {
        this.directory = directory;
        this.options = options;
    }

    /** Writes a snapshot of {@code state}, unless the last is still being written: then the next will do. */
    void take(State state) throws IOException {
        check();
        Thread busy = writer;
        if (busy != null && busy.isAlive()) {
            return;
        }
        long frames = state.instants();
        byte[] bytes = encode(state);
        if (bytes == null) {
            return;
        }
        if (options.sync() == Sync.NEVER) {
            write(frames, bytes);
            return;
        }
        writer = Thread.ofVirtual().name("berth-snapshot").start(() -> writeInBackground(frames, bytes));
    }

    /** The bytes of a snapshot; null where there would be more than a buffer holds: the frames lead to the same state. */
    private static byte @Nullable [] encode(State state) {
        try {
            return Snapshot.encode(state);
        } catch (BufferLimitException e) {
            return null;
        }
    }

    /** Throws what a background write failed of. */
    void check() throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw new IOException("a snapshot could not be written: " + failed.getMessage(), failed);
        }
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

    private void writeInBackground(long frames, byte[] bytes) {
        try {
            write(frames, bytes);
        } catch (IOException e) {
            failure = e;
        } catch (UncheckedIOException e) {
            failure = e.getCause();
        }
    }

    private void write(long frames, byte[] bytes) throws IOException {
        Disk.create(JournalFiles.snapshot(directory, frames), bytes, options.sync());
        JournalFiles files = JournalFiles.list(directory);
        List<Snapshot> snapshots = files.snapshots();
        for (int i = KEPT; i < snapshots.size(); i++) {
            Files.delete(snapshots.get(i).path());
        }
        if (!options.keepAll() && snapshots.size() >= KEPT) {
            deleteBefore(snapshots.get(KEPT - 1).frames(), files.segments());
        }
    }

    /** Deletes the segments all of whose frames come before {@code frame}, the oldest first: a crash leaves no gap. */
    private static void deleteBefore(long frame, List<Segment> segments) throws IOException {
        for (int i = 0; i + 1 < segments.size(); i++) {
            if (segments.get(i + 1).firstFrame() > frame) {
                return;
            }
            Files.delete(segments.get(i).path());
        }
    }
}
