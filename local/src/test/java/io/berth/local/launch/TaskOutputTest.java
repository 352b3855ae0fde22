package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskOutputTest {
    @TempDir
    Path folder;

    @Test
    void bothStreamsGoToOneFileInTheOrderWritten() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            place.run("for n in 1 2 3 4 5; do echo out $n; echo err $n >&2; done");
            String expected = IntStream.rangeClosed(1, 5)
                    .mapToObj(number -> "out " + number + "\nerr " + number + "\n")
                    .collect(Collectors.joining());
            assertThat(place.output(KEY)).isEqualTo(expected);
        }
    }

    @Test
    void aLineCanBeReadWhileTheTaskRuns() throws IOException {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            place.launcher.start(
                    place.shell(KEY, "echo half a line | tr -d '\\n'; while [ ! -e go ]; do sleep 0.01; done"));
            Outcomes.until("output is there", () -> place.output(KEY).equals("half a line"));
            Files.createFile(place.scratch.resolve("go"));
            assertThat(place.outcomes.exit(KEY).exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void longOutputIsKeptInAFewFilesOfLimitedSize(Way way) throws IOException {
        long size = 64 << 10;
        try (Workplace place = new Workplace(folder, way, size, Workplace.shipped())) {
            assertThat(place.run("seq 1 200000").exitCode()).isZero();
            Path task = place.launcher.folder(KEY);
            StringBuilder kept = new StringBuilder();
            for (String file : List.of("output.log.3", "output.log.2", "output.log.1", "output.log")) {
                assertThat(Files.size(task.resolve(file))).isLessThanOrEqualTo(size);
                kept.append(Workplace.read(task.resolve(file)));
            }
            assertThat(task.resolve("output.log.4")).doesNotExist();
            String all = IntStream.rangeClosed(1, 200000)
                    .mapToObj(number -> number + "\n")
                    .collect(Collectors.joining());
            assertThat(all).endsWith(kept.toString());
            assertThat(kept.length()).isGreaterThan((int) (3 * size - 8192));
        }
    }

    @Test
    void outputInSmallPiecesIsNotLostAtTheChangeOfFiles() {
        try (Workplace place = new Workplace(folder, Way.GROUPS, 4096, Workplace.shipped())) {
            assertThat(place.run("n=0; while [ $n -lt 1500 ]; do echo $n; n=$((n+1)); done")
                            .exitCode())
                    .isZero();
            StringBuilder kept = new StringBuilder();
            for (String file : List.of("output.log.3", "output.log.2", "output.log.1", "output.log")) {
                kept.append(Workplace.read(place.launcher.folder(KEY).resolve(file)));
            }
            String all =
                    IntStream.range(0, 1500).mapToObj(number -> number + "\n").collect(Collectors.joining());
            assertThat(kept.toString()).isEqualTo(all);
        }
    }

    @Test
    void outputGoesToAnOrderedFolderWithAnyName() throws IOException {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            Path output = Files.createDirectory(place.scratch.resolve("it's $HOME\n-x"));
            TaskOrder order = new TaskOrder(
                    KEY, List.of("/bin/echo", "hello"), Map.of(), output, null, Limits.NONE, output, Duration.ZERO);
            assertThat(place.run(order).exitCode()).isZero();
            assertThat(output.resolve("output.log")).hasContent("hello");
        }
    }

    @Test
    void aTaskWhoseOutputCannotBeWrittenStillRuns() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskOrder order = new TaskOrder(
                    KEY,
                    List.of("/bin/sh", "-c", "seq 1 100000; echo done >result; exit 4"),
                    Map.of("PATH", "/usr/bin:/bin"),
                    place.scratch,
                    null,
                    Limits.NONE,
                    folder.resolve("gone"),
                    Duration.ZERO);
            assertThat(place.run(order).exitCode()).isEqualTo(4);
            assertThat(place.scratch.resolve("result")).hasContent("done");
        }
    }
}
