package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.Workplace.WithAndWithoutGroups;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.limit.Limits;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskLimitTest {
    private static final long MIB = 1 << 20;

    /** tail keeps what it reads until a line ends. */
    private static final String GREEDY = "head -c 400000000 /dev/zero | tail; sleep 1000";

    @TempDir
    Path folder;

    @WithAndWithoutGroups
    void aTaskThatTakesTooMuchMemoryIsOutOfMemory(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskOrder order = place.shell(KEY, "exec tail /dev/zero");
            TaskExit exit = place.run(place.with(order, new Limits(0, 64 * MIB, 0), Duration.ofSeconds(5), null));
            assertThat(exit.outOfMemory()).isTrue();
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.SIGNAL);
            assertThat(exit.number()).isEqualTo(9);
            place.assertFoundEnded(KEY, exit);
        }
    }

    @Test
    void withoutGroupsTheMemoryOfAllItsProcessesCounts() {
        try (Workplace place = new Workplace(folder, Way.NO_GROUPS)) {
            TaskExit exit = place.run(
                    place.with(place.shell(KEY, GREEDY), new Limits(0, 64 * MIB, 0), Duration.ofSeconds(5), null));
            assertThat(exit.outOfMemory()).isTrue();
        }
    }

    @Test
    void aTaskWithinItsMemoryIsLeftAlone() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskOrder order = place.shell(KEY, "head -c 20000000 /dev/zero | tail -c 10000000 | wc -c");
            TaskExit exit = place.run(place.with(order, new Limits(0, 64 * MIB, 0), Duration.ofSeconds(5), null));
            assertThat(exit.exitCode()).isZero();
            assertThat(exit.outOfMemory()).isFalse();
        }
    }

    @Test
    void aTaskCannotHaveMoreProcessesThanItMay() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            assumeTrue(place.launcher.notice().isEmpty());
            TaskOrder order = place.shell(KEY, "for n in 1 2 3 4 5 6; do sleep 1000 & echo $n; done");
            TaskExit exit = place.run(place.with(order, new Limits(0, 0, 4), Duration.ofSeconds(5), null));
            assertThat(exit.exitCode()).isEqualTo(2);
            assertThat(place.output(KEY)).startsWith("1\n2\n3\n").doesNotContain("5\n");
        }
    }

    @Test
    void aTaskWithoutALimitOfItsOwnHasThatOfTheMachine() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            assumeTrue(place.launcher.notice().isEmpty());
            place.launcher.start(place.shell(KEY, "exec sleep 1000"));
            place.outcomes.pid(KEY);
            assertThat(place.groups())
                    .anyMatch(group -> Workplace.read(group.resolve(KEY.name()).resolve("pids.max"))
                            .equals(LaunchSettings.DEFAULT_PROCESSES + "\n"));
            place.launcher.stop(KEY);
            place.outcomes.exit(KEY);
        }
    }
}
