package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.UserAccount;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks on a file system of a few hundred kilobytes that fills and empties: nothing is lost, forgotten, or called what it was not. */
class FullDiskTest {
    private static final int TASKS = 12;

    @TempDir
    Path folder;

    private Path disk = Path.of("unset");
    private Path filler = disk;
    private Path runs = disk;

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(UserAccount.currentUid().equals("0"), "only root can mount");
        disk = Files.createDirectory(folder.resolve("disk"));
        filler = disk.resolve("filler");
        runs = Files.createDirectory(folder.resolve("runs"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=2m", "none", disk.toString()), "tmpfs can be mounted");
    }

    @AfterEach
    void unmount() throws Exception {
        if (Files.isDirectory(disk)) {
            run("umount", "-l", disk.toString());
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }

    private void fill() {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] page = new byte[512];
            while (true) {
                out.write(page);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
    }

    private void empty() {
        try {
            Files.deleteIfExists(filler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts its runs outside, as a disk that is full takes no line more. */
    private TaskOrder counted(Workplace place, TaskKey key, String text) {
        return place.shell(key, "echo run >>" + runs.resolve(key.name()) + "; " + text);
    }

    private void fillWhileItRuns(Workplace place, String text) {
        place.launcher.start(counted(place, KEY, text));
        Outcomes.until("it runs", () -> runsOf(KEY).equals("run\n"));
        fill();
    }

    /** A task that goes on with {@code text} when the disk is full ends so. */
    private void assertEnds(String text, TaskExit.Cause cause) {
        try (Workplace place = new Workplace(disk, Way.GROUPS)) {
            fillWhileItRuns(place, "read go <" + fifo("go") + "; " + text);
            go("go");
            assertThat(place.outcomes.exit(KEY).cause()).isEqualTo(cause);
        }
    }

    private String runsOf(TaskKey key) {
        return Workplace.read(runs.resolve(key.name()));
    }

    @Test
    void aTaskThatEndsOnAFullDiskIsToldWithItsCode() {
        try (Workplace place = new Workplace(disk, Way.GROUPS)) {
            fillWhileItRuns(place, "read go <" + fifo("go") + "; echo lost output; exit 6");
            go("go");
            TaskExit exit = place.outcomes.exit(KEY);
            assertThat(exit.exitCode()).as(exit.toString()).isEqualTo(6);
            place.assertFoundEnded(KEY, exit);
        }
    }

    @Test
    void aSignalOnAFullDiskIsStillNotACode() {
        assertEnds("kill -9 $$", TaskExit.Cause.SIGNAL);
    }

    @Test
    void aTaskThatIsStoppedOnAFullDiskEnds() {
        try (Workplace place = new Workplace(disk, Way.GROUPS)) {
            fillWhileItRuns(place, "exec sleep 1000");
            place.launcher.stop(KEY);
            assertThat(place.outcomes.exit(KEY).cause()).isEqualTo(TaskExit.Cause.SIGNAL);
        }
    }

    @Test
    void aTaskThatIsOrderedOnAFullDiskStartsWhenThereIsRoom() {
        try (Workplace place = new Workplace(disk, Way.GROUPS)) {
            fill();
            place.launcher.start(counted(place, KEY, "exit 6"));
            place.launcher.start(counted(place, new TaskKey(7, 1, 1), "exit 6"));
            place.launcher.stop(new TaskKey(7, 1, 1));
            assertThat(place.outcomes.exit(new TaskKey(7, 1, 1)).cause()).isEqualTo(TaskExit.Cause.NOT_STARTED);
            assertThat(runsOf(KEY)).isEmpty();
            empty();
            assertThat(place.outcomes.exit(KEY).exitCode()).isEqualTo(6);
            assertThat(runsOf(KEY)).isEqualTo("run\n");
        }
    }

    @Test
    void aLauncherThatDiesOnAFullDiskLeavesATaskThatIsLostAndEnded() {
        assertEnds("kill -9 $PPID; exec sleep 1000", TaskExit.Cause.LOST);
    }

    @Test
    void outputGoesOnWhenThereIsRoomAgain() throws Exception {
        try (Workplace place = new Workplace(disk, Way.GROUPS)) {
            fillWhileItRuns(place, "read go <" + fifo("go") + "; seq 100000; read go <" + fifo("on") + "; echo and on");
            go("go");
            // It opens only when the task comes to read again: nobody made it wait with its output.
            try (OutputStream on = Files.newOutputStream(fifo("on"))) {
                empty();
                on.write("go\n".getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(place.outcomes.exit(KEY).exitCode()).isZero();
            assertThat(place.output(KEY)).endsWith("and on\n");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void tasksThatRunWhileTheDiskFillsAndEmptiesRunOnceAndTellTheirCode(long seed) throws Exception {
        Random random = new Random(seed);
        try (Workplace place = new Workplace(disk, Way.GROUPS)) {
            for (int task = 0; task < TASKS; task++) {
                TaskKey key = new TaskKey(7, task, 1);
                String text = "sleep 0." + random.nextInt(10) + "; echo some output; exit " + (task + 1);
                place.launcher.start(counted(place, key, text));
                Thread.sleep(Duration.ofMillis(random.nextInt(60)));
                switch (random.nextInt(3)) {
                    case 0 -> fill();
                    case 1 -> empty();
                    default -> {}
                }
            }
            Thread.sleep(Duration.ofMillis(random.nextInt(2000)));
            empty();
            for (int task = 0; task < TASKS; task++) {
                TaskKey key = new TaskKey(7, task, 1);
                TaskExit exit = place.outcomes.exit(key);
                assertThat(exit.exitCode())
                        .as("seed " + seed + ": " + key + " " + exit)
                        .isEqualTo(task + 1);
                assertThat(runsOf(key)).as("seed " + seed + ": " + key).isEqualTo("run\n");
            }
        }
    }

    /** A pipe by which the test tells a task to go on. */
    private Path fifo(String name) {
        Path fifo = folder.resolve(name);
        try {
            if (!Files.exists(fifo)) {
                assumeTrue(run("mkfifo", fifo.toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return fifo;
    }

    private void go(String name) {
        try {
            Files.writeString(fifo(name), "go\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
