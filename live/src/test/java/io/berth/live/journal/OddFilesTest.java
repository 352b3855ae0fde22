package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.state.State;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies in a journal's place and is none is refused with what to do, or set aside. */
class OddFilesTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.SIMULATION.withSegmentBytes(800).withSnapshotFrames(16);

    @TempDir
    Path temporary;

    private Path folder;
    private byte[] lived;

    @BeforeEach
    void aJournal() {
        folder = temporary.resolve("journal");
        try (JournalDirectory journal = JournalDirectory.create(folder, 3, OPTIONS)) {
            RandomLife life = new RandomLife(3, new State(3), journal, RandomLife.snapshots(journal));
            life.live(40);
            lived = JournalFolder.bytes(life.state());
        }
    }

    @Test
    void aFileInPlaceOfTheFolderIsRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");

        assertRefused(() -> JournalDirectory.exists(file), file);
        assertRefused(() -> JournalDirectory.create(file, 1, OPTIONS), file);
        assertRefused(() -> RecoveredJournal.open(file, OPTIONS), file);
        assertRefused(() -> JournalRepair.repair(file), file);
    }

    @Test
    void aFolderInPlaceOfTheLockIsRefused() throws IOException {
        assertRefusedAsFolder(folder.resolve(JournalFiles.LOCK));
    }

    @Test
    void aFolderInPlaceOfASegmentIsRefused() throws IOException {
        assertRefusedAsFolder(JournalFolder.files(folder, "segment-*").getLast());
    }

    @Test
    void aSegmentThatIsTooLargeForOneIsRefusedUnread() throws IOException {
        Path segment = JournalFolder.files(folder, "segment-*").getLast();
        makeHuge(segment);

        assertThatThrownBy(() -> RecoveredJournal.open(folder, OPTIONS))
                .isInstanceOf(DamagedJournalException.class)
                .hasMessageContaining("none is that large");
    }

    @Test
    void oddSnapshotsAreSetAsideUnread() throws IOException {
        Path newest = JournalFolder.files(folder, "snapshot-*").getLast();
        Files.delete(newest);
        Files.createDirectory(newest);
        makeHuge(folder.resolve("snapshot-00000000000000000033.berth"));
        Files.write(folder.resolve("snapshot-00000000000000000034.berth"), new byte[0]);

        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(lived);
        assertThat(recovered.setAside()).hasSize(3).allMatch(Files::exists);
    }

    private static void makeHuge(Path file) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(5L << 30);
        }
    }

    private static void assertRefused(Runnable use, Path odd) {
        assertThatThrownBy(use::run)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(odd.toString())
                .hasMessageContaining("move it away");
    }

    private void assertRefusedAsFolder(Path file) throws IOException {
        Files.delete(file);
        Files.createDirectory(file);

        assertRefused(() -> RecoveredJournal.open(folder, OPTIONS), file);
    }
}
