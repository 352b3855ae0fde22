package io.berth.live.journal;

import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.state.State;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.DamagedMarkException;
import io.berth.live.journal.file.Disk;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.Segment;
import io.berth.live.journal.file.SegmentHeader;
import io.berth.live.journal.file.Snapshot;
import io.berth.live.journal.file.Sync;
import io.berth.live.journal.file.TornTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the damage out of a journal, so that it can be recovered. Nothing is deleted: what has to go gets the ending {@code
 * .damaged}.
 *
 * <p>Damage in frames that the newest snapshot covers costs history, not state: the segments up to the damage are set aside.
 * Damage behind it costs all frames from there on, acknowledged ones too. The mark of what was acknowledged is set to what is left;
 * the time of the latest frame stays in it.
 */
public final class JournalRepair {
    private final Path directory;
    private final List<Path> setAside = new ArrayList<>();
    /** The time of the latest frame. */
    private long latest = Long.MIN_VALUE;

    private JournalRepair(Path directory) {
        this.directory = directory;
    }

    /**
     * What was done.
     *
     * @param frames how many frames the journal has now
     * @param lost how many frames behind them were acknowledged and are gone
     * @param latestNanos the time of the latest that was ever acknowledged, UTC nanoseconds
     * @param setAside the files made; empty where nothing was damaged
     */
    public record Report(long frames, long lost, long latestNanos, List<Path> setAside) {
        public Report {
            setAside = List.copyOf(setAside);
        }
    }

    /**
     * Repairs the journal in {@code directory}.
     *
     * @throws JournalException where another process writes it, or a newer program wrote it
     */
    public static Report repair(Path directory) {
        try (JournalLock _ = JournalLock.take(directory)) {
            return new JournalRepair(directory).run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot repair the journal " + directory, e);
        }
    }

    private Report run() throws IOException {
        AcknowledgedMark.Reached marked = mark();
        Snapshot base = newestSnapshot();
        long frames = 0;
        boolean whole = false;
        while (!whole && !JournalFiles.list(directory).segments().isEmpty()) {
            try {
                frames = readThrough(base, marked.frames());
                whole = true;
            } catch (DamagedJournalException e) {
                cut(e);
            }
        }
        frames = whole ? frames : 0;
        setSnapshotsAside(frames);
        if (whole && base != null) {
            setOldDamageAside(base.frames());
        }
        latest = Math.max(latest, marked.latestNanos());
        AcknowledgedMark.set(directory, new AcknowledgedMark.Reached(frames, latest), Sync.ALWAYS);
        return new Report(frames, Math.max(0, marked.frames() - frames), latest, setAside);
    }

    /** What was acknowledged; nothing where the mark is damaged, which then goes aside. */
    private AcknowledgedMark.Reached mark() {
        try {
            return AcknowledgedMark.read(directory);
        } catch (DamagedMarkException e) {
            setAside.add(AcknowledgedMark.setAside(directory));
            return AcknowledgedMark.Reached.NOTHING;
        }
    }

    /**
     * Applies all frames behind {@code base}; how many the journal has. What is torn off an acknowledged end is set aside, where
     * otherwise the next start would cut it.
     *
     * @throws DamagedJournalException where a frame cannot be read, or does not fit what came before it
     */
    private long readThrough(@Nullable Snapshot base, long acknowledged) throws IOException {
        JournalReader reader = JournalReader.openAt(directory, base == null ? 0 : base.frames(), 0);
        State state = base == null ? null : base.read();
        if (state == null && reader.position() == 0) {
            state = new State(reader.seed());
        }
        Recovery recovery = state == null ? null : Recovery.recover(state);
        long offset = reader.offset();
        for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
            apply(recovery, frame, reader, offset);
            offset = reader.offset();
        }
        TornTail torn = reader.torn();
        if (torn != null && reader.position() < acknowledged) {
            cutAt(torn.segment(), torn.offset());
        }
        latest = state == null ? latest : Math.max(latest, state.nowNanos());
        return reader.position();
    }

    private static void apply(@Nullable Recovery recovery, Frame frame, JournalReader reader, long offset) {
        if (recovery == null) {
            return;
        }
        try {
            recovery.apply(frame);
        } catch (CorruptRecordException e) {
            // The first of a segment follows its header, not what was read before it.
            boolean first = reader.header().firstFrame() == reader.position() - 1;
            throw new DamagedJournalException(
                    reader.segment().path(),
                    first ? SegmentHeader.BYTES : offset,
                    "its frame cannot be applied: " + e.getMessage());
        }
    }

    /** The newest unharmed snapshot of those that begin within the segments; null for none. */
    private @Nullable Snapshot newestSnapshot() {
        List<Segment> segments = JournalFiles.list(directory).segments();
        long first = segments.isEmpty() ? Long.MAX_VALUE : segments.getFirst().firstFrame();
        for (Snapshot snapshot : JournalFiles.list(directory).snapshots()) {
            boolean aligned = segments.stream().anyMatch(segment -> segment.firstFrame() == snapshot.frames());
            State state = aligned && snapshot.frames() >= first ? snapshot.read() : null;
            if (state != null && hasSeed(snapshot.frames(), state.seed())) {
                return snapshot;
            }
        }
        return null;
    }

    /** False where the segment that begins with {@code frame} is of another seed, so that recovery would not go on from there. */
    private boolean hasSeed(long frame, long seed) {
        try {
            return JournalReader.openAt(directory, frame, 0).seed() == seed;
        } catch (DamagedJournalException e) {
            // What is damaged goes when it is read through.
            return true;
        }
    }

    /** Ends the journal where {@code damage} begins. */
    private void cut(DamagedJournalException damage) throws IOException {
        List<Segment> segments = JournalFiles.list(directory).segments();
        Path damaged = damage.segment();
        boolean behind = false;
        for (Segment segment : segments) {
            if (segment.path().equals(damaged)) {
                behind = true;
                cutAt(damaged, damage.offset());
            } else if (behind) {
                setAside.add(JournalFiles.setAside(segment.path()));
            }
        }
        if (!behind) {
            throw new JournalException("cannot repair the journal " + directory + ": " + damage.getMessage());
        }
    }

    private void cutAt(Path segment, long offset) throws IOException {
        if (offset < SegmentHeader.BYTES) {
            setAside.add(JournalFiles.setAside(segment));
            return;
        }
        byte[] bytes = Files.readAllBytes(segment);
        Path rest = JournalFiles.aside(segment);
        Disk.create(rest, Arrays.copyOfRange(bytes, (int) offset, bytes.length), Sync.ALWAYS);
        setAside.add(rest);
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.truncate(offset);
            channel.force(true);
        }
        Disk.forceDirectory(segment);
    }

    /** Sets the snapshots aside that hold more than the {@code frames} which are left. */
    private void setSnapshotsAside(long frames) {
        for (Snapshot snapshot : JournalFiles.list(directory).snapshots()) {
            if (snapshot.frames() > frames) {
                setAside.add(JournalFiles.setAside(snapshot.path()));
            }
        }
    }

    /** Sets all segments before frame {@code base} aside where they cannot be read through to it. */
    private void setOldDamageAside(long base) {
        try {
            JournalReader reader = JournalReader.openAt(directory, 0, 0);
            while (reader.position() < base && reader.skip()) {
                // Only looks.
            }
        } catch (DamagedJournalException e) {
            for (Segment segment : JournalFiles.list(directory).segments()) {
                if (segment.firstFrame() < base) {
                    setAside.add(JournalFiles.setAside(segment.path()));
                }
            }
            for (Snapshot snapshot : JournalFiles.list(directory).snapshots()) {
                if (snapshot.frames() < base) {
                    setAside.add(JournalFiles.setAside(snapshot.path()));
                }
            }
        }
    }
}
