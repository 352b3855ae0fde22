package io.berth.live.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.live.journal.file.DamagedJournalException;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.RecordFormat;
import io.berth.live.journal.file.SegmentHeader;
import io.berth.live.journal.file.Sync;
import io.berth.live.journal.file.TornTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash or a bad disk leaves behind: a torn end is cut, everything else is said. */
class DamageTest {
    private static final JournalOptions OPTIONS = JournalOptions.SIMULATION.withSegmentBytes(800);

    @TempDir
    Path temporary;

    private Path folder;
    private List<Frame> frames;
    private List<Path> segments;

    @BeforeEach
    void aJournalOfSeveralSegments() throws IOException {
        folder = temporary.resolve("journal");
        try (JournalDirectory journal = JournalDirectory.create(folder, 7, OPTIONS)) {
            new RandomLife(3, new State(7), journal).live(60);
        }
        frames = JournalFolder.read(folder);
        segments = JournalFolder.files(folder, "segment-*");
        assertThat(segments).hasSizeGreaterThan(2);
    }

    @Test
    void aLastRecordTornAtAnyByteIsCutWhereItWasNotAcknowledged() throws IOException {
        Path last = segments.getLast();
        byte[] whole = Files.readAllBytes(last);
        int start = lastRecord(whole);
        for (int end = start; end < whole.length; end++) {
            Files.write(last, Arrays.copyOf(whole, end));
            AcknowledgedMark.set(folder, new AcknowledgedMark.Reached(frames.size() - 1, 0), Sync.NEVER);
            assertThat(JournalFolder.read(folder)).isEqualTo(frames.subList(0, frames.size() - 1));

            RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
            recovered.journal().append(frames.getLast());
            recovered.journal().close();

            TornTail torn = end == start ? null : new TornTail(last, start, end - start);
            assertThat(recovered.torn()).isEqualTo(torn);
            assertThat(last).hasBinaryContent(whole);
        }
    }

    @Test
    void zerosBehindTheLastRecordAreCut() throws IOException {
        Path last = segments.getLast();
        byte[] whole = Files.readAllBytes(last);
        for (int zeros : new int[] {1, 8, 9, 4096}) {
            Files.write(last, Arrays.copyOf(whole, whole.length + zeros));

            RecoveredJournal recovered = RecoveredJournal.open(folder, OPTIONS);
            recovered.journal().close();

            assertThat(recovered.torn()).isEqualTo(new TornTail(last, whole.length, zeros));
            assertThat(last).hasBinaryContent(whole);
        }
    }

    @Test
    void ofAJournalWithoutAMarkAnyFlippedByteIsSaidWithFileAndOffsetOrIsInTheLastRecordAndCut() throws IOException {
        JournalFolder.unmark(folder);
        int cut = 0;
        int flipped = 0;
        for (Path segment : segments) {
            byte[] whole = Files.readAllBytes(segment);
            List<Integer> records = records(whole);
            for (int offset = 0; offset < whole.length; offset++) {
                JournalFolder.flip(segment, offset);
                flipped++;
                boolean inLast = segment.equals(segments.getLast()) && offset >= records.getLast();
                Throwable thrown = catchThrowable(() -> JournalFolder.read(folder));
                if (thrown == null) {
                    assertThat(inLast).as("byte %d of %s", offset, segment).isTrue();
                    assertThat(JournalFolder.read(folder)).isEqualTo(frames.subList(0, frames.size() - 1));
                    cut++;
                } else {
                    assertThat(thrown)
                            .isInstanceOf(DamagedJournalException.class)
                            .hasMessageContaining(segment.toString());
                    assertThat(((DamagedJournalException) thrown).segment()).isEqualTo(segment);
                    assertThat(((DamagedJournalException) thrown).offset()).isEqualTo(recordOf(records, offset));
                }
                Files.write(segment, whole);
            }
        }
        assertThat(cut).isPositive();
        assertThat(flipped).isGreaterThan(2_000);
    }

    @Test
    void aDamagedJournalIsNotChangedByTheAttemptToRecoverIt() throws IOException {
        Path middle = segments.get(1);
        JournalFolder.flip(middle, SegmentHeader.BYTES + 20);
        byte[] before = Files.readAllBytes(middle);

        assertThatThrownBy(() -> RecoveredJournal.open(folder, OPTIONS)).isInstanceOf(DamagedJournalException.class);
        assertThatThrownBy(() -> RecoveredJournal.open(folder, OPTIONS)).isInstanceOf(DamagedJournalException.class);

        assertThat(middle).hasBinaryContent(before);
        assertThat(JournalFolder.files(folder, "segment-*")).isEqualTo(segments);
    }

    @Test
    void aMissingSegmentIsSaidWithItsFrames() throws IOException {
        Files.delete(segments.get(1));

        assertThatThrownBy(() -> JournalFolder.read(folder))
                .isInstanceOf(DamagedJournalException.class)
                .hasMessageContaining("are missing")
                .hasMessageContaining(segments.get(2).toString());
    }

    @Test
    void aMissingFirstSegmentIsSaid() throws IOException {
        Files.delete(segments.getFirst());

        assertThatThrownBy(() -> RecoveredJournal.open(folder, OPTIONS))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("begins with frame");
    }

    @Test
    void aSegmentUnderAnotherNameIsRefused() throws IOException {
        Files.move(segments.getLast(), JournalFiles.segment(folder, 1_000_000));

        assertThatThrownBy(() -> JournalFolder.read(folder)).isInstanceOf(JournalException.class);
    }

    @Test
    void aSegmentOfAnotherJournalIsRefused() throws IOException {
        Path other = temporary.resolve("other");
        try (JournalDirectory journal = JournalDirectory.create(other, 8, OPTIONS)) {
            new RandomLife(3, new State(8), journal).live(60);
        }
        Path foreign = other.resolve(segments.get(1).getFileName());
        if (Files.exists(foreign)) {
            Files.write(segments.get(1), Files.readAllBytes(foreign));
            assertThatThrownBy(() -> JournalFolder.read(folder))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("seed");
        }
    }

    @Test
    void aFileThatOnlyHasTheNameOfASegmentIsRefused() throws IOException {
        Files.writeString(segments.getFirst(), "x".repeat(100));

        assertThatThrownBy(() -> JournalFolder.read(folder))
                .isInstanceOf(DamagedJournalException.class)
                .hasMessageContaining("does not begin as a Berth journal does");
    }

    @Test
    void repairSetsTheRestAsideAndTheJournalGoesOn() throws IOException {
        Path middle = segments.get(1);
        byte[] whole = Files.readAllBytes(middle);
        List<Integer> records = records(whole);
        int kept = 1;
        JournalFolder.flip(middle, records.get(kept) + 9);

        JournalRepair.Report report = JournalRepair.repair(folder);

        long expected = Long.parseLong(middle.getFileName().toString().substring(8, 28)) + kept;
        assertThat(report.frames()).isEqualTo(expected);
        assertThat(report.setAside()).hasSize(segments.size() - 1).allMatch(Files::exists);
        assertThat(JournalFolder.read(folder)).isEqualTo(frames.subList(0, (int) expected));
        assertThat(Files.size(report.setAside().getFirst())).isEqualTo(whole.length - records.get(kept));
        RecoveredJournal.open(folder, OPTIONS).journal().close();
    }

    @Test
    void repairOfAWholeJournalChangesNothing() throws IOException {
        JournalRepair.Report report = JournalRepair.repair(folder);

        assertThat(report.setAside()).isEmpty();
        assertThat(report.frames()).isEqualTo(frames.size());
        assertThat(JournalFolder.read(folder)).isEqualTo(frames);
    }

    @Test
    void repairAfterAnyFlippedByteLeadsToAJournalThatCanBeRead() throws IOException {
        for (Path segment : segments) {
            long size = Files.size(segment);
            for (long offset = 0; offset < size; offset += 13) {
                Path copy = JournalFolder.copy(folder, temporary.resolve("copy"));
                JournalFolder.flip(copy.resolve(segment.getFileName()), offset);
                JournalRepair.Report report = JournalRepair.repair(copy);
                if (report.frames() > 0) {
                    assertThat(JournalFolder.read(copy)).isEqualTo(frames.subList(0, (int) report.frames()));
                }
                for (Path file : JournalFolder.files(copy, "*")) {
                    Files.delete(file);
                }
            }
        }
    }

    private static int lastRecord(byte[] segment) {
        return records(segment).getLast();
    }

    /** Where the records of a whole segment begin. */
    private static List<Integer> records(byte[] segment) {
        List<Integer> offsets = new ArrayList<>();
        for (int at = SegmentHeader.BYTES; at < segment.length; ) {
            offsets.add(at);
            at += RecordFormat.HEAD_BYTES + RecordFormat.length(segment, at);
        }
        return offsets;
    }

    private static long recordOf(List<Integer> records, int offset) {
        return records.stream()
                .filter(start -> start <= offset)
                .mapToLong(Integer::longValue)
                .max()
                .orElse(0);
    }
}
