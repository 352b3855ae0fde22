package io.berth.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobHistoryTest {
    private static final String LINE =
            "{\"id\":%d,\"state\":\"finished\",\"exit_code\":0,\"submit_nanos\":1,\"start_nanos\":2,\"end_nanos\":3,"
                    + "\"spec\":{\"name\":\"%s\",\"command\":[\"true\"]}}";

    @TempDir
    Path folder;

    private List<JobEntry> read(List<String> lines) throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, lines);
        try (JobHistory history = JobHistory.open(file, 5_000)) {
            return history.read();
        }
    }

    @Test
    void manyLinesAreReadInTheOrderInWhichTheirJobsEnded() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 3_000; i > 0; i--) {
            lines.add(LINE.formatted(i, "n" + i % 7));
        }
        List<JobEntry> entries = read(lines);
        assertThat(entries).hasSize(3_000);
        for (int i = 0; i < 3_000; i++) {
            assertThat(entries.get(i).id()).isEqualTo(3_000 - i);
            assertThat(entries.get(i).spec().name()).isEqualTo("n" + (3_000 - i) % 7);
        }
    }

    @Test
    void whatIsNoWholeLineIsLeftOutAndTheOthersAreThere() throws Exception {
        String good = LINE.formatted(4, "a");
        List<JobEntry> entries = read(List.of(
                good.substring(0, 40),
                good.substring(0, good.length() - 1),
                "",
                "{\"spec\":{}}",
                LINE.formatted(5, "b").replace("finished", "exploded"),
                LINE.formatted(6, "c").replace("\"command\"", "\"comand\""),
                LINE.formatted(7, "it says ,\\\"spec\\\":{"),
                good));
        assertThat(entries).extracting(JobEntry::id).containsExactly(7L, 4L);
        assertThat(entries.getFirst().spec().name()).isEqualTo("it says ,\"spec\":{");
    }
}
