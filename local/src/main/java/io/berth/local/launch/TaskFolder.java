package io.berth.local.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of one start of a task, and what its files say. Paths are made of numbers only. */
record TaskFolder(Path path) {
    /** Jobs of this many numbers share a folder, so that no folder gets too long. */
    private static final long JOBS_PER_FOLDER = 1000;

    /** From the folder of a task to the one of notices. */
    private static final String TO_INBOX = "../../../inbox/";

    private static final String CODE = "code ";
    private static final String SIGNAL = "signal ";
    private static final String LOST = "lost\n";

    /** Variable by which processes of the task are known, with its value. */
    String taskMark() {
        return "BERTH_RUN=" + path;
    }

    /** Variable by which the launcher is known, with what it started before that became the task. */
    String launcherMark() {
        return "BERTH_LAUNCHER=" + path;
    }

    /** What the launcher recorded at the end of the task. */
    record ExitRecord(TaskExit.Cause cause, int number, long endNanos) {}

    static TaskFolder of(Path state, TaskKey key) {
        return new TaskFolder(state.resolve("run")
                .resolve(Long.toString(key.job() / JOBS_PER_FOLDER))
                .resolve(key.name()));
    }

    /** The folders that hold those of tasks, {@link #JOBS_PER_FOLDER} jobs each. */
    static List<Path> groups(Path state) {
        return list(state.resolve("run"));
    }

    /** The starts whose folders are in {@code group}. */
    static Set<TaskKey> keys(Path group) {
        Set<TaskKey> keys = new LinkedHashSet<>();
        for (Path folder : list(group)) {
            TaskKey key = TaskKey.parse(folder.getFileName().toString());
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** Deletes {@code group} where it is empty and nothing will be started in it again, as all its jobs are {@code over}. */
    static void deleteGroup(Path group, LongPredicate over) {
        try {
            long first = Long.parseLong(group.getFileName().toString()) * JOBS_PER_FOLDER;
            if (LongStream.range(Math.max(1, first), first + JOBS_PER_FOLDER).allMatch(over)) {
                Files.delete(group);
            }
        } catch (NumberFormatException | IOException e) {
            // Somebody else's, or not empty: it stays.
            return;
        }
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    /** Where launchers leave notices; one folder for all tasks. */
    static Path inbox(Path state) {
        return state.resolve("inbox");
    }

    /** The path of notices for {@code key}, from its folder and without the ending. */
    static String notices(TaskKey key) {
        return TO_INBOX + key.name();
    }

    boolean exists() {
        return Files.isDirectory(path);
    }

    /** Makes the folder, for nobody else's eyes: orders hold the environment, and with it secrets. */
    void create() throws IOException {
        createPrivate(path);
    }

    static void createPrivate(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    Path order() {
        return path.resolve("order");
    }

    Claim claim() {
        return Claim.parse(read("started"));
    }

    /**
     * Claims the task so that no launcher starts it.
     *
     * @return false where it was claimed before
     */
    boolean bar(TaskExit.Cause cause, String reason) {
        try {
            create();
            Files.writeString(
                    path.resolve("started"),
                    Claim.BARRED + cause + " " + reason.replace('\n', ' ') + "\n",
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    /** The process of the task, null before it is recorded. */
    @Nullable
    ProcessIdentity task() {
        String text = read("pid");
        if (text == null || !text.endsWith("\n")) {
            return null;
        }
        String[] fields = text.strip().split(" ");
        return new ProcessIdentity(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    }

    /** How the task ended, null before that is recorded. */
    @Nullable
    ExitRecord exit() {
        String text = read("exit");
        if (text == null || !text.endsWith("\n")) {
            return null;
        }
        long endNanos = modifiedNanos("exit");
        if (text.equals(LOST)) {
            return new ExitRecord(TaskExit.Cause.LOST, 0, endNanos);
        }
        boolean signal = text.startsWith(SIGNAL);
        int number = Integer.parseInt(text.strip().substring((signal ? SIGNAL : CODE).length()));
        return new ExitRecord(signal ? TaskExit.Cause.SIGNAL : TaskExit.Cause.CODE, number, endNanos);
    }

    /** Records, in place of a launcher that is dead, that nobody knows how the task ended. */
    void recordLost() {
        write("exit", LOST);
    }

    /** When the task was claimed, or barred, in UTC nanoseconds since 1970. */
    long claimedNanos() {
        return modifiedNanos("started");
    }

    /** Records that the task took more memory than it may, for whoever asks after its groups are gone. */
    void recordOutOfMemory() {
        write("memory", "killed\n");
    }

    boolean outOfMemory() {
        return Files.exists(path.resolve("memory"));
    }

    /** Removes the folder with all in it, what says that the task was started last. */
    void delete() throws IOException {
        if (!exists()) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("started")) {
                    Files.delete(file);
                }
            }
        }
        Files.deleteIfExists(path.resolve("started"));
        Files.delete(path);
    }

    private void write(String file, String text) {
        try {
            Files.writeString(path.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    private long modifiedNanos(String file) {
        try {
            return Files.getLastModifiedTime(path.resolve(file)).to(TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path.resolve(file), e);
        }
    }

    private @Nullable String read(String file) {
        try {
            return Files.readString(path.resolve(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path.resolve(file), e);
        }
    }
}
