package io.berth.app.demo;

import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a demo keeps its journal, by which its pages go back in time and compare strategies: the folder that was named, or else one of its
 * own in that of temporary files, which goes with it.
 *
 * @param folder null to keep none
 * @param temporary true where it goes with the demo
 */
record DemoJournal(@Nullable Path folder, boolean temporary) {
    /** Some hours of a demo; nobody is to find his disk full of one. */
    private static final long MOST_BYTES = 512L << 20;

    private static final long SEGMENT_BYTES = 16L << 20;

    /** Looking back goes through the frames since a snapshot. */
    private static final long SNAPSHOT_FRAMES = 20_000;

    static final String PREFIX = "berth-demo-";

    /** For a demo of {@code options}; {@code notes} hears why there is none. */
    static DemoJournal of(DemoOptions options, Consumer<String> notes) {
        if (options.journal() != null || options.console() == null) {
            return new DemoJournal(options.journal(), false);
        }
        try {
            // Only who started the demo may look into it.
            return new DemoJournal(Files.createTempDirectory(PREFIX), true);
        } catch (IOException e) {
            notes.accept("no journal is kept, so the pages do not go back in time: " + e.getMessage());
            return new DemoJournal(null, false);
        }
    }

    /** How it is kept. */
    JournalOptions options() {
        return temporary
                ? JournalOptions.LIVE
                        .withSegmentBytes(SEGMENT_BYTES)
                        .withSnapshotFrames(SNAPSHOT_FRAMES)
                        .withRetention(new Retention(Long.MAX_VALUE, MOST_BYTES))
                : JournalOptions.LIVE;
    }

    /** Deletes it where it goes with the demo. */
    void delete(Consumer<String> notes) {
        Path own = folder;
        if (!temporary || own == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(own)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            notes.accept("cannot delete " + own + ": " + e.getMessage());
        }
    }
}
