package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskFolders;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.limit.Limits;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskRunningTest {
    /** Bits of what the kernel calls SigIgn. */
    private static final int HANG_UP = 1;

    private static final int INTERRUPT = 2;
    private static final int QUIT = 4;

    private static final List<String> HOSTILE = List.of(
            "",
            " ",
            "a b",
            "it's",
            "'",
            "\"",
            "$(touch broken)",
            "`touch broken`",
            "\\",
            "\\n",
            "line\nline",
            "\n",
            "-n",
            "--",
            "-",
            "*",
            "~",
            "# end",
            "'; touch broken; '",
            "!x",
            "a=b",
            "😀 ü",
            IntStream.rangeClosed(1, 0x2fff).mapToObj(Character::toString).collect(Collectors.joining()));

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Way.class)
    void exitCodesAndSignalsAreToldApart(Way way) {
        assumeTrue(way != Way.BASH || !ignored(INTERRUPT), "bash passes on that SIGINT is ignored here");
        Map<String, TaskExit.Cause> causes = new LinkedHashMap<>();
        causes.put("exit 0", TaskExit.Cause.CODE);
        causes.put("exit 3", TaskExit.Cause.CODE);
        causes.put("exit 137", TaskExit.Cause.CODE);
        causes.put("exit 255", TaskExit.Cause.CODE);
        causes.put("kill -9 $$", TaskExit.Cause.SIGNAL);
        causes.put("kill -15 $$", TaskExit.Cause.SIGNAL);
        causes.put("kill -2 $$", TaskExit.Cause.SIGNAL);
        causes.put("kill -13 $$", TaskExit.Cause.SIGNAL);
        try (Workplace place = new Workplace(folder, way)) {
            int task = 0;
            for (Map.Entry<String, TaskExit.Cause> each : causes.entrySet()) {
                TaskExit exit = place.run(place.shell(new TaskKey(1, task++, 1), each.getKey()));
                int number = Integer.parseInt(each.getKey().replaceAll("\\D+", ""));
                assertThat(exit.cause()).as(each.getKey()).isEqualTo(each.getValue());
                assertThat(exit.number()).as(each.getKey()).isEqualTo(number);
                assertThat(exit.outOfMemory()).isFalse();
            }
        }
    }

    private static Map<String, String> hostileEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("OPTIND", "not a number");
        environment.put("UID", "x");
        environment.put("IFS", "/");
        environment.put("with.dot and space", "1");
        environment.put("-i", "option");
        environment.put("ENV", "$(touch broken)");
        HOSTILE.forEach(text -> environment.put("V" + environment.size(), text));
        return environment;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void argumentsArriveByteForByte(Way way) {
        List<String> argv = new ArrayList<>(List.of("/usr/bin/printf", "%s\\0"));
        argv.addAll(HOSTILE);
        try (Workplace place = new Workplace(folder, way)) {
            assertThat(place.run(place.order(KEY, hostileEnvironment(), argv)).exitCode())
                    .isZero();
            assertThat(place.output(KEY)).isEqualTo(String.join("\0", HOSTILE) + "\0");
            assertThat(place.scratch).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theEnvironmentArrivesByteForByteAndNothingElseWithIt(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskOrder order = place.order(KEY, hostileEnvironment(), List.of("cat", "/proc/self/environ"));
            assertThat(place.run(order).exitCode()).isZero();
            List<String> expected = new ArrayList<>();
            hostileEnvironment().forEach((name, value) -> expected.add(name + "=" + value));
            expected.add("BERTH_RUN=" + place.launcher.folder(KEY));
            assertThat(place.output(KEY).split("\0")).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(place.scratch).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aTaskStartsAsFromACleanProcess(Way way) {
        assumeTrue(
                way != Way.BASH || !ignored(HANG_UP | INTERRUPT | QUIT),
                "bash passes on that signals are ignored here");
        try (Workplace place = new Workplace(folder, way)) {
            place.run(
                    "grep -E 'Sig(Ign|Blk)' /proc/self/status | sed s/180000000$/000000000/; readlink /proc/self/fd/0; pwd; ls /proc/self/fd | wc -l; "
                            + "read -r stat </proc/$$/stat; set -- $stat; echo $1 $5 $6");
            String[] lines = place.output(KEY).split("\n");
            // Signals 32 and 33 belong to the C library, which whoever runs the tests may have had ignored.
            assertThat(lines[0]).endsWith("00000000");
            assertThat(lines[1]).endsWith("00000000");
            assertThat(lines[2]).isEqualTo("/dev/null");
            assertThat(lines[3]).isEqualTo(place.scratch.toString());
            // 0, 1, 2 and the folder that ls reads.
            assertThat(lines[4].strip()).isEqualTo("4");
            String[] numbers = lines[5].split(" ");
            assertThat(numbers).as("pid, group and session").containsOnly(numbers[0]);
            assertThat(place.outcomes.pid(KEY)).isEqualTo(Long.parseLong(numbers[0]));
        }
    }

    @Test
    void programsWithOddNamesRun() throws Exception {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            int task = 0;
            for (String name : List.of("a=b", "-x", "two words", "-e=f")) {
                Path program = place.scratch.resolve(name);
                Files.writeString(program, "#!/bin/sh\necho \"ran $1\"\n");
                assertThat(program.toFile().setExecutable(true)).isTrue();
                TaskKey key = new TaskKey(1, task++, 1);
                TaskOrder order =
                        place.order(key, Map.of("PATH", place.scratch + ":/usr/bin:/bin"), List.of(name, "-- it's"));
                assertThat(place.run(order).exitCode()).as(name).isZero();
                assertThat(place.output(key)).isEqualTo("ran -- it's\n");
            }
        }
    }

    @Test
    void aProgramThatIsNotThereEndsWithCode127AndSaysSo() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskExit exit = place.run(place.order(KEY, Map.of(), List.of("/no/such/program")));
            assertThat(exit.exitCode()).isEqualTo(127);
            assertThat(place.output(KEY)).contains("/no/such/program");
        }
    }

    @Test
    void aMissingWorkingDirectoryIsToldBeforeAnythingStarts() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskOrder order = new TaskOrder(
                    KEY, List.of("true"), Map.of(), folder.resolve("gone"), null, Limits.NONE, null, Duration.ZERO);
            TaskExit exit = place.run(order);
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.CANNOT_START);
            assertThat(exit.message()).contains("working directory").contains("gone");
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void whatATaskLeavesRunningEndsWithIt(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskExit exit = place.run("sleep 1000 & echo $! >child; setsid sh -c 'echo $$ >daemon; exec sleep 1000' & "
                    + "setsid sh -c 'echo $$ >silent; exec sleep 1000' >/dev/null 2>&1 & "
                    + "while [ ! -s daemon ] || [ ! -s silent ]; do sleep 0.01; done; exit 5");
            assertThat(exit.exitCode()).isEqualTo(5);
            for (String process : List.of("child", "daemon", "silent")) {
                long pid = place.number(process);
                Outcomes.until(process + " is gone", () -> !Workplace.alive(pid));
            }
        }
    }

    @Test
    void nothingIsLeftOfTasksThatEnded() {
        Workplace place = new Workplace(folder, Way.GROUPS);
        for (int task = 0; task < 20; task++) {
            place.launcher.start(place.shell(new TaskKey(1, task, 1), "echo hello"));
        }
        for (int task = 0; task < 20; task++) {
            TaskKey key = new TaskKey(1, task, 1);
            assertThat(place.outcomes.exit(key).exitCode()).isZero();
            assertThat(place.outcomes.told()).containsSubsequence("started " + key.name(), "ended " + key.name());
        }
        // An end may be seen before the launcher's notice of it.
        File inbox = new TaskFolders(place.state).inbox().toFile();
        Outcomes.until("all notices are read", () -> inbox.list().length == 0);
        place.close();
        assertThat(place.processes()).isEmpty();
        assertThat(place.groups()).isEmpty();
        place.launcher.forget(Set.of(new TaskKey(1, 0, 1)));
        assertThat(place.launcher.folder(new TaskKey(1, 0, 1))).doesNotExist();
    }

    @Test
    void theSameKeyIsStartedOnceHoweverOftenItIsOrdered() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskOrder order = place.shell(KEY, "echo run >>runs; sleep 0.1");
            for (int call = 0; call < 5; call++) {
                place.launcher.start(order);
            }
            assertThat(place.outcomes.exit(KEY).exitCode()).isZero();
            place.reopen();
            place.launcher.start(order);
            assertThat(place.outcomes.exit(KEY).exitCode()).isZero();
            assertThat(Workplace.read(place.scratch.resolve("runs"))).isEqualTo("run\n");
        }
    }

    @Test
    void twoLaunchersOrderedAtOnceStartATaskOnce() {
        try (Workplace place = new Workplace(folder, Way.GROUPS);
                Launcher other = place.open(LaunchStep.UNWATCHED)) {
            for (int task = 0; task < 30; task++) {
                TaskOrder order = place.shell(new TaskKey(1, task, 1), "echo run >>runs" + task);
                Thread second = Thread.ofPlatform().start(() -> other.start(order));
                place.launcher.start(order);
                TaskExit exit = place.outcomes.exit(order.key());
                assertThat(exit.exitCode()).as(exit.message()).isZero();
                join(second);
            }
            Outcomes.until("all launchers are gone", () -> place.processes().isEmpty());
            for (int task = 0; task < 30; task++) {
                assertThat(Workplace.read(place.scratch.resolve("runs" + task))).isEqualTo("run\n");
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether one of {@code signals} is ignored here, as where nohup or a shell without job control started the tests. */
    private static boolean ignored(int signals) {
        try {
            String mask = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .findFirst()
                    .orElseThrow();
            return (Long.parseUnsignedLong(mask.substring("SigIgn:".length()).strip(), 16) & signals) != 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
