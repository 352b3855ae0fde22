package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.TornTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there, or its loss is said. */
class AcknowledgedMarkTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.LIVE.withSegmentBytes(800).withSnapshotFrames(16);

    @TempDir
    Path temporary;

    private Path folder;
    private byte[] lived;
    private List<Frame> frames;

    @BeforeEach
    void aJournalWhoseProcessIsGone() throws IOException {
        Path running = temporary.resolve("running");
        try (JournalDirectory journal = JournalDirectory.create(running, 3, OPTIONS)) {
            RandomLife life = new RandomLife(3, new State(3), journal, RandomLife.snapshots(journal));
            life.live(40);
            lived = JournalFolder.bytes(life.state());
            folder = JournalFolder.copy(running, temporary.resolve("journal"));
        }
        frames = JournalFolder.read(folder);
    }

    @Test
    void aLastSegmentThatIsGoneIsSaidThoughASnapshotCoversWhatIsBefore() throws IOException {
        Path last = JournalFolder.files(folder, "segment-*").getLast();
        Files.delete(last);

        for (var read : readers()) {
            assertThatThrownBy(read::run)
                    .isInstanceOf(DamagedJournalException.class)
                    .hasMessageContaining(frames.size() + " were acknowledged")
                    .hasMessageContaining("berth replay " + folder + " --repair");
        }
    }

    @Test
    void aFlippedByteInTheLastRecordIsSaid() throws IOException {
        Path last = JournalFolder.files(folder, "segment-*").getLast();
        JournalFolder.flip(last, Files.size(last) - 2);

        for (var read : readers()) {
            assertThatThrownBy(read::run)
                    .isInstanceOf(DamagedJournalException.class)
                    .hasMessageContaining("1 of them cannot be read");
        }
    }

    @Test
    void whatIsBehindTheMarkMayBeTornAndIsCut() throws IOException {
        Path last = JournalFolder.files(folder, "segment-*").getLast();
        byte[] whole = Files.readAllBytes(last);
        byte[] more = Arrays.copyOf(whole, whole.length + 30);
        Arrays.fill(more, whole.length, more.length, (byte) 1);
        Files.write(last, more);

        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(recovered.torn()).isEqualTo(new TornTail(last, whole.length, 30));
        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(lived);
    }

    @Test
    void aWriteOfTheMarkThatWasCutOffLeavesTheOneBefore() throws IOException {
        Path mark = folder.resolve(JournalFiles.ACKNOWLEDGED);
        byte[] whole = Files.readAllBytes(mark);
        AcknowledgedMark.Reached before = AcknowledgedMark.read(folder);
        assertThat(before.frames()).isEqualTo(frames.size());
        for (int slot : new int[] {0, 4096}) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, slot + 16, slot + 40, (byte) 7);
            Files.write(mark, torn);
            assertThat(AcknowledgedMark.read(folder).frames()).isBetween(before.frames() - 1, before.frames());
            assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
        }
    }

    @Test
    void aMarkThatIsNoLongerWhatWasWrittenIsRefusedUntilItIsRepaired() throws IOException {
        Path mark = folder.resolve(JournalFiles.ACKNOWLEDGED);
        for (byte[] wrong : List.of(new byte[0], new byte[100], new byte[8192], new byte[1 << 20])) {
            Files.write(mark, wrong);
            for (var read : readers()) {
                assertThatThrownBy(read::run)
                        .isInstanceOf(JournalException.class)
                        .hasMessageContaining(mark.toString())
                        .hasMessageContaining("--repair");
            }
            JournalRepair.Report report = JournalRepair.repair(folder);
            assertThat(report.frames()).isEqualTo(frames.size());
            assertThat(report.setAside()).hasSize(1).allMatch(Files::exists);
            assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
        }
    }

    @Test
    void aMarkOfANewerProgramIsNotTakenForDamage() throws IOException {
        Path mark = folder.resolve(JournalFiles.ACKNOWLEDGED);
        JournalFolder.writeNewerMark(mark);

        assertThatThrownBy(() -> RecoveredJournal.read(folder))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("use the program that wrote it");
        assertThatThrownBy(() -> JournalRepair.repair(folder)).hasMessageContaining("use the program that wrote it");
    }

    @Test
    void repairSaysWhatIsLostAndKeepsHowLateItWas() throws IOException {
        Path last = JournalFolder.files(folder, "segment-*").getLast();
        long first = Long.parseLong(last.getFileName().toString().substring(8, 28));
        long latest = AcknowledgedMark.read(folder).latestNanos();
        assertThat(latest).isEqualTo(frames.getLast().atNanos());
        Files.delete(last);

        JournalRepair.Report report = JournalRepair.repair(folder);

        assertThat(report.frames()).isEqualTo(first);
        assertThat(report.lost()).isEqualTo(frames.size() - first);
        assertThat(JournalFolder.read(folder)).isEqualTo(frames.subList(0, (int) first));
        assertThat(report.latestNanos()).isEqualTo(latest);
        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();
        assertThat(recovered.state().nowNanos()).isLessThan(latest);
        assertThat(AcknowledgedMark.read(folder).latestNanos()).isEqualTo(latest);
    }

    @Test
    void whatRepairFindsTornOfAnAcknowledgedEndIsSetAside() throws IOException {
        Path last = JournalFolder.files(folder, "segment-*").getLast();
        JournalFolder.flip(last, Files.size(last) - 2);

        JournalRepair.Report report = JournalRepair.repair(folder);

        assertThat(report.lost()).isEqualTo(1);
        assertThat(report.setAside()).hasSize(1).allMatch(Files::exists);
        assertThat(JournalFolder.read(folder)).isEqualTo(frames.subList(0, frames.size() - 1));
    }

    @Test
    void aFolderWithAMarkAloneIsNotBegunAnew() throws IOException {
        for (Path file : JournalFolder.files(folder, "s*")) {
            Files.delete(file);
        }

        assertThat(JournalDirectory.exists(folder)).isTrue();
        assertThatThrownBy(() -> RecoveredJournal.open(folder, OPTIONS))
                .hasMessageContaining("holds no segment, but " + frames.size() + " frames were acknowledged");
        assertThat(JournalRepair.repair(folder).lost()).isEqualTo(frames.size());
        assertThat(JournalDirectory.exists(folder)).isFalse();
        JournalDirectory.create(folder, 3, OPTIONS).close();
        assertThat(AcknowledgedMark.read(folder))
                .isEqualTo(new AcknowledgedMark.Reached(0, frames.getLast().atNanos()));
    }

    @Test
    void aJournalWithoutAMarkIsReadAsBeforeAndGetsOne() throws IOException {
        JournalFolder.unmark(folder);
        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(lived);
        assertThat(AcknowledgedMark.read(folder).frames()).isEqualTo(frames.size());
    }

    private List<Runnable> readers() {
        return List.of(
                () -> RecoveredJournal.open(folder, OPTIONS),
                () -> RecoveredJournal.read(folder),
                () -> RecoveredJournal.before(folder, frames.size()),
                () -> JournalFolder.read(folder),
                () -> JournalOrigin.within(folder, 1_000).reader().forEachRemaining(frame -> {}));
    }
}
