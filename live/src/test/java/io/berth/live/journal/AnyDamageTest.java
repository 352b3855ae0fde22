package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.State;
import io.berth.live.damage.DamageCampaign;
import io.berth.live.journal.file.JournalOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small journal damaged anywhere is refused or whole, never less than was acknowledged. */
class AnyDamageTest {
    @TempDir
    Path temporary;

    @Test
    void bytesFlippedFilesRemovedAndCutsOfAJournalOfAProcessThatIsGone() throws IOException {
        Path running = temporary.resolve("running");
        Path folder;
        try (JournalDirectory journal = JournalDirectory.create(
                running, 5, JournalOptions.LIVE.withSegmentBytes(500).withSnapshotFrames(9))) {
            new RandomLife(5, new State(5), journal, RandomLife.snapshots(journal)).live(20);
            folder = JournalFolder.copy(running, temporary.resolve("killed"));
        }
        campaign(folder, Boolean.getBoolean("berth.full") ? Integer.MAX_VALUE : 400);
    }

    @Test
    void bytesFlippedFilesRemovedAndCutsOfAJournalThatWasClosed() throws IOException {
        Path folder = temporary.resolve("closed");
        JournalOptions options = JournalOptions.SIMULATION.withSegmentBytes(500).withSnapshotFrames(9);
        try (JournalDirectory journal = JournalDirectory.create(folder, 6, options)) {
            new RandomLife(6, new State(6), journal, RandomLife.snapshots(journal)).live(20);
        }
        campaign(folder, 200);
    }

    private static void campaign(Path folder, int most) throws IOException {
        assertThat(JournalFolder.files(folder, "segment-*")).hasSizeGreaterThan(1);
        assertThat(JournalFolder.files(folder, "snapshot-*")).isNotEmpty();
        DamageCampaign campaign = new DamageCampaign(folder);

        campaign.run(most, 1);

        assertThat(campaign.complaints()).isEmpty();
        assertThat(campaign.refused()).isGreaterThan(1_000);
        assertThat(campaign.whole()).isGreaterThan(1_000);
    }
}
