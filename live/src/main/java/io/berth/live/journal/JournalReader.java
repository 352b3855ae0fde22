package io.berth.live.journal;

import io.berth.core.journal.Frame;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.Segment;
import io.berth.live.journal.file.SegmentHeader;
import io.berth.live.journal.file.SegmentReader;
import io.berth.live.journal.file.TornTail;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the frames of a journal, one segment in memory at a time. It changes nothing and needs no lock: of a journal
 * that is being written it sees what was there when it came to the last segment.
 */
public final class JournalReader {
    private final List<Segment> segments;
    private final long acknowledged;
    private int current;
    private SegmentReader reader;
    private long position;

    private JournalReader(List<Segment> segments, int first, long acknowledged) {
        this.segments = segments;
        this.acknowledged = acknowledged;
        this.current = first;
        this.reader = read(first);
        this.position = segments.get(first).firstFrame();
    }

    /**
     * Reads from the first frame that is kept; {@link #position()} says which that is.
     *
     * @throws JournalException where there is no journal, or one that this program cannot read
     */
    public static JournalReader open(Path directory) {
        return openAt(directory, 0);
    }

    /** Reads from frame {@code frame}; {@link #position()} is lower where the journal ends before. */
    public static JournalReader openAt(Path directory, long frame) {
        // Before the segments: of a journal that is being written, they only come to hold more than the mark says.
        return openAt(directory, frame, AcknowledgedMark.read(directory).frames());
    }

    /** As {@link #openAt(Path, long)}, of a journal that must have {@code acknowledged} frames; 0 for as many as it has. */
    static JournalReader openAt(Path directory, long frame, long acknowledged) {
        List<Segment> segments = segments(directory, acknowledged);
        int first = 0;
        while (first + 1 < segments.size() && segments.get(first + 1).firstFrame() <= frame) {
            first++;
        }
        JournalReader journal = new JournalReader(segments, first, acknowledged);
        while (journal.position < frame && journal.skip()) {
            // Only counts.
        }
        return journal;
    }

    /** The seed of all chance in the journal. */
    public long seed() {
        return reader.header().seed();
    }

    /** The version of the catalog whose policies decided the frames of this segment. */
    public int catalogVersion() {
        return reader.header().catalogVersion();
    }

    /** The number of the next frame; the first of a journal is 0. */
    public long position() {
        return position;
    }

    /**
     * The next frame, or null at the end.
     *
     * @throws DamagedJournalException where its bytes are not what was written
     */
    public @Nullable Frame next() {
        Frame frame = reader.next();
        while (frame == null && nextSegment()) {
            frame = reader.next();
        }
        position += frame == null ? 0 : 1;
        return frame;
    }

    /** Hands all further frames to {@code each}, in order. */
    public void forEachRemaining(Consumer<Frame> each) {
        for (Frame frame = next(); frame != null; frame = next()) {
            each.accept(frame);
        }
    }

    /** Passes over the next frame; false at the end. */
    boolean skip() {
        boolean skipped = reader.skip();
        while (!skipped && nextSegment()) {
            skipped = reader.skip();
        }
        position += skipped ? 1 : 0;
        return skipped;
    }

    /** What was cut off at the end of the last segment; null where nothing was, or before the end. */
    public @Nullable TornTail torn() {
        return reader.torn();
    }

    /** The segment of the next frame. */
    Segment segment() {
        return segments.get(current);
    }

    SegmentHeader header() {
        return reader.header();
    }

    /** Where in its segment the next frame begins, bytes. */
    long offset() {
        return reader.offset();
    }

    private boolean nextSegment() {
        if (current + 1 == segments.size()) {
            return false;
        }
        Segment next = segments.get(current + 1);
        if (next.firstFrame() != position) {
            throw new DamagedJournalException(
                    next.path(),
                    0,
                    next.firstFrame() > position
                            ? "the frames " + position + " to " + (next.firstFrame() - 1) + " before it are missing"
                            : "it begins with frame " + next.firstFrame() + ", which the segment before it holds too");
        }
        long seed = seed();
        SegmentReader opened = read(current + 1);
        if (opened.header().seed() != seed) {
            throw new JournalException("journal segment " + next.path() + " has the seed "
                    + opened.header().seed() + ", the segment before it " + seed
                    + ": they are of two journals, move those of the other away");
        }
        reader = opened;
        current++;
        return true;
    }

    private SegmentReader read(int index) {
        return SegmentReader.open(segments.get(index), index + 1 == segments.size(), acknowledged);
    }

    private static List<Segment> segments(Path directory, long acknowledged) {
        List<Segment> segments = JournalFiles.list(directory).segments();
        if (segments.isEmpty()) {
            throw new JournalException("there is no journal in " + directory + ": it holds no segment"
                    + (acknowledged == 0
                            ? ""
                            : ", but " + acknowledged
                                    + " frames were acknowledged; bring its segments back from a copy,"
                                    + " or begin anew after "
                                    + DamagedJournalException.cure(directory.resolve("segment"))));
        }
        return segments;
    }
}
