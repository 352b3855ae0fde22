package io.berth.live.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes the damage out of a journal, so that it can be recovered. Nothing is deleted: what has to go gets the ending {@code
 * .damaged}.
 *
 * <p>Damage in frames that the newest snapshot covers costs history, not state: the segments up to the damage are set aside.
 * Damage behind it costs all frames from there on, acknowledged ones too.
 */
public final class JournalRepair {
    private final Path directory;
    private final List<Path> setAside = new ArrayList<>();

    private JournalRepair(Path directory) {
        this.directory = directory;
    }

    /**
     * What was done.
     *
     * @param frames how many frames the journal has now
     * @param setAside the files made; empty where nothing was damaged
     */
    public record Report(long frames, List<Path> setAside) {
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
        long base = newestSnapshot();
        while (!JournalFiles.list(directory).segments().isEmpty()) {
            try {
                JournalReader reader = JournalReader.openAt(directory, base);
                reader.forEachRemaining(frame -> {});
                long frames = reader.position();
                setSnapshotsAside(frames);
                setOldDamageAside(base);
                return new Report(frames, setAside);
            } catch (DamagedJournalException e) {
                cut(e);
            }
        }
        setSnapshotsAside(0);
        return new Report(0, setAside);
    }

    /** How many frames the newest unharmed snapshot covers, of those that begin within the segments; 0 for none. */
    private long newestSnapshot() {
        List<Segment> segments = JournalFiles.list(directory).segments();
        long first = segments.isEmpty() ? Long.MAX_VALUE : segments.getFirst().firstFrame();
        for (Snapshot snapshot : JournalFiles.list(directory).snapshots()) {
            boolean aligned = segments.stream().anyMatch(segment -> segment.firstFrame() == snapshot.frames());
            if (aligned && snapshot.frames() >= first && snapshot.read() != null) {
                return snapshot.frames();
            }
        }
        return 0;
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
        Files.write(rest, Arrays.copyOfRange(bytes, (int) offset, bytes.length), StandardOpenOption.CREATE_NEW);
        force(rest);
        setAside.add(rest);
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.truncate(offset);
            channel.force(true);
        }
        Disk.forceDirectory(segment);
    }

    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
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
        if (base == 0) {
            return;
        }
        try {
            JournalReader reader = JournalReader.open(directory);
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
