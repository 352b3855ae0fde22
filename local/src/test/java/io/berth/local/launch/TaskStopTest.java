package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.limit.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskStopTest {
    /** A task with a child, and a grandchild in a session of its own. */
    private static final String FAMILY = "sleep 1000 & echo $! >child; "
            + "setsid sh -c 'sleep 1000 & echo $! >grandchild; echo $$ >daemon; wait' & echo $$ >task; wait";

    /** Enough that some stops come just while their task is being started. */
    private static final int RUSH = 200;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Way.class)
    void stoppingEndsTheTaskWithAllItsDescendants(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            List<Long> family = startedFamily(place);
            place.launcher.stop(KEY);
            TaskExit exit = place.outcomes.exit(KEY);
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.SIGNAL);
            assertThat(exit.number()).isEqualTo(15);
            family.forEach(TaskStopTest::assertGone);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void anAdoptedTaskIsStoppedTheSameWay(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            List<Long> family = startedFamily(place);
            place.reopen();
            place.launcher.adopt(Set.of(KEY));
            place.launcher.stop(KEY);
            assertThat(place.outcomes.exit(KEY).number()).isEqualTo(15);
            family.forEach(TaskStopTest::assertGone);
        }
    }

    private static List<Long> startedFamily(Workplace place) {
        place.launcher.start(place.shell(KEY, FAMILY));
        return List.of(place.number("child"), place.number("daemon"), place.number("grandchild"), place.number("task"));
    }

    /** A process that has given back all it held may be seen for another moment. */
    private static void assertGone(long pid) {
        Outcomes.until("process " + pid + " is gone", () -> !Workplace.alive(pid));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void whoDoesNotHeedIsKilledAfterTheGrace(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskOrder order =
                    place.shell(KEY, "trap 'echo heard >>heard' TERM; echo ready >ready; while :; do sleep 0.01; done");
            place.launcher.start(place.with(order, Limits.NONE, Duration.ofSeconds(2), null));
            Outcomes.until(
                    "the task is ready",
                    () -> Workplace.read(place.scratch.resolve("ready")).equals("ready\n"));
            place.launcher.stop(KEY);
            TaskExit exit = place.outcomes.exit(KEY);
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.SIGNAL);
            assertThat(exit.number()).isEqualTo(9);
            assertThat(place.scratch.resolve("heard")).hasContent("heard");
        }
    }

    @Test
    void aTaskMayEndInItsOwnWayWithinTheGrace() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            place.launcher.start(
                    place.shell(KEY, "trap 'echo saved; exit 7' TERM; echo 1 >ready; while :; do sleep 0.01; done"));
            place.number("ready");
            place.launcher.stop(KEY);
            place.launcher.stop(KEY);
            assertThat(place.outcomes.exit(KEY).exitCode()).isEqualTo(7);
            assertThat(place.output(KEY)).endsWith("saved\n");
        }
    }

    @Test
    void whatWasNotStartedNeverWillBeOnceItIsStopped() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            place.launcher.stop(KEY);
            assertThat(place.outcomes.exit(KEY).cause()).isEqualTo(TaskExit.Cause.NOT_STARTED);
            place.reopen();
            assertThat(place.run("echo run >>runs").cause()).isEqualTo(TaskExit.Cause.NOT_STARTED);
            assertThat(place.scratch.resolve("runs")).doesNotExist();
        }
    }

    @Test
    void aStopRightAfterTheStartLeavesNothing() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            for (int task = 0; task < RUSH; task++) {
                TaskKey key = new TaskKey(1, task, 1);
                place.launcher.start(place.shell(key, "sleep 1000"));
                place.launcher.stop(key);
            }
            for (int task = 0; task < RUSH; task++) {
                assertThat(place.outcomes.exit(new TaskKey(1, task, 1)).exitCode())
                        .isIn(-1, 143);
            }
        }
    }

    @Test
    void aStopOfAnEndedTaskTellsNothing() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            place.run("exit 3");
            place.awaitLauncher(KEY);
            place.reopen();
            place.launcher.stop(KEY);
            assertThat(place.run(place.order(new TaskKey(8, 0, 1), Map.of(), List.of("/bin/true")))
                            .exitCode())
                    .isZero();
            assertThat(place.outcomes.told()).noneMatch(told -> told.contains(KEY.name()));
        }
    }

    @Test
    void aTaskThatKillsItsWholeProcessGroupDoesNotKillItsLauncher() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskExit exit = place.run("kill -9 0");
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.SIGNAL);
            assertThat(exit.number()).isEqualTo(9);
        }
    }
}
