package io.berth.local.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.local.launch.folder.Claim;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.NativeSpawn;
import io.berth.local.launch.process.ProcessStat;
import io.berth.local.launch.process.Programs;
import io.berth.local.limit.Confinement;
import io.berth.local.limit.Limits;
import io.berth.local.limit.Unconfined;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A state folder with a launcher on it, which may be closed and opened again. */
final class Workplace implements AutoCloseable {
    static final TaskKey KEY = new TaskKey(7, 0, 1);

    final Path state;
    final Path scratch;
    Outcomes outcomes = new Outcomes();
    Launcher launcher;

    private final LaunchSettings settings;
    private final Way way;
    private final byte[] script;

    /** What tasks are confined by, and which shell runs launchers. */
    enum Way {
        GROUPS("sh"),
        NO_GROUPS("sh"),
        BASH("bash");

        private final String shell;

        Way(String shell) {
            this.shell = shell;
        }

        boolean available() {
            return Programs.find(shell) != null;
        }
    }

    /** A test with control groups and without; the shell of launchers is sh. */
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"GROUPS", "NO_GROUPS"})
    @interface WithAndWithoutGroups {}

    Workplace(Path folder, Way way) {
        this(folder, way, LaunchSettings.DEFAULT_OUTPUT_BYTES, shipped());
    }

    /** A test whose way is not to be had here is skipped. */
    Workplace(Path folder, Way way, long outputBytes, byte[] script) {
        assumeTrue(way.available());
        this.state = folder.resolve("state");
        this.scratch = folder.resolve("scratch");
        this.way = way;
        this.script = script;
        settings = new LaunchSettings(
                state, outputBytes, 4, LaunchSettings.DEFAULT_PROCESSES, Duration.ofMillis(200), Duration.ofMillis(50));
        try {
            Files.createDirectories(scratch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        launcher = open(LaunchStep.UNWATCHED);
    }

    static byte[] shipped() {
        try {
            return Spawner.shippedScript();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Launcher open(Consumer<LaunchStep> probe) {
        try {
            Programs found = Programs.find();
            String shell = Programs.find(way.shell);
            Programs programs =
                    new Programs(shell == null ? found.shell() : shell, found.setsid(), found.env(), found.nice());
            Confinement confinement = way == Way.NO_GROUPS
                    ? new Unconfined("a test wants none")
                    : Confinement.detect(Launcher.groupName(settings));
            // One of the ways starts launchers by the JDK, as where the C library is an older one.
            NativeSpawn nativeSpawn = way == Way.BASH ? null : NativeSpawn.find();
            Spawner spawner = new Spawner(programs, state, script, nativeSpawn);
            return Launcher.open(settings, outcomes, confinement, spawner, probe);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A launcher that comes later finds how the task ended. */
    void assertFoundEnded(TaskKey key, TaskExit exit) {
        awaitLauncher(key);
        reopen();
        assertThat(launcher.adopt(Set.of(key)).get(key)).isEqualTo(new TaskStatus.Ended(exit));
    }

    /** Waits until the launcher of a task is gone, which may be a moment after the end is told. */
    void awaitLauncher(TaskKey key) {
        TaskFolder task = new TaskFolder(launcher.folder(key));
        Outcomes.until("the launcher is gone", () -> !(task.claim() instanceof Claim.By by) || !by.alive());
    }

    /** As after a restart: another launcher, which knows nothing but the folder. */
    void reopen() {
        launcher.close();
        outcomes = new Outcomes();
        launcher = open(LaunchStep.UNWATCHED);
    }

    TaskOrder order(TaskKey key, Map<String, String> environment, List<String> argv) {
        return new TaskOrder(key, argv, environment, scratch, null, Limits.NONE, null, Duration.ofSeconds(30));
    }

    /** Runs shell text as a task. */
    TaskOrder shell(TaskKey key, String text) {
        return order(key, Map.of("PATH", "/usr/bin:/bin"), List.of("/bin/sh", "-c", text));
    }

    TaskOrder with(TaskOrder order, Limits limits, Duration grace, @Nullable String user) {
        return new TaskOrder(
                order.key(), order.argv(), order.environment(), order.directory(), user, limits, order.output(), grace);
    }

    TaskExit run(TaskOrder order) {
        launcher.start(order);
        return outcomes.exit(order.key());
    }

    TaskExit run(String text) {
        return run(shell(KEY, text));
    }

    String output(TaskKey key) {
        return read(launcher.folder(key).resolve("output.log"));
    }

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Numbers that tasks wrote into files of the scratch folder, most of them pids. */
    long number(String file) {
        Path path = scratch.resolve(file);
        Outcomes.until(file + " is written", () -> read(path).endsWith("\n"));
        return Long.parseLong(read(path).strip());
    }

    static boolean alive(long pid) {
        ProcessStat stat = ProcessStat.of(pid);
        return stat != null && stat.alive();
    }

    /** Living processes that belong to this state: launchers with their helpers, and tasks. */
    List<Long> processes() {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.matches("\\d+"))
                    .map(Long::parseLong)
                    .filter(pid -> environment(pid).contains("=" + state + "/run/") && alive(pid))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String environment(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Folders of control groups of this state that are still there. */
    List<Path> groups() {
        try (Stream<Path> paths = Files.find(
                Path.of("/sys/fs/cgroup"),
                8,
                (path, attributes) -> path.getFileName() != null
                        && path.getFileName().toString().equals(Launcher.groupName(settings)))) {
            return paths.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    @Override
    public void close() {
        Outcomes.until(
                "nothing of the tasks is left: " + processes(),
                () -> processes().isEmpty());
        launcher.close();
    }
}
