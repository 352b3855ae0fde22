package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.Workplace.WithAndWithoutGroups;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskAdoptionTest {
    private static final TaskKey ENDED = new TaskKey(8, 0, 2);
    private static final TaskKey NEVER = new TaskKey(9, 0, 3);

    @TempDir
    Path folder;

    @WithAndWithoutGroups
    void adoptionSaysWhatRunsWhatEndedAndWhatNeverStarted(Way way) throws Exception {
        try (Workplace place = new Workplace(folder, way)) {
            place.launcher.start(place.shell(KEY, "while [ ! -e go ]; do sleep 0.01; done; echo gone; exit 4"));
            long pid = place.outcomes.pid(KEY);
            TaskExit ended = place.run(place.shell(ENDED, "exit 9"));
            place.awaitLauncher(ENDED);
            place.reopen();
            Map<TaskKey, TaskStatus> found = place.launcher.adopt(Set.of(KEY, ENDED, NEVER));
            assertThat(found)
                    .containsEntry(KEY, new TaskStatus.Running(pid))
                    .containsEntry(ENDED, new TaskStatus.Ended(ended))
                    .containsEntry(NEVER, new TaskStatus.NeverStarted());
            Files.createFile(place.scratch.resolve("go"));
            assertThat(place.outcomes.exit(KEY).exitCode()).isEqualTo(4);
            assertThat(place.output(KEY)).isEqualTo("gone\n");
            assertThat(place.outcomes.told()).containsExactly("ended " + KEY.name());
        }
    }

    @WithAndWithoutGroups
    void aTaskThatEndsWhileNobodyWatchesIsFoundEnded(Way way) throws Exception {
        try (Workplace place = new Workplace(folder, way)) {
            place.launcher.start(place.shell(KEY, "while [ ! -e go ]; do sleep 0.01; done; kill -9 $$"));
            place.outcomes.pid(KEY);
            place.launcher.close();
            Files.createFile(place.scratch.resolve("go"));
            Outcomes.until("the launcher is gone", () -> place.processes().isEmpty());
            place.reopen();
            assertThat(place.launcher.adopt(Set.of(KEY)).get(KEY))
                    .isInstanceOfSatisfying(
                            TaskStatus.Ended.class,
                            status -> assertThat(status.exit().exitCode()).isEqualTo(137));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"NO_GROUPS"})
    void whatIsLeftOfJobsThatAreOverIsDeletedAndNothingOfOthers(Way way) throws Exception {
        TaskKey young = new TaskKey(1_007, 0, 4);
        try (Workplace place = new Workplace(folder, way)) {
            for (TaskKey key : new TaskKey[] {KEY, ENDED, young}) {
                place.run(place.shell(key, "echo out"));
                place.awaitLauncher(key);
            }
            // As after a crash while the folder was deleted.
            Files.delete(place.launcher.folder(ENDED).resolve("order"));
            place.reopen();
            assertThat(place.launcher.forgetAll(start -> start.job() == ENDED.job()))
                    .isEmpty();
            assertThat(place.launcher.folder(ENDED)).doesNotExist();
            assertThat(place.output(KEY)).isEqualTo("out\n");
            assertThat(place.launcher.forgetAll(start -> start.job() < 1_000)).isEmpty();
            assertThat(place.launcher.folder(KEY).getParent()).doesNotExist();
            assertThat(place.output(young)).isEqualTo("out\n");
        }
    }

    @Test
    void theTimeThatATaskRanIsKnownHoweverLateItsEndIsSeen() {
        long before = System.nanoTime();
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            place.launcher.start(place.shell(KEY, "sleep 0.3"));
            place.outcomes.pid(KEY);
            place.launcher.close();
            place.awaitLauncher(KEY);
            long most = System.nanoTime() - before;
            place.reopen();
            TaskStatus found = place.launcher.adopt(Set.of(KEY)).get(KEY);
            assertThat(found)
                    .isInstanceOfSatisfying(
                            TaskStatus.Ended.class,
                            ended -> assertThat(ended.exit().ranNanos()).isBetween(280_000_000L, most + 20_000_000));
        }
    }
}
