package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Sync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalDirectoryTest {
    private static final JournalOptions SMALL = JournalOptions.SIMULATION.withSegmentBytes(500);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void framesOfEveryKindComeBackAsTheyWere(long seed) throws IOException {
        List<Frame> frames = new RandomFrames(seed).frames(300);

        JournalFolder.write(folder, frames, SMALL);

        assertThat(JournalFolder.read(folder)).isEqualTo(frames);
        assertThat(JournalFolder.files(folder, "segment-*")).hasSizeGreaterThan(10);
    }

    @Test
    void theSameFramesAreTheSameBytesHoweverTheyAreSynced() throws IOException {
        List<Frame> frames = new RandomFrames(6).frames(100);

        JournalFolder.write(folder.resolve("a"), frames, SMALL);
        JournalFolder.write(folder.resolve("b"), frames, SMALL.withSync(Sync.ALWAYS));

        List<Path> files = JournalFolder.files(folder.resolve("a"), "segment-*");
        assertThat(JournalFolder.files(folder.resolve("b"), "segment-*")).hasSameSizeAs(files);
        for (Path file : files) {
            assertThat(folder.resolve("b").resolve(file.getFileName())).hasSameBinaryContentAs(file);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEVER")
    void aFrameIsThereForAReaderAtOnceThatIsSyncedOrWritten(Sync sync) {
        List<Frame> frames = new RandomFrames(7).frames(20);
        JournalOptions options = JournalOptions.LIVE.withSync(sync);
        try (JournalDirectory journal = JournalDirectory.create(folder, 7, options)) {
            for (int i = 0; i < frames.size(); i++) {
                journal.append(frames.get(i));
                assertThat(JournalFolder.read(folder)).isEqualTo(frames.subList(0, i + 1));
            }
        }
    }

    @Test
    void segmentsAreNamedByTheirFirstFrame() throws IOException {
        JournalFolder.write(folder, new RandomFrames(8).frames(3), JournalOptions.SIMULATION.withSegmentBytes(1));

        assertThat(JournalFolder.files(folder, "segment-*"))
                .extracting(path -> path.getFileName().toString())
                .containsExactly(
                        "segment-00000000000000000000.berth",
                        "segment-00000000000000000001.berth",
                        "segment-00000000000000000002.berth");
    }

    @Test
    void aJournalIsNeverBegunOverAnother() {
        JournalFolder.write(folder, List.of(), SMALL);

        assertThatThrownBy(() -> JournalDirectory.create(folder, 7, SMALL))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("already");
    }

    @Test
    void twoWritersAreOneTooMany() throws IOException {
        try (JournalDirectory _ = JournalDirectory.create(folder, 7, SMALL)) {
            assertThatThrownBy(() -> RecoveredJournal.open(folder, SMALL))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("being written by another process");
            assertThatThrownBy(() -> JournalRepair.repair(folder)).hasMessageContaining("another process");
            assertThat(otherProcessMayLock()).isFalse();
        }
        assertThat(otherProcessMayLock()).isTrue();
        RecoveredJournal.open(folder, SMALL).journal().close();
    }

    /** The lock of the operating system, which this process cannot see as another would. */
    private boolean otherProcessMayLock() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockProbe.class.getName(),
                        folder.toString())
                .inheritIO()
                .start();
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Exits with 0 where it got the lock. */
    static final class LockProbe {
        public static void main(String[] args) throws IOException {
            try (JournalLock _ = JournalLock.take(Path.of(args[0]))) {
                System.exit(0);
            } catch (JournalException e) {
                System.exit(3);
            }
        }
    }

    @Test
    void filesThatAreNoPartOfAJournalAreNotTouched() throws IOException {
        Files.writeString(folder.resolve("thesis.tex"), "dear");

        assertThatThrownBy(() -> JournalDirectory.create(folder, 7, SMALL))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("thesis.tex")
                .hasMessageContaining("no part of a journal");
    }

    @Test
    void aClosedJournalTakesNoFrame() {
        JournalDirectory journal = JournalDirectory.create(folder, 7, SMALL);
        journal.close();
        journal.close();

        assertThatThrownBy(() -> journal.append(new RandomFrames(1).frame())).hasMessageContaining("closed");
    }

    @Test
    void filesWhoseWritingWasCutOffAreCleanedUp() throws IOException {
        Files.createDirectories(folder);
        Path cutOff = folder.resolve("segment-00000000000000000000.berth.tmp");
        Files.writeString(cutOff, "BER");

        JournalFolder.write(folder, new RandomFrames(9).frames(5), SMALL);

        assertThat(cutOff).doesNotExist();
        assertThat(JournalFolder.read(folder)).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource(Sync.class)
    void aJournalGoesOnWhereItEnded(Sync sync) {
        JournalOptions options = SMALL.withSync(sync).withSnapshotFrames(30);
        try (JournalDirectory journal = JournalDirectory.create(folder, 7, options)) {
            new RandomLife(1, new State(7), journal, RandomLife.snapshots(journal)).live(100);
        }
        List<Frame> before = JournalFolder.read(folder);
        RecoveredJournal recovered = RecoveredJournal.open(folder, options);
        Frame next = new Frame(before.getLast().atNanos() + 1, List.of(), null);
        try (JournalDirectory journal = recovered.journal()) {
            assertThat(journal.frames()).isEqualTo(101);
            journal.append(next);
        }

        assertThat(JournalFolder.read(folder))
                .hasSize(102)
                .startsWith(before.toArray(Frame[]::new))
                .endsWith(next);
    }
}
