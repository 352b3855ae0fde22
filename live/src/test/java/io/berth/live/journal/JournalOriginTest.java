package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.engine.Recovery;
import io.berth.core.state.State;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalOriginTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.SIMULATION.withSegmentBytes(4_000).withSnapshotFrames(64);

    @TempDir
    Path folder;

    private byte[] lived = {};

    @BeforeEach
    void aJournalOfThreeHundredFramesWithTheSnapshots192And256() {
        try (JournalDirectory journal = JournalDirectory.create(folder, 3, OPTIONS)) {
            RandomLife life = new RandomLife(3, new State(3), journal, RandomLife.snapshots(journal));
            life.live(300);
            lived = JournalFolder.bytes(life.state());
        }
    }

    @Test
    void theWholeJournalIsReadWhereItIsSmallEnough() {
        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);

        assertThat(origin.reader().position()).isZero();
        assertThat(end(origin)).isEqualTo(lived);
    }

    @Test
    void aLongOneIsReadFromTheEarliestSnapshotThatIsNearEnough() {
        assertThat(JournalOrigin.within(folder, 0).reader().position()).isEqualTo(256);
        JournalOrigin origin = JournalOrigin.within(folder, bytesFrom(192));

        assertThat(origin.reader().position()).isEqualTo(192);
        assertThat(end(origin)).isEqualTo(lived);
    }

    @Test
    void aJournalWithoutItsBeginIsReadFromASnapshot() throws IOException {
        Files.delete(JournalFolder.files(folder, "segment-*").getFirst());

        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);

        assertThat(origin.reader().position()).isEqualTo(192);
        assertThat(end(origin)).isEqualTo(lived);
    }

    @Test
    void withoutBeginAndSnapshotThereIsNoOrigin() throws IOException {
        Files.delete(JournalFolder.files(folder, "segment-*").getFirst());
        for (Path snapshot : JournalFolder.files(folder, "snapshot-*")) {
            Files.delete(snapshot);
        }

        assertThatThrownBy(() -> JournalOrigin.within(folder, 1))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("no usable snapshot");
    }

    private long bytesFrom(long frame) {
        List<Segment> segments = JournalFiles.list(folder).segments();
        return segments.stream()
                .filter(segment -> segment.firstFrame() >= frame)
                .mapToLong(segment -> segment.path().toFile().length())
                .sum();
    }

    private static byte[] end(JournalOrigin origin) {
        Recovery recovery = Recovery.recover(origin.state());
        origin.reader().forEachRemaining(recovery::apply);
        return JournalFolder.bytes(recovery.state());
    }
}
