package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class TaskOutputTest extends StartedTaskTest {
    private static final TaskKey START = new TaskKey(1007, 2, 9);

    private String last(long lines) throws IOException {
        TaskOutput output = TaskOutput.last(state, START, lines);
        StringBuilder text = new StringBuilder();
        for (byte[] bytes = output.next(7); bytes.length > 0; bytes = output.next(7)) {
            text.append(new String(bytes, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Test
    void theLastLinesAreReadOverAllFiles() throws IOException {
        Files.writeString(folder.resolve("output.log.2"), "one\ntwo\nthr");
        Files.writeString(folder.resolve("output.log.1"), "ee\nfour\n");
        Files.writeString(folder.resolve("output.log"), "five\nsix\n");

        assertThat(last(0)).isEmpty();
        assertThat(last(1)).isEqualTo("six\n");
        assertThat(last(2)).isEqualTo("five\nsix\n");
        assertThat(last(3)).isEqualTo("four\nfive\nsix\n");
        assertThat(last(4)).isEqualTo("three\nfour\nfive\nsix\n");
        assertThat(last(6)).isEqualTo("one\ntwo\nthree\nfour\nfive\nsix\n");
        assertThat(last(60)).isEqualTo("one\ntwo\nthree\nfour\nfive\nsix\n");
    }

    @Test
    void aLineWithoutItsEndCountsAndLongOnesAreWhole() throws IOException {
        String large = "x".repeat(200_000);
        Files.writeString(folder.resolve("output.log"), "a\n" + large + "\nend");

        assertThat(last(0)).isEmpty();
        assertThat(last(1)).isEqualTo("end");
        assertThat(last(2)).isEqualTo(large + "\nend");
        assertThat(TaskOutput.file(state, START)).isEqualTo(folder.resolve("output.log"));
    }

    @Test
    void aTaskThatHasNotWrittenHasNoLines() throws IOException {
        assertThat(last(5)).isEmpty();
        assertThat(TaskOutput.file(state, START)).isNull();
    }
}
