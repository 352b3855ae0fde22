package io.berth.testkit.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processes on this machine that belong to tasks of one home, found without asking Berth. */
public final class TaskProcesses {
    private final Path tasks;

    /** A process; {@code run} is the folder of its task, {@code job} the number of its job. */
    public record Found(long pid, Path run, long job, boolean launcher) {}

    public TaskProcesses(Path tasks) {
        this.tasks = tasks;
    }

    /** All that live now. */
    public List<Found> now() {
        List<Found> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : entries) {
                add(entry, found);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills all that live now. */
    public void kill() {
        now().forEach(left -> ProcessHandle.of(left.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }

    /** Kills {@code berth}, where there is one, and all that it leaves behind. */
    public void killAfter(@Nullable UpProcess berth) {
        if (berth != null) {
            berth.kill();
        }
        kill();
    }

    /** Launchers that have started their task. */
    public List<Found> launchers() {
        List<Found> launchers = new ArrayList<>();
        for (Found found : now()) {
            if (found.launcher() && firstNumber(found.run().resolve("started")) == found.pid()) {
                launchers.add(found);
            }
        }
        return launchers;
    }

    /** The tasks that run: the processes that their launchers became. */
    public List<Found> running() {
        List<Found> running = new ArrayList<>();
        for (Found found : now()) {
            if (!found.launcher() && firstNumber(found.run().resolve("pid")) == found.pid()) {
                running.add(found);
            }
        }
        return running;
    }

    private void add(Path entry, List<Found> found) {
        String prefix = tasks.resolve("run") + "/";
        for (String variable : environment(entry)) {
            boolean launcher = variable.startsWith("BERTH_LAUNCHER=" + prefix);
            if (launcher || variable.startsWith("BERTH_RUN=" + prefix)) {
                Path run = Path.of(variable.substring(variable.indexOf('=') + 1));
                String name = run.getFileName().toString();
                found.add(new Found(
                        Long.parseLong(entry.getFileName().toString()),
                        run,
                        Long.parseLong(name.substring(0, name.indexOf('-'))),
                        launcher));
                return;
            }
        }
    }

    private static String[] environment(Path entry) {
        try {
            return Files.readString(entry.resolve("environ"), StandardCharsets.ISO_8859_1)
                    .split("\0");
        } catch (IOException e) {
            return new String[0];
        }
    }

    private static long firstNumber(Path file) {
        try {
            String text = Files.readString(file);
            return text.endsWith("\n") && Character.isDigit(text.charAt(0)) ? Long.parseLong(text.split(" ")[0]) : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
