package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.state.State;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of right checksums and wrong content are read, or said to be damaged; nothing else. */
class HostileJournalTest {
    private static final int LIVES = 8;
    private static final int JOURNALS = Integer.getInteger("berth.hostile.journals", 200);
    private static final JournalOptions OPTIONS =
            JournalOptions.SIMULATION.withSegmentBytes(4_000).withSnapshotFrames(24);

    @TempDir
    Path temporary;

    private interface Use {
        void of(Path folder);
    }

    @Test
    void everyUseOfAChangedJournalEndsWellOrSaysThatItIsDamaged() throws IOException {
        List<Path> lives = new ArrayList<>();
        for (int seed = 1; seed <= LIVES; seed++) {
            lives.add(life(seed));
        }
        long seed = Long.getLong("berth.hostile.seed", 1);
        int refused = 0;
        for (int i = 0; i < JOURNALS; i++) {
            Path folder = JournalFolder.copy(lives.get(i % LIVES), temporary.resolve("j" + i));
            new HostileFiles(seed * 1_000_000 + i).change(folder);
            String journal = "journal " + i + " of seed " + seed;
            refused += use(journal + " read", folder, RecoveredJournal::read) ? 1 : 0;
            use(journal + " redecided", folder, HostileJournalTest::redecide);
            use(journal + " before", folder, f -> RecoveredJournal.before(f, 40));
            use(journal + " within", folder, f -> JournalOrigin.within(f, 2_000));
            use(journal + " repaired", folder, JournalRepair::repair);
            // Whatever was there, a repaired journal opens, or is none.
            if (JournalDirectory.exists(folder)) {
                RecoveredJournal.open(folder, OPTIONS).journal().close();
            }
            delete(folder);
        }
        System.out.printf("%d of %d changed journals refused%n", refused, JOURNALS);
        assertThat(refused).isBetween(JOURNALS / 3, JOURNALS);
    }

    /** True where it was refused. */
    private static boolean use(String what, Path folder, Use use) {
        try {
            use.of(folder);
            return false;
        } catch (JournalException | CorruptRecordException e) {
            assertThat(e.getMessage()).as(what).isNotBlank();
            return true;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what + ": " + e, e);
        }
    }

    private static void redecide(Path folder) {
        JournalReader reader = JournalReader.open(folder);
        Recovery recovery = Recovery.redecide(new State(reader.seed()), Catalog.standard());
        reader.forEachRemaining(recovery::apply);
    }

    private Path life(int seed) {
        Path folder = temporary.resolve("life" + seed);
        if (seed % 4 == 0) {
            // Every kind of event, most of them of what is not there.
            JournalFolder.write(folder, new RandomFrames(seed).frames(60), OPTIONS);
            return folder;
        }
        try (JournalDirectory journal = JournalDirectory.create(folder, seed, OPTIONS)) {
            new RandomLife(seed, new State(seed), journal, RandomLife.snapshots(journal)).live(60);
        }
        return folder;
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : JournalFolder.files(folder, "*")) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
