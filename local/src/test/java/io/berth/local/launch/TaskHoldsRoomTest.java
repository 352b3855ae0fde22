package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.Workplace.WithAndWithoutGroups;
import io.berth.local.launch.folder.TaskExit;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A task stops or misleads what watches over it, as the same user: its end is told all the same, and nothing of it is left. */
class TaskHoldsRoomTest {
    /** All but itself in the session of the launcher: what copies the output. */
    private static final String STOP_ALL =
            "for stat in /proc/[0-9]*/stat; do read -r line <$stat 2>/dev/null && rest=${line##*) } && set -- $rest"
                    + " && [ \"$4\" = $PPID ] && kill -STOP ${line%% *}; done 2>/dev/null; ";

    @TempDir
    Path folder;

    @WithAndWithoutGroups
    void byStoppingItsLauncher(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskExit exit = place.run("kill -STOP $PPID; exit 3");
            assertThat(exit.exitCode()).isEqualTo(3);
        }
    }

    @WithAndWithoutGroups
    void byStoppingAllThatBelongsToItsLauncher(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskExit exit = place.run("echo $PPID >launcher; " + STOP_ALL + "exit 4");
            assertThat(exit.exitCode()).isEqualTo(4);
            place.awaitLauncher(KEY);
            assertThat(Workplace.alive(place.number("launcher"))).isFalse();
        }
    }

    @WithAndWithoutGroups
    void byLeavingBehindWhatStopsItsLauncherAgainAndAgain(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskExit exit = place.run("launcher=$PPID; setsid sh -c \"while kill -STOP $PPID; do :; done\" & exit 5");
            assertThat(exit.cause()).isIn(TaskExit.Cause.CODE, TaskExit.Cause.LOST);
        }
    }

    @WithAndWithoutGroups
    void byWritingNonsenseIntoItsRecords(Way way) {
        try (Workplace place = new Workplace(folder, way)) {
            TaskExit exit = place.run(
                    "echo nonsense >$BERTH_RUN/pid; echo 1 2 3 4 >$BERTH_RUN/exit; echo code x >>$BERTH_RUN/exit; sleep 0.5; exit 6");
            assertThat(exit.exitCode()).isEqualTo(6);
        }
    }
}
