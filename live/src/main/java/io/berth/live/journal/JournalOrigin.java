package io.berth.live.journal;

import io.berth.core.state.State;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.Segment;
import io.berth.live.journal.file.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one who wants to know a journal's past begins to read: at its first frame, or at a snapshot where that is too far back.
 *
 * @param state as it was before the next frame of the reader
 * @param reader of all frames from there on
 */
public record JournalOrigin(State state, JournalReader reader) {
    /**
     * The earliest from which the frames have at most {@code bytes}; the newest there is where all have more. Nothing is changed,
     * and no lock is needed.
     *
     * @throws JournalException where there is no journal, or its first frames are gone and no snapshot stands for them
     */
    public static JournalOrigin within(Path directory, long bytes) {
        JournalFiles files = JournalFiles.list(directory);
        List<Snapshot> snapshots = files.snapshots().reversed();
        JournalReader first = JournalReader.open(directory);
        boolean whole = first.position() == 0;
        if (whole && (snapshots.isEmpty() || bytesFrom(files, 0) <= bytes)) {
            return new JournalOrigin(new State(first.seed()), first);
        }
        @Nullable JournalOrigin newest = null;
        for (Snapshot snapshot : snapshots) {
            JournalOrigin origin = at(directory, snapshot);
            newest = origin == null ? newest : origin;
            if (origin != null && bytesFrom(files, snapshot.frames()) <= bytes) {
                return origin;
            }
        }
        if (newest != null) {
            return newest;
        }
        if (!whole) {
            throw new JournalException("the journal " + directory + " begins with frame " + first.position()
                    + " and has no usable snapshot to begin from");
        }
        return new JournalOrigin(new State(first.seed()), first);
    }

    private static @Nullable JournalOrigin at(Path directory, Snapshot snapshot) {
        State state = snapshot.read();
        if (state == null) {
            return null;
        }
        JournalReader reader = JournalReader.openAt(directory, snapshot.frames());
        return reader.position() == snapshot.frames() ? new JournalOrigin(state, reader) : null;
    }

    /** The bytes of the segments that begin with frame {@code frame} or later; a snapshot begins a segment. */
    private static long bytesFrom(JournalFiles files, long frame) {
        long bytes = 0;
        try {
            for (Segment segment : files.segments()) {
                bytes += segment.firstFrame() >= frame ? Files.size(segment.path()) : 0;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the journal", e);
        }
        return bytes;
    }
}
