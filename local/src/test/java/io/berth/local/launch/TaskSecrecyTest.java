package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arguments of a process can be read by everybody on the machine: those of no process on the way to a task hold anything of it. */
class TaskSecrecyTest {
    private static final String SECRET = "the-secret-of-a-task";
    private static final String WORD = "a-word-of-its-command";
    private static final int TASKS = 60;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Way.class)
    void noProcessOnTheWayToATaskShowsItsVariablesOrWords(Way way) {
        Set<String> seen = new ConcurrentSkipListSet<>();
        Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "TOKEN", SECRET);
        try (Workplace place = new Workplace(folder, way)) {
            Thread spy = Thread.ofPlatform().daemon().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    look(seen);
                }
            });
            for (int task = 0; task < TASKS; task++) {
                TaskKey key = new TaskKey(1, task, 1);
                assertThat(place.run(place.order(key, environment, List.of("/bin/sh", "-c", ":", WORD)))
                                .exitCode())
                        .isZero();
            }
            spy.interrupt();
        }
        assertThat(seen).noneMatch(line -> line.contains(SECRET));
        assertThat(seen).allMatch(line -> line.startsWith("/bin/sh\0-c\0:\0" + WORD));
    }

    private static void look(Set<String> seen) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String line = arguments(process);
                if (line.contains(SECRET) || line.contains(WORD)) {
                    seen.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String arguments(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void whatTheKernelWouldNotTakeIsRefusedWithTheReason() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            String huge = "x".repeat(CommandLine.MOST_TEXT_BYTES);
            TaskExit tooLong = place.run(place.order(KEY, Map.of("HUGE", huge), List.of("/bin/true")));
            assertThat(tooLong.cause()).isEqualTo(TaskExit.Cause.CANNOT_START);
            assertThat(tooLong.message()).contains("bytes at most").contains("HUGE");

            String part = "y".repeat(100_000);
            List<String> words = Stream.concat(
                            Stream.of("/bin/true"), Stream.generate(() -> part).limit(80))
                    .toList();
            TaskExit tooMuch = place.run(place.order(new TaskKey(7, 1, 1), Map.of(), words));
            assertThat(tooMuch.cause()).isEqualTo(TaskExit.Cause.CANNOT_START);
            assertThat(tooMuch.message()).contains("the command and the environment");

            Map<String, String> many = Stream.iterate(0, number -> number + 1)
                    .limit(CommandLine.MOST_TEXTS)
                    .collect(Collectors.toMap(number -> "N" + number, number -> ""));
            TaskExit tooMany = place.run(place.order(new TaskKey(7, 2, 1), many, List.of("/bin/true")));
            assertThat(tooMany.cause()).isEqualTo(TaskExit.Cause.CANNOT_START);
            assertThat(tooMany.message()).contains("variables");
        }
    }

    @Test
    void whatTheKernelJustTakesArrives() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            String large = "x".repeat(CommandLine.MOST_TEXT_BYTES - 32);
            List<String> argv = List.of("/bin/sh", "-c", "echo ${#LARGE} ${#1}", "sh", large);
            assertThat(place.run(place.order(KEY, Map.of("LARGE", large), argv)).exitCode())
                    .isZero();
            assertThat(place.output(KEY)).isEqualTo(large.length() + " " + large.length() + "\n");

            List<String> many = Stream.concat(
                            Stream.of("/bin/sh", "-c", "echo $#"),
                            Stream.generate(() -> "a b").limit(3L * CommandLine.MOST_TEXTS))
                    .toList();
            TaskKey other = new TaskKey(7, 1, 1);
            assertThat(place.run(place.order(other, Map.of(), many)).exitCode()).isZero();
            assertThat(place.output(other)).isEqualTo(3 * CommandLine.MOST_TEXTS - 1 + "\n");
        }
    }

    @Test
    void theLimitIsAQuarterOfTheStackWithinWhatTheKernelGives() {
        assertThat(CommandLine.mostBytes()).isBetween((long) CommandLine.MOST_TEXT_BYTES, 6L << 20);
    }
}
