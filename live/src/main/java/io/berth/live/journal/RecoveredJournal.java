package io.berth.live.journal;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.journal.FrameCodec;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.SegmentHeader;
import io.berth.live.journal.file.SegmentWriter;
import io.berth.live.journal.file.Snapshot;
import io.berth.live.journal.file.TornTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A journal taken up again: the newest unharmed snapshot, the frames after it applied, and the place to write on.
 *
 * @param state as it was after the last whole frame
 * @param journal open for writing
 * @param snapshotFrames how many frames the snapshot used covers; 0 where none was used
 * @param torn what was cut off at the end, or null
 * @param setAside snapshots that could not be used
 * @param ends jobs that left in the frames that were applied, the last {@link #MOST_ENDS}
 */
public record RecoveredJournal(
        State state,
        JournalDirectory journal,
        long snapshotFrames,
        @Nullable TornTail torn,
        List<Path> setAside,
        List<JobEnd> ends) {
    /** So many frames that a snapshot covers are told of: whoever lost an answer asks again soon. */
    private static final long RETOLD_FRAMES = 8_192;

    /** As many jobs that left are told of. */
    public static final int MOST_ENDS = 10_000;

    public RecoveredJournal {
        setAside = List.copyOf(setAside);
        ends = List.copyOf(ends);
    }

    /** As {@link #open(Path, JournalOptions, Consumer)}, with nobody who follows. */
    public static RecoveredJournal open(Path directory, JournalOptions options) {
        return open(directory, options, frame -> {});
    }

    /**
     * Recovers the journal in {@code directory} and opens it for writing. A torn last record is cut.
     *
     * @param followed gets each frame that is applied, and before them the last of those that the snapshot covers, where they can be read
     * @throws DamagedJournalException where bytes that are needed are not what was written; nothing was changed then
     * @throws JournalException where there is none, another process writes it, or this program cannot read it
     */
    public static RecoveredJournal open(Path directory, JournalOptions options, Consumer<Frame> followed) {
        JournalLock lock = null;
        try {
            requireJournal(directory);
            lock = JournalLock.take(directory);
            return open(directory, options, followed, lock);
        } catch (IOException e) {
            JournalDirectory.release(lock);
            throw new UncheckedIOException("cannot open the journal " + directory, e);
        } catch (RuntimeException e) {
            JournalDirectory.release(lock);
            throw e;
        }
    }

    /** The state that the journal in {@code directory} leads to; nothing is changed, no lock is needed. */
    public static State read(Path directory) {
        requireJournal(directory);
        Start start = start(directory);
        Recovery recovery = start.recovery();
        start.reader.forEachRemaining(frame -> apply(recovery, frame, directory));
        return start.state;
    }

    /**
     * The state of a moment before the end, and what came after it.
     *
     * @param state as it was, for whoever asked alone
     * @param reader of the frames after it
     */
    public record Earlier(State state, JournalReader reader) {}

    /**
     * How the journal in {@code directory} was before frame {@code frame}; nothing is changed, no lock is needed. Frames from the
     * newest usable snapshot before it on are gone through, or all where there is none.
     *
     * @throws JournalException where the journal does not reach back so far, or cannot be read
     */
    public static Earlier before(Path directory, long frame) {
        requireJournal(directory);
        long acknowledged = AcknowledgedMark.read(directory).frames();
        Earlier from = null;
        for (Snapshot snapshot : JournalFiles.list(directory).snapshots()) {
            State state = from == null && snapshot.frames() <= frame ? snapshot.read() : null;
            JournalReader reader = state == null ? null : at(directory, snapshot.frames(), acknowledged);
            from = state == null || reader == null ? from : new Earlier(state, reader);
        }
        if (from == null) {
            JournalReader reader = JournalReader.open(directory);
            if (reader.position() > frame) {
                throw new JournalException("the journal " + directory + " begins with frame " + reader.position());
            }
            from = new Earlier(new State(reader.seed()), reader);
        }
        Recovery recovery = Recovery.recover(from.state());
        while (from.reader().position() < frame) {
            Frame next = from.reader().next();
            if (next == null) {
                throw new JournalException("the journal " + directory + " ends before frame " + frame);
            }
            apply(recovery, next, directory);
        }
        return from;
    }

    /** A frame of right checksums that cannot have come after those before it is damage too. */
    private static void apply(Recovery recovery, Frame frame, Path directory) {
        try {
            recovery.apply(frame);
        } catch (CorruptRecordException e) {
            throw new JournalException("the journal " + directory + " is damaged: " + e.getMessage()
                    + "; restore it from a copy, or repair it with "
                    + DamagedJournalException.cure(directory.resolve("segment"))
                    + ", which sets this frame and what follows aside");
        }
    }

    private static RecoveredJournal open(
            Path directory, JournalOptions options, Consumer<Frame> followed, JournalLock lock) throws IOException {
        AcknowledgedMark.Reached marked = AcknowledgedMark.read(directory);
        Start start = start(directory);
        JournalReader reader = start.reader;
        Ends ends = new Ends(new ArrayDeque<>());
        Recovery recovery = Recovery.recover(start.state, ends);
        retell(directory, start.snapshotFrames, followed);
        reader.forEachRemaining(frame -> {
            apply(recovery, frame, directory);
            followed.accept(frame);
        });
        JournalDirectory.deleteLeftovers(directory);
        List<Path> setAside = new ArrayList<>();
        for (Snapshot useless : start.useless) {
            setAside.add(JournalFiles.setAside(useless.path()));
        }
        // The catalog or the format may have changed since; their versions stand in a header, so that needs a segment
        // of its own.
        boolean same =
                reader.catalogVersion() == Catalog.VERSION && reader.header().version() == FrameCodec.VERSION;
        SegmentWriter writer = SegmentWriter.goOn(reader.segment().path(), reader.offset(), options.sync());
        if (!same) {
            writer.close();
            writer =
                    SegmentWriter.create(directory, SegmentHeader.of(reader.position(), reader.seed()), options.sync());
        }
        AcknowledgedMark.Reached reached =
                new AcknowledgedMark.Reached(reader.position(), Math.max(marked.latestNanos(), start.state.nowNanos()));
        JournalDirectory.Position position = new JournalDirectory.Position(
                reader.seed(), reached, start.snapshotFrames, writer.size() - SegmentHeader.BYTES);
        JournalDirectory journal = new JournalDirectory(directory, options, lock, writer, position);
        return new RecoveredJournal(
                start.state, journal, start.snapshotFrames, reader.torn(), setAside, List.copyOf(ends.last()));
    }

    /** Hands out the last frames before frame {@code end}; the state does without them. */
    private static void retell(Path directory, long end, Consumer<Frame> followed) {
        try {
            JournalReader reader = JournalReader.openAt(directory, Math.max(0, end - RETOLD_FRAMES));
            while (reader.position() < end) {
                Frame frame = reader.next();
                if (frame == null) {
                    return;
                }
                followed.accept(frame);
            }
        } catch (JournalException e) {
            // They were deleted, or are damaged: some answers cannot be given again.
            return;
        }
    }

    /** Keeps the jobs that left last. */
    private record Ends(ArrayDeque<JobEnd> last) implements Observer {
        @Override
        public void ended(JobEnd end) {
            last.addLast(end);
            if (last.size() > MOST_ENDS) {
                last.removeFirst();
            }
        }
    }

    /** Where a recovery begins. */
    private record Start(State state, JournalReader reader, long snapshotFrames, List<Snapshot> useless) {
        Recovery recovery() {
            return Recovery.recover(state);
        }
    }

    private static Start start(Path directory) {
        List<Snapshot> useless = new ArrayList<>();
        // A snapshot is made of frames that are durable; where the mark knows of any, one that is ahead of the frames
        // says
        // that some went.
        long acknowledged = AcknowledgedMark.read(directory).frames();
        for (Snapshot snapshot : JournalFiles.list(directory).snapshots()) {
            State state = snapshot.read();
            long needed = acknowledged > 0 ? Math.max(acknowledged, snapshot.frames()) : 0;
            JournalReader reader = state == null ? null : at(directory, snapshot.frames(), needed);
            if (state != null && reader != null && reader.seed() == state.seed()) {
                return new Start(state, reader, snapshot.frames(), useless);
            }
            useless.add(snapshot);
        }
        JournalReader reader = JournalReader.open(directory);
        if (reader.position() > 0) {
            throw new JournalException("the journal " + directory + " begins with frame " + reader.position()
                    + " and has no usable snapshot to begin from: bring back the segments before it, or a snapshot");
        }
        return new Start(new State(reader.seed()), reader, 0, useless);
    }

    /** A reader at {@code frame}, or null where the frames of the journal do not reach it. */
    private static @Nullable JournalReader at(Path directory, long frame, long acknowledged) {
        JournalReader reader = JournalReader.openAt(directory, frame, acknowledged);
        return reader.position() == frame ? reader : null;
    }

    private static void requireJournal(Path directory) {
        if (!JournalDirectory.exists(directory)) {
            throw new JournalException("there is no journal in " + directory);
        }
    }
}
