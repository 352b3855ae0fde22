package io.berth.local.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Berth dies by SIGKILL or halt; whoever comes after it finds each task started once, or starts it. */
class BerthDiesTest {
    private static final int TASKS = 60;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(LaunchStep.class)
    void aTaskRunsOnceWhereverBerthDies(LaunchStep step) throws Exception {
        Process berth = CrashingBerth.start(folder, Way.GROUPS, step.name(), 1);
        assertThat(berth.waitFor(Outcomes.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(berth.exitValue())
                .as(Files.readString(folder.resolve("berth.log")))
                .isEqualTo(1);
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            finish(place, 1);
            place.reopen();
            finish(place, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void manyTasksRunOnceWhenBerthIsKilledAgainAndAgain(long seed) throws Exception {
        Random random = new Random(seed);
        Way way = seed % 3 == 0 ? Way.NO_GROUPS : Way.GROUPS;
        for (int life = 0; life < 3; life++) {
            Process berth = CrashingBerth.start(folder, way, "none", TASKS);
            int wanted = random.nextInt(TASKS);
            Outcomes.until("some tasks ran", () -> !berth.isAlive() || runs() >= wanted);
            assertThat(berth.isAlive())
                    .as(Files.readString(folder.resolve("berth.log")))
                    .isTrue();
            berth.destroyForcibly().waitFor();
        }
        try (Workplace place = new Workplace(folder, way)) {
            finish(place, TASKS);
        }
    }

    private long runs() {
        try (var files = Files.list(folder.resolve("scratch"))) {
            return files.count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** What Berth does after a restart: adopt, start what never started, wait. */
    private static void finish(Workplace place, int tasks) {
        Set<TaskKey> keys = IntStream.range(0, tasks)
                .mapToObj(task -> new TaskKey(7, task, 1))
                .collect(Collectors.toSet());
        Map<TaskKey, TaskStatus> found = place.launcher.adopt(keys);
        for (TaskKey key : keys) {
            TaskExit exit = switch (found.get(key)) {
                case TaskStatus.Ended ended -> ended.exit();
                case TaskStatus.Running running -> place.outcomes.exit(key);
                case TaskStatus.NeverStarted never -> place.run(CrashingBerth.order(place, key.task()));
                case null -> throw new AssertionError(key + " was not looked at");
            };
            assertThat(exit.exitCode()).as(key + ": " + exit).isEqualTo(6);
            assertThat(Workplace.read(place.scratch.resolve("runs" + key.task())))
                    .as(key.toString())
                    .isEqualTo("run\n");
        }
    }
}
