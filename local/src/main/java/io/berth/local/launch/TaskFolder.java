package io.berth.local.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of one start of a task, and what its files say. Paths are made of numbers only, the last of them in base 36. */
record TaskFolder(Path path) {
    /** Jobs of this many numbers share a folder, so that no folder gets too long. */
    private static final long JOBS_PER_FOLDER = 1000;

    /** From the folder of a task to the one of notices. */
    private static final String TO_INBOX = "../../../inbox/";

    private static final String SIGNAL = "signal";
    private static final Pattern END = Pattern.compile("(code|signal) (\\d{1,9})\n");
    private static final Pattern PROCESS = Pattern.compile("(\\d{1,18}) (\\d{1,18})\n");
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

    /**
     * The folder of a start, whether it is there or not. Where it is not, one that an earlier build made for the same numbers stands
     * for it, if what is in it is not older than the decision: a start of a history that was lost is older than what is decided
     * after it.
     */
    static TaskFolder of(Path state, TaskKey key) {
        Path group = group(state, key);
        TaskFolder own = new TaskFolder(group.resolve(key.name()));
        if (!key.dated() || own.exists()) {
            return own;
        }
        if (key.decidedNanos() == 0) {
            TaskFolder decided = newest(group, other -> other.sameTask(key) && other.decision() == key.decision());
            if (decided != null) {
                return decided;
            }
        }
        for (TaskKey earlier : List.of(key.undecided(), key.undated())) {
            TaskFolder before = new TaskFolder(group.resolve(earlier.name()));
            if (before.exists() && before.isSince(key.decidedNanos())) {
                return before;
            }
        }
        return own;
    }

    /** The folder of exactly this name, whether it is there or not. */
    static TaskFolder at(Path state, TaskKey key) {
        return new TaskFolder(group(state, key).resolve(key.name()));
    }

    /**
     * The folder of the last start of a task of a job, whichever decision {@code key} names; null where there is none. One that an
     * earlier build made counts where what is in it is not older than the job.
     */
    static @Nullable TaskFolder last(Path state, TaskKey key) {
        Path group = group(state, key);
        TaskFolder own = newest(group, other -> other.sameTask(key));
        if (own != null || key.submitNanos() == 0) {
            return own;
        }
        TaskFolder before = newest(group, other -> other.sameTask(key.undated()));
        return before != null && before.isSince(key.submitNanos()) ? before : null;
    }

    private static Path group(Path state, TaskKey key) {
        return state.resolve("run").resolve(Long.toString(key.job() / JOBS_PER_FOLDER));
    }

    private static @Nullable TaskFolder newest(Path group, Predicate<TaskKey> wanted) {
        return keys(group).stream()
                .filter(wanted)
                .max(Comparator.comparingLong(TaskKey::decision).thenComparingLong(TaskKey::decidedNanos))
                .map(key -> new TaskFolder(group.resolve(key.name())))
                .orElse(null);
    }

    /** True where an order or a claim was written in it, not before {@code nanos}. */
    private boolean isSince(long nanos) {
        for (String file : new String[] {"order", "started"}) {
            if (Files.exists(path.resolve(file))) {
                return modifiedNanos(file) >= nanos;
            }
        }
        return false;
    }

    /** True where its end is recorded, or that it never began. */
    boolean ended() {
        return Files.exists(path.resolve("exit")) || claim() instanceof Claim.Barred;
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
    static void deleteGroup(Path group, Predicate<TaskKey> over) {
        try {
            long first = Long.parseLong(group.getFileName().toString()) * JOBS_PER_FOLDER;
            if (LongStream.range(Math.max(1, first), first + JOBS_PER_FOLDER)
                    .allMatch(job -> over.test(new TaskKey(job, 0, 0)))) {
                Files.delete(group);
            }
        } catch (NumberFormatException | IOException e) {
            // Somebody else's, or not empty: it stays.
            return;
        }
    }

    /** What is in a folder; nothing where there is none. */
    static List<Path> list(Path folder) {
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
        Matcher process = PROCESS.matcher(text);
        return process.matches()
                ? new ProcessIdentity(Long.parseLong(process.group(1)), Long.parseLong(process.group(2)))
                : null;
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
        Matcher end = END.matcher(text);
        if (!end.matches()) {
            // No launcher wrote that.
            return null;
        }
        boolean signal = end.group(1).equals(SIGNAL);
        return new ExitRecord(
                signal ? TaskExit.Cause.SIGNAL : TaskExit.Cause.CODE, Integer.parseInt(end.group(2)), endNanos);
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

    /**
     * Removes the folder with all in it, what says that the task was started last. Its task may have made files and folders there,
     * and links, which are not followed.
     */
    void delete() throws IOException {
        if (!exists()) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("started")) {
                    Deletion.of(file);
                }
            }
        }
        Files.deleteIfExists(path.resolve("started"));
        Files.delete(path);
    }

    /** A task may have made a folder where a record goes. */
    private void write(String file, String text) {
        try {
            if (Files.isDirectory(path.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                Deletion.of(path.resolve(file));
            }
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
            return new String(Files.readAllBytes(path.resolve(file)), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            if (Files.isDirectory(path.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                // Its task made that.
                return null;
            }
            throw new UncheckedIOException("cannot read " + path.resolve(file), e);
        }
    }
}
