package io.berth.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryOnFullDiskTest {
    private static final String LINE =
            "{\"id\":%d,\"state\":\"failed\",\"exit_code\":%d,\"submit_nanos\":1,\"start_nanos\":2,\"end_nanos\":3,"
                    + "\"spec\":{\"name\":\"n\",\"command\":[\"true\"]}}";
    private static final int KEPT = 5;
    private static final int JOBS = 12;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 30})
    void everyJobThatEndedIsThereWhicheverChangeFailsFirstAndHoweverManyFail(int failures) throws IOException {
        List<JobEntry> ended = ended();
        long change = 0;
        for (boolean more = true; more; change++) {
            Path real = Files.createDirectories(folder.resolve(failures + "-" + change));
            FaultyDisk disk = new FaultyDisk(real);
            List<String> notes = new ArrayList<>();
            disk.failFrom(change, failures);
            try (JobHistory history = JobHistory.open(disk.root().resolve("history.jsonl"), KEPT, notes::add)) {
                ended.forEach(history);
                for (int attempt = 0; attempt <= failures; attempt++) {
                    history.retry();
                }
                disk.free();
            }
            more = disk.failed() > 0;
            assertThat(notes.size()).as("%s", notes).isLessThanOrEqualTo(4);
            try (JobHistory again = JobHistory.open(real.resolve("history.jsonl"), KEPT)) {
                assertThat(again.read())
                        .as("at %s", change)
                        .extracting(JobEntry::id)
                        .containsExactlyElementsOf(LongStream.rangeClosed(JOBS - KEPT + 1, JOBS)
                                .boxed()
                                .toList());
            }
        }
        assertThat(change).isGreaterThan(JOBS);
    }

    @Test
    void whatACrashLeftOfALineIsCutOff() throws IOException {
        Path file = folder.resolve("history.jsonl");
        String whole = LINE.formatted(1, 7);
        Files.writeString(file, whole + "\n" + LINE.formatted(2, 7).substring(0, 50));

        JobHistory.open(file, KEPT).close();

        assertThat(file).hasContent(whole);
        Files.writeString(file, whole.substring(0, 20), StandardOpenOption.TRUNCATE_EXISTING);
        JobHistory.open(file, KEPT).close();
        assertThat(file).isEmptyFile();
    }

    private List<JobEntry> ended() throws IOException {
        Path file = folder.resolve("lines");
        List<String> lines = new ArrayList<>();
        for (int job = 1; job <= JOBS; job++) {
            lines.add(LINE.formatted(job, job));
        }
        Files.write(file, lines);
        try (JobHistory history = JobHistory.open(file, JOBS)) {
            return history.read();
        }
    }
}
