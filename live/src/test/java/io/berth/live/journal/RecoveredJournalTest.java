package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Retention;
import io.berth.live.journal.file.Snapshot;
import io.berth.live.journal.file.Sync;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveredJournalTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.SIMULATION.withSegmentBytes(4_000).withSnapshotFrames(64);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void aSnapshotAndTheFramesAfterItLeadWhereAllFramesLead(long seed) {
        byte[] lived = JournalFolder.bytes(life(seed, 300, OPTIONS));

        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(recovered.snapshotFrames()).isEqualTo(256);
        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(lived);
        assertThat(JournalFolder.bytes(JournalFolder.replay(folder))).isEqualTo(lived);
        assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aSnapshotAtAnyFrameLeadsToTheSameEnd(long seed) {
        byte[] lived = JournalFolder.bytes(life(seed, 150, OPTIONS.withSnapshotFrames(0)));
        List<Frame> frames = JournalFolder.read(folder);
        Recovery whole = Recovery.recover(new State(seed));
        for (int at = 0; at < frames.size(); at++) {
            State snapshot = StateCodec.read(new ByteSource(JournalFolder.bytes(whole.state())));
            Recovery rest = Recovery.recover(snapshot);
            frames.subList(at, frames.size()).forEach(rest::apply);
            assertThat(Arrays.equals(JournalFolder.bytes(rest.state()), lived))
                    .as("snapshot at %d", at)
                    .isTrue();
            whole.apply(frames.get(at));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void decidingAgainFindsNoDecisionThatDiffers(long seed) {
        life(seed, 300, OPTIONS);
        JournalReader reader = JournalReader.open(folder);
        Recovery recovery = Recovery.redecide(new State(reader.seed()), Catalog.standard());
        reader.forEachRemaining(recovery::apply);

        assertThat(recovery.decisionsCompared()).isPositive();
        assertThat(recovery.firstDifference()).isNull();
    }

    /** A loss of power may leave a snapshot and the mark of a start, and not the frames that both were made of. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatWasWrittenOnlyGoesOnFromTheFramesThatAreLeft(long seed) throws IOException {
        JournalOptions written = OPTIONS.withSync(Sync.WRITTEN).withSegmentBytes(JournalOptions.MAX_SEGMENT_BYTES);
        life(seed, 300, written);
        RecoveredJournal.open(folder, written).journal().close();
        int all = JournalFolder.read(folder).size();
        List<Path> segments = JournalFolder.files(folder, "segment-*");
        try (FileChannel channel = FileChannel.open(segments.getFirst(), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 3);
        }
        for (Path later : segments.subList(1, segments.size())) {
            Files.delete(later);
        }

        RecoveredJournal recovered = RecoveredJournal.open(folder, written);
        recovered.journal().close();

        assertThat(JournalFolder.read(folder)).hasSizeBetween(1, all - 1);
        assertThat(recovered.setAside()).isNotEmpty();
        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(JournalFolder.bytes(JournalFolder.replay(folder)));
    }

    @Test
    void aDamagedSnapshotIsSetAsideAndTheOlderOneUsed() throws IOException {
        byte[] lived = JournalFolder.bytes(life(1, 300, OPTIONS));
        List<Path> snapshots = JournalFolder.files(folder, "snapshot-*");
        assertThat(snapshots).hasSize(2);
        JournalFolder.flip(snapshots.getLast(), 40);

        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(recovered.snapshotFrames()).isEqualTo(192);
        assertThat(recovered.setAside()).hasSize(1).allMatch(Files::exists);
        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(lived);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, 65, 200, 299})
    void howItWasBeforeAFrameIsWhatTheFramesUntilThenLeadTo(long frame) {
        life(3, 300, OPTIONS);
        List<Frame> frames = JournalFolder.read(folder);
        Recovery until = Recovery.recover(new State(3));
        frames.subList(0, (int) frame).forEach(until::apply);

        RecoveredJournal.Earlier earlier = RecoveredJournal.before(folder, frame);

        assertThat(JournalFolder.bytes(earlier.state())).isEqualTo(JournalFolder.bytes(until.state()));
        assertThat(earlier.reader().position()).isEqualTo(frame);
        assertThatThrownBy(() -> RecoveredJournal.before(folder, frames.size() + 1))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("ends before frame " + (frames.size() + 1));
    }

    @Test
    void withoutAnyUsableSnapshotAllFramesAreApplied() throws IOException {
        byte[] lived = JournalFolder.bytes(life(1, 300, OPTIONS));
        for (Path snapshot : JournalFolder.files(folder, "snapshot-*")) {
            Files.write(snapshot, new byte[3]);
        }

        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(recovered.snapshotFrames()).isZero();
        assertThat(JournalFolder.bytes(recovered.state())).isEqualTo(lived);
    }

    @Test
    void aSnapshotFlippedAtAnyByteIsNotUsed() throws IOException {
        byte[] lived = JournalFolder.bytes(life(1, 70, OPTIONS));
        Path snapshot = JournalFolder.files(folder, "snapshot-*").getFirst();
        byte[] whole = Files.readAllBytes(snapshot);
        for (int offset = 0; offset < whole.length; offset++) {
            JournalFolder.flip(snapshot, offset);
            assertThat(new Snapshot(snapshot, 64).read()).as("byte %d", offset).isNull();
            Files.write(snapshot, whole);
        }
        assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
    }

    @Test
    void aSnapshotThatIsAheadOfItsFramesIsSetAsideWhereNobodyKnowsWhatWasAcknowledged() throws IOException {
        life(1, 130, OPTIONS);
        JournalFolder.unmark(folder);
        List<Path> segments = JournalFolder.files(folder, "segment-*");
        Path last = segments.getLast();
        long first = Long.parseLong(last.getFileName().toString().substring(8, 28));
        assertThat(first).isEqualTo(128);
        Files.delete(last);
        Path before = segments.get(segments.size() - 2);
        Files.write(before, Arrays.copyOf(Files.readAllBytes(before), (int) Files.size(before) - 3));

        RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
        recovered.journal().close();

        assertThat(recovered.journal().frames()).isEqualTo(127);
        assertThat(recovered.snapshotFrames()).isEqualTo(64);
        assertThat(recovered.setAside()).hasSize(1);
        assertThat(recovered.torn()).isNotNull();
    }

    @Test
    void onlyTwoSnapshotsAreKeptAndSegmentsAreKeptByDefault() throws IOException {
        life(2, 1_000, OPTIONS);

        assertThat(JournalFolder.files(folder, "snapshot-*"))
                .extracting(path -> path.getFileName().toString())
                .containsExactly("snapshot-00000000000000000896.berth", "snapshot-00000000000000000960.berth");
        assertThat(JournalReader.open(folder).position()).isZero();
    }

    @Test
    void segmentsThatTheOlderSnapshotDoesNotNeedAreDeletedWhenAsked() throws IOException {
        byte[] lived = JournalFolder.bytes(life(2, 1_000, OPTIONS.withRetention(Retention.LEAST)));

        assertThat(JournalReader.open(folder).position()).isEqualTo(896);
        assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
        Files.delete(JournalFolder.files(folder, "snapshot-*").getLast());
        assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
        Files.delete(JournalFolder.files(folder, "snapshot-*").getLast());
        assertThatThrownBy(() -> RecoveredJournal.read(folder)).hasMessageContaining("begins with frame 896");
    }

    @Test
    void damageThatTheNewestSnapshotCoversCostsHistoryOnly() throws IOException {
        byte[] lived = JournalFolder.bytes(life(2, 300, OPTIONS));
        JournalFolder.flip(JournalFolder.files(folder, "segment-*").getFirst(), 100);

        assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
        JournalRepair.Report report = JournalRepair.repair(folder);

        assertThat(report.frames()).isEqualTo(301);
        assertThat(JournalReader.open(folder).position()).isEqualTo(256);
        assertThat(JournalFolder.bytes(RecoveredJournal.read(folder))).isEqualTo(lived);
    }

    @Test
    void aRunThatIsCutInTwoWritesTheSameFramesAsOneThatIsNot() {
        JournalOptions plain = OPTIONS.withSnapshotFrames(0);
        life(5, 100, plain);
        Path other = folder.resolve("../" + folder.getFileName() + "-other").normalize();
        var frames = JournalFolder.read(folder);
        JournalFolder.write(other, frames.subList(0, 40), plain);
        RecoveredJournal recovered = RecoveredJournal.open(other, plain);
        try (JournalDirectory journal = recovered.journal()) {
            frames.subList(40, frames.size()).forEach(journal::append);
        }
        assertThat(JournalFolder.read(other)).isEqualTo(frames);
    }

    private State life(long seed, int instants, JournalOptions options) {
        try (JournalDirectory journal = JournalDirectory.create(folder, seed, options)) {
            RandomLife life = new RandomLife(seed, new State(seed), journal, RandomLife.snapshots(journal));
            life.live(instants);
            return life.state();
        }
    }
}
