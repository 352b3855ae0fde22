package io.berth.testkit.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.engine.Recovery;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Journals that earlier builds wrote, by {@code testkit/golden/write}, mean to this build what they meant to those: beside each
 * stands what it told then. None is ever changed. {@code -Dberth.regenerate=true} writes what a new one tells, where nothing does.
 */
class GoldenJournalsTest {
    private static final Path GENERATIONS = Path.of("src", "test", "resources", "golden");
    private static final String PACKED = ".zip";

    @TempDir
    private Path folder;

    static List<Path> cases() throws IOException {
        try (Stream<Path> files = Files.walk(GENERATIONS)) {
            return files.filter(file -> file.toString().endsWith(PACKED))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void it_tells_what_it_told_the_build_that_wrote_it(Path packed) throws IOException {
        List<String> account = GoldenJournal.unpacked(packed, folder).account();
        Path told = account(packed);
        if (Boolean.getBoolean("berth.regenerate") && !Files.exists(told)) {
            Files.write(told, account);
        }
        assertThat(account).isEqualTo(Files.readAllLines(told));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void all_of_it_is_decided_as_it_was(Path packed) throws IOException {
        Recovery again = GoldenJournal.unpacked(packed, folder).redecided();

        assertThat(again.firstDifference()).isNull();
        assertThat(again.decisionsDifferent()).isZero();
        assertThat(again.decisionsCompared()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void it_is_taken_up_again_by_its_newest_snapshot_as_by_its_frames(Path packed) throws IOException {
        GoldenJournal journal = GoldenJournal.unpacked(packed, folder);
        List<Long> snapshots = journal.snapshots();
        List<String> all = StateText.shown(journal.recovered(Long.MAX_VALUE));
        for (long snapshot : snapshots) {
            assertThat(StateText.shown(journal.snapshot(snapshot)))
                    .isEqualTo(StateText.shown(journal.recovered(snapshot)));
            Recovery rest = journal.redecidedAfter(snapshot);
            assertThat(rest.firstDifference()).isNull();
            assertThat(StateText.shown(rest.state())).isEqualTo(all);
        }

        RecoveredJournal recovered = RecoveredJournal.open(folder, JournalOptions.SIMULATION);
        recovered.journal().close();

        assertThat(recovered.setAside()).isEmpty();
        assertThat(recovered.snapshotFrames()).isEqualTo(snapshots.isEmpty() ? 0 : snapshots.getLast());
        assertThat(StateText.shown(recovered.state())).isEqualTo(all);
        assertThat(StateText.shown(RecoveredJournal.read(folder))).isEqualTo(all);
    }

    @Test
    void each_generation_has_snapshots_and_all_kinds_of_decisions() throws IOException {
        TreeSet<Path> generations = new TreeSet<>();
        TreeSet<String> found = new TreeSet<>();
        for (Path packed : cases()) {
            Path generation = packed.getParent();
            generations.add(generation);
            GoldenJournal journal = GoldenJournal.unpacked(packed, Files.createTempDirectory(folder, "case"));
            if (!journal.snapshots().isEmpty() && journal.segments().size() > 1) {
                found.add(generation + " snapshot");
            }
            Files.readAllLines(account(packed)).stream()
                    .filter(line -> line.startsWith("decision "))
                    .forEach(line -> found.add(generation + " " + line.substring(0, line.indexOf(':'))));
        }

        assertThat(generations).isNotEmpty();
        for (Path generation : generations) {
            for (String kind : List.of("start", "stop", "reject", "promise", "window", "remember")) {
                assertThat(found).contains(generation + " decision " + kind);
            }
            assertThat(found).contains(generation + " snapshot");
        }
    }

    private static Path account(Path packed) {
        String name = packed.getFileName().toString();
        return packed.resolveSibling(name.substring(0, name.length() - PACKED.length()) + ".txt");
    }
}
