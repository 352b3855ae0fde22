package io.berth.local.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts of other histories, of earlier builds, and with odd things in their folders. */
class StrayStartsTest {
    private static final TaskKey LOST = new TaskKey(7, 0, 1, 1_000, 2_000);
    private static final TaskKey AGAIN = new TaskKey(7, 0, 1, 3_000, 4_000);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Way.class)
    void whatRunsOfALostHistoryIsKilledAndItsNumbersStartAnew(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            place.launcher.start(
                    place.shell(LOST, "echo of another; echo $$ >../../../../scratch/pid; exec sleep 300"));
            place.outcomes.pid(LOST);
            // It is known to run before its output is there.
            Outcomes.until(
                    "its log is there",
                    () -> Files.exists(place.launcher.folder(LOST).resolve("output.log")));
            place.reopen();

            assertThat(place.launcher.clear(Set.of(), key -> key.equals(LOST))).isEqualTo(1);

            assertThat(place.processes()).isEmpty();
            assertThat(place.launcher.folder(LOST)).doesNotExist();
            assertThat(place.launcher.lost().resolve("0/" + LOST.name() + "/output.log"))
                    .exists();
            assertThat(place.run(place.shell(AGAIN, "echo own; exit 3")).exitCode())
                    .isEqualTo(3);
            assertThat(place.output(AGAIN)).isEqualTo("own\n");
            assertThat(place.launcher.clear(Set.of(AGAIN), key -> false)).isZero();
        }
    }

    @Test
    void aStartThatNobodyAnswersForIsClearedAwayThoughItsNumbersMayBeRight() {
        try (Workplace place = new Workplace(folder, Way.NO_GROUPS)) {
            place.run(place.shell(AGAIN, "true"));
            place.launcher.start(place.shell(LOST, "exec sleep 300"));
            place.outcomes.pid(LOST);
            place.reopen();

            assertThat(place.launcher.clear(Set.of(), key -> false)).isEqualTo(1);

            assertThat(place.processes()).isEmpty();
            assertThat(place.launcher.folder(AGAIN)).exists();
        }
    }

    @Test
    void aTaskOfAnEarlierBuildIsTakenUpUnderItsOldNameAndOneOlderThanTheDecisionIsNot() throws Exception {
        TaskKey old = new TaskKey(7, 0, 1);
        try (Workplace place = new Workplace(folder, Way.NO_GROUPS)) {
            place.launcher.start(place.shell(old, "exec sleep 300"));
            place.outcomes.pid(old);
            Path order = place.launcher.folder(old).resolve("order");
            long written = Files.getLastModifiedTime(order).to(TimeUnit.NANOSECONDS);
            place.reopen();
            TaskKey since = new TaskKey(7, 0, 1, 1, written);
            TaskKey before = new TaskKey(7, 0, 1, 1, written + 1);
            TaskKey whenever = new TaskKey(7, 0, 1, 1, 0);

            assertThat(place.launcher.folder(whenever)).isEqualTo(place.launcher.folder(old));
            assertThat(place.launcher.folder(before)).isNotEqualTo(place.launcher.folder(old));
            assertThat(place.launcher.clear(Set.of(since), key -> false)).isZero();
            assertThat(place.launcher.adopt(Set.of(since)).get(since)).isInstanceOf(TaskStatus.Running.class);
            place.launcher.stop(since);
            assertThat(place.outcomes.exit(since).exitCode()).isEqualTo(143);
        }
    }

    @Test
    void oneFolderThatCannotBeDeletedKeepsNoOtherAndFoldersOfTasksAreDeletedWithAllInThem() throws Exception {
        TaskKey odd = new TaskKey(8, 0, 2, 1_000, 2_000);
        try (Workplace place = new Workplace(folder, Way.NO_GROUPS)) {
            Path kept = Files.writeString(folder.resolve("kept"), "not of the task");
            place.run(place.shell(LOST, "echo out"));
            place.run(place.order(
                    odd,
                    Map.of("PATH", "/usr/bin:/bin"),
                    List.of(
                            "/bin/sh",
                            "-c",
                            "cd \"$BERTH_RUN\"; mkdir -p a/b/c; echo x >a/b/c/d; ln -s " + folder + " a/link; ln -s "
                                    + kept + " f; chmod 000 a/b")));
            place.awaitLauncher(LOST);
            place.awaitLauncher(odd);

            assertThat(place.launcher.forgetAll(start -> true)).isEmpty();

            assertThat(place.launcher.folder(odd)).doesNotExist();
            assertThat(place.launcher.folder(LOST)).doesNotExist();
            assertThat(kept).hasContent("not of the task");
        }
    }

    @Test
    void aFolderInPlaceOfARecordDoesNotKeepATaskFromEnding() {
        try (Workplace place = new Workplace(folder, Way.NO_GROUPS)) {
            TaskExit exit = place.run(place.shell(LOST, "rm \"$BERTH_RUN\"/exit; mkdir \"$BERTH_RUN\"/exit"));
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.LOST);
        }
    }

    @Test
    void namesSayNumbersAndMoments() {
        assertThat(TaskKey.parse(LOST.name())).isEqualTo(LOST);
        assertThat(TaskKey.parse("7-0-1")).isEqualTo(new TaskKey(7, 0, 1));
        assertThat(TaskKey.parse("7-0-1-x")).isNull();
        assertThat(TaskKey.parse("7-0-1.ended")).isNull();
        TaskKey late = new TaskKey(1, 2, 3, Long.MAX_VALUE >> 4, Long.MAX_VALUE >> 4);
        assertThat(TaskKey.parse(late.name())).isEqualTo(late);
    }

    @Test
    void whatATaskWritesIsReadOfItsLastStartOnly() throws Exception {
        Path group = Files.createDirectories(folder.resolve("run/0"));
        for (String name : new String[] {"7-0-1-rs-1jk", "7-0-2-rs-2bc", "7-0-9-2bc-334", "7-0-5"}) {
            Files.createDirectory(
                    group.resolve(name),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Files.writeString(group.resolve("7-0-5/order"), "");
        assertThat(new TaskKey(7, 0, 0, 1_000, 0).lastFolder(folder)).isEqualTo(group.resolve("7-0-2-rs-2bc"));
        assertThat(new TaskKey(7, 0, 0, 3_000, 0).lastFolder(folder)).isEqualTo(group.resolve("7-0-9-2bc-334"));
        assertThat(new TaskKey(7, 0, 0, 4_000, 0).lastFolder(folder)).isEqualTo(group.resolve("7-0-5"));
        Files.setLastModifiedTime(group.resolve("7-0-5/order"), FileTime.from(3_999, TimeUnit.NANOSECONDS));
        assertThat(new TaskKey(7, 0, 0, 4_000, 0).lastFolder(folder)).isNull();
    }
}
