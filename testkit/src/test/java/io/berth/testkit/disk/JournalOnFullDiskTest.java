package io.berth.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.live.disk.DiskFullException;
import io.berth.live.journal.JournalCare;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Retention;
import io.berth.live.journal.file.Sync;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.SimulatedDay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal whose disk has no room at any of its changes: what was acknowledged is there, then and at the end. */
class JournalOnFullDiskTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final long SEED = 3;
    private static final int MOMENTS = 24;
    private static final JournalOptions OPTIONS =
            JournalOptions.LIVE.withSnapshotFrames(7).withSegmentBytes(2_000).withReserveBytes(100_000);

    @TempDir
    Path folder;

    /** Appends the frames of a day, and remembers which were acknowledged. */
    private static final class Day implements Journal, JournalCare {
        final List<Frame> acknowledged = new ArrayList<>();
        final List<String> notes = new ArrayList<>();
        final JournalDirectory journal;
        Runnable waiting = () -> {};
        int waits;

        Day(JournalDirectory journal) {
            this.journal = journal;
            journal.setCare(this);
        }

        @Override
        public void append(Frame frame) {
            journal.append(frame);
            acknowledged.add(frame);
        }

        @Override
        public void awaitRoom(IOException cause) {
            if (waits == 0) {
                waiting.run();
            }
            assertThat(++waits).as("attempts").isLessThan(100);
        }

        @Override
        public synchronized void note(String line) {
            notes.add(line);
        }

        State live(int moments) {
            Observer snapshots = new Observer() {
                @Override
                public void instant(Frame frame, State state) {
                    journal.snapshotIfDue(state);
                }
            };
            SimulatedDay day = new SimulatedDay(RandomDay.of(SEED, CATALOG), CATALOG, this, snapshots, 0);
            for (int i = 0; i < moments && day.moment(); i++) {
                // One after the other.
            }
            return day.state();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void whatWasAcknowledgedIsThereWhicheverChangeFailsFirstAndHoweverManyFail(int failures) throws IOException {
        long change = 0;
        for (boolean more = true; more; change++) {
            Path real = Files.createDirectories(folder.resolve(Long.toString(change)));
            FaultyDisk disk = new FaultyDisk(real);
            disk.failFrom(change, failures);
            Day day = new Day(create(disk));
            day.waiting = () -> assertRecovers(real.resolve("journal"), day.acknowledged);
            State state = day.live(MOMENTS);
            day.journal.close();
            more = disk.failed() > 0;

            assertThat(frames(real.resolve("journal"))).as("at %s", change).isEqualTo(day.acknowledged);
            assertThat(bytes(RecoveredJournal.read(real.resolve("journal"))))
                    .as("at %s", change)
                    .isEqualTo(bytes(state));
        }
        assertThat(change).isGreaterThan(2L * MOMENTS);
    }

    @ParameterizedTest
    @EnumSource
    void onlyAJournalThatPromisesItForcesAnythingToTheDisk(Sync sync) throws IOException {
        FaultyDisk disk = new FaultyDisk(folder);
        JournalOptions options = OPTIONS.withSync(sync);
        Day day = new Day(JournalDirectory.create(disk.root().resolve("journal"), SEED, options));
        day.live(MOMENTS);
        List<Frame> there = frames(folder.resolve("journal"));
        day.journal.close();
        RecoveredJournal.open(disk.root().resolve("journal"), options).journal().close();

        if (sync == Sync.NEVER) {
            assertThat(there).hasSizeLessThan(day.acknowledged.size());
        } else {
            assertThat(there).isEqualTo(day.acknowledged);
        }
        assertThat(disk.forced() > 0).isEqualTo(sync == Sync.ALWAYS);
    }

    /** Begins it as somebody does who starts again until it goes. */
    private static JournalDirectory create(FaultyDisk disk) {
        Path journal = disk.root().resolve("journal");
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                return JournalDirectory.exists(journal)
                        ? RecoveredJournal.open(journal, OPTIONS).journal()
                        : JournalDirectory.create(journal, SEED, OPTIONS);
            } catch (UncheckedIOException e) {
                assertThat(e.getCause()).hasMessageContaining("No space left on device");
            }
        }
        throw new AssertionError("it cannot be begun");
    }

    @Test
    void theReserveIsGivenBackBeforeAnybodyWaits() {
        FaultyDisk disk = new FaultyDisk(folder);
        Day day = new Day(create(disk));
        day.journal.reserve().refill(Long.MAX_VALUE);
        assertThat(day.journal.reserve().held()).isEqualTo(100_000);
        // Writing the record, then cutting off what is there of it.
        disk.failFrom(0, 1);

        day.live(1);

        assertThat(day.waits).isZero();
        assertThat(day.journal.reserve().held()).isEqualTo(100_000 - (64 << 10));
        day.journal.reserve().refill(10_000);
        assertThat(day.journal.reserve().held()).isEqualTo(100_000 - (64 << 10) + 10_000);
        day.journal.close();
    }

    @Test
    void whoDoesNotWaitLeavesAJournalThatEndsWithTheLastThatWasAcknowledged() {
        FaultyDisk disk = new FaultyDisk(folder);
        // Without snapshots: one in the making, beside the test, would take the failure that is meant for the record.
        Day day = new Day(JournalDirectory.create(disk.root().resolve("journal"), SEED, OPTIONS.withSnapshotFrames(0)));
        day.live(3);
        int before = day.acknowledged.size();
        disk.failFrom(0, 1);
        day.waiting = () -> {
            throw new DiskFullException("stopped");
        };

        assertThatThrownBy(() -> day.append(day.acknowledged.getLast())).isInstanceOf(DiskFullException.class);
        assertThatThrownBy(() -> day.append(day.acknowledged.getLast())).isInstanceOf(IllegalStateException.class);
        day.journal.close();

        assertThat(frames(folder.resolve("journal"))).hasSize(before).isEqualTo(day.acknowledged);
    }

    @Test
    void anErrorOfTheDeviceIsNoFullDisk() {
        FaultyDisk disk = new FaultyDisk(folder);
        Day day = new Day(create(disk));
        day.live(3);
        disk.breakFrom(0);

        assertThatThrownBy(() -> day.append(day.acknowledged.getLast()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("Input/output error");
        assertThat(day.waits).isZero();
        disk.free();
        day.journal.close();

        assertThat(frames(folder.resolve("journal"))).isEqualTo(day.acknowledged);
    }

    @Test
    void aJournalReachesBackAsFarAsItIsToldAndSaysFromWhere() throws IOException {
        Path journal = folder.resolve("journal");
        Day day = new Day(
                JournalDirectory.create(journal, SEED, OPTIONS.withRetention(new Retention(Long.MAX_VALUE, 9_000))));
        State state = day.live(200);
        day.journal.close();

        long begins = JournalReader.open(journal).position();
        assertThat(begins).isPositive();
        assertThat(day.notes)
                .anyMatch(note -> note.startsWith("the journal was shortened and begins with frame " + begins));
        assertThat(bytes(RecoveredJournal.read(journal))).isEqualTo(bytes(state));
        // Every moment from there on can be had again.
        assertThat(RecoveredJournal.before(journal, begins).state().instants()).isEqualTo(begins);
        assertThatThrownBy(() -> RecoveredJournal.before(journal, begins - 1))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("begins with frame " + begins);
    }

    @Test
    void aSnapshotComesInTimeWhereFewFramesDo() {
        Path journal = folder.resolve("journal");
        long span = 60_000_000_000L;
        Day day = new Day(JournalDirectory.create(
                journal, SEED, JournalOptions.LIVE.withSnapshotNanos(span).withRetention(Retention.LEAST)));
        day.live(200);
        day.journal.close();

        assertThat(RecoveredJournal.open(journal, JournalOptions.LIVE).snapshotFrames())
                .isPositive();
    }

    private static List<Frame> frames(Path journal) {
        List<Frame> frames = new ArrayList<>();
        JournalReader.open(journal).forEachRemaining(frames::add);
        return frames;
    }

    /** What a start would find that comes now, after a kill. */
    private void assertRecovers(Path journal, List<Frame> acknowledged) {
        try {
            Path copy = Files.createTempDirectory(folder, "copy");
            try (Stream<Path> files = Files.list(journal)) {
                for (Path file : files.toList()) {
                    copy(file, copy.resolve(file.getFileName()));
                }
            }
            RecoveredJournal.read(copy);
            List<Frame> found = frames(copy);
            assertThat(found.size()).isBetween(acknowledged.size(), acknowledged.size() + 1);
            assertThat(found.subList(0, acknowledged.size())).isEqualTo(acknowledged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path file, Path target) throws IOException {
        try {
            Files.copy(file, target);
        } catch (NoSuchFileException e) {
            // A snapshot that is being written, or an old one that was deleted meanwhile.
            return;
        }
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }
}
