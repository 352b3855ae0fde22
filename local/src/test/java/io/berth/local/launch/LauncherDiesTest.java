package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.Claim;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.process.Boot;
import io.berth.local.launch.process.ProcessStat;
import io.berth.local.launch.process.Signals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The launcher of a task dies by SIGKILL: the task ran once at most, its end is known as far as it can be, nothing is left. */
class LauncherDiesTest {
    private static final String TASK = "echo run >>runs; exit 6";

    @TempDir
    Path folder;

    /** A line of the script, and whether the launcher dies before or after it. */
    enum Death {
        BEFORE_THE_CLAIM("set -C", true, TaskExit.Cause.NOT_STARTED),
        BEFORE_SIGNING_THE_CLAIM("set +C", false, TaskExit.Cause.NOT_STARTED),
        AFTER_THE_CLAIM("record started \"$pid\" \"$start\" \"$boot\"", false, TaskExit.Cause.LOST),
        AFTER_READING_THE_ORDER(". ./order", false, TaskExit.Cause.LOST),
        AFTER_FORKING_THE_COPIER("copier=$!", false, TaskExit.Cause.LOST),
        AFTER_FORKING_THE_TASK("    exec 3<&- 2>&1 </dev/null", false, TaskExit.Cause.LOST),
        AFTER_THE_PID_IS_RECORDED("    command : >\"$notices.started\"", false, TaskExit.Cause.LOST),
        AFTER_THE_TASK_IS_CONFINED("    each enter", false, TaskExit.Cause.LOST),
        AFTER_THE_TASK_ENDED("code=$?", false, TaskExit.Cause.LOST),
        BEFORE_RECORDING_THE_END("exec 2>/dev/null", false, TaskExit.Cause.LOST),
        AFTER_RECORDING_THE_END("record exit \"$how\" \"$code\" \"$up\"", false, TaskExit.Cause.CODE),
        BEFORE_TELLING_THE_END("command : >\"$notices.ended\"", true, TaskExit.Cause.CODE);

        private final String line;
        private final boolean before;
        private final TaskExit.Cause cause;

        Death(String line, boolean before, TaskExit.Cause cause) {
            this.line = line;
            this.before = before;
            this.cause = cause;
        }

        byte[] script() {
            String text = new String(Workplace.shipped(), StandardCharsets.UTF_8);
            String whole = "\n" + line + "\n";
            assertThat(text).containsOnlyOnce(whole);
            String death = "\nkill -9 $$";
            return text.replace(whole, before ? death + whole : "\n" + line + death + "\n")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @EnumSource(Death.class)
    void theEndIsToldAndTheTaskIsNotStartedAgain(Death death) {
        check(death, Way.GROUPS);
    }

    @ParameterizedTest
    @EnumSource(Death.class)
    void withoutControlGroupsToo(Death death) {
        check(death, Way.NO_GROUPS);
    }

    private void check(Death death, Way way) {
        try (Workplace place = new Workplace(folder, way, 1 << 20, death.script())) {
            TaskExit exit = place.run(TASK);
            assertThat(exit.cause()).as(exit.toString()).isEqualTo(death.cause);
            if (exit.cause().equals(TaskExit.Cause.CODE)) {
                assertThat(exit.number()).isEqualTo(6);
            }
            place.reopen();
            assertThat(place.run(TASK)).isEqualTo(exit);
            assertThat(Workplace.read(place.scratch.resolve("runs"))).isIn("", "run\n");
        }
    }

    @Test
    void aClaimThatWasNeverSignedIsLost() throws Exception {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            Path task = Files.createDirectories(place.launcher.folder(KEY));
            Files.createFile(task.resolve("started"));
            assertThat(place.run(TASK).cause()).isEqualTo(TaskExit.Cause.LOST);
            assertThat(place.scratch.resolve("runs")).doesNotExist();
        }
    }

    @Test
    void aTaskThatKillsItsLauncherIsEndedAndLost() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            TaskExit exit = place.run("echo $$ >task; kill -9 $PPID; sleep 1000");
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.LOST);
            assertThat(Workplace.alive(place.number("task"))).isFalse();
        }
    }

    @Test
    void anAdoptedTaskWhoseLauncherIsGoneIsEndedAndLost() throws Exception {
        try (Workplace place = new Workplace(folder, Way.NO_GROUPS)) {
            place.launcher.start(place.shell(KEY, "echo $$ >task; sleep 1000"));
            long task = place.number("task");
            place.launcher.close();
            Signals.kill(((Claim.By) new TaskFolder(place.launcher.folder(KEY)).claim())
                    .launcher()
                    .pid());
            place.reopen();
            TaskStatus found = place.launcher.adopt(Set.of(KEY)).get(KEY);
            TaskExit exit = found instanceof TaskStatus.Ended ended ? ended.exit() : place.outcomes.exit(KEY);
            assertThat(exit.cause()).isEqualTo(TaskExit.Cause.LOST);
            assertThat(Workplace.alive(task)).isFalse();
        }
    }

    @Test
    void whatWasOrderedBeforeTheMachineWentDownIsNotStartedAfterIt() throws Exception {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            Path task = Files.createDirectories(place.launcher.folder(KEY));
            Files.writeString(task.resolve("order"), "# berth task order 1\n# boot another\n# grace 0\n# watched 0\n");
            TaskStatus found = place.launcher.adopt(Set.of(KEY)).get(KEY);
            assertThat(found)
                    .isInstanceOfSatisfying(
                            TaskStatus.Ended.class,
                            ended -> assertThat(ended.exit().cause()).isEqualTo(TaskExit.Cause.LOST));
            assertThat(place.run(TASK).cause()).isEqualTo(TaskExit.Cause.LOST);
        }
    }

    @Test
    void aProcessOfAnotherBootWithTheSameNumbersIsNotTheLauncher() {
        ProcessStat self = ProcessStat.of(ProcessHandle.current().pid());
        assertThat(self).isNotNull();
        String numbers = self.pid() + " " + self.startTicks();
        assertThat(((Claim.By) Claim.parse(numbers + " " + Boot.id() + "\n")).alive())
                .isTrue();
        assertThat(((Claim.By) Claim.parse(numbers + " another\n")).alive()).isFalse();
        assertThat(((Claim.By) Claim.parse(self.pid() + " 1 " + Boot.id() + "\n")).alive())
                .isFalse();
    }
}
