package io.berth.local.launch.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the folders of starts are. Paths are made of numbers only, the last of them in base 36. */
public record TaskFolders(Path state) {
    /** Jobs of this many numbers share a folder, so that no folder gets too long. */
    private static final long JOBS_PER_FOLDER = 1000;

    /** From the folder of a task to the one of notices. */
    private static final String TO_INBOX = "../../../inbox/";

    /**
     * The folder of a start, whether it is there or not. Where it is not, one that an earlier build made for the same numbers stands
     * for it, if what is in it is not older than the decision: a start of a history that was lost is older than what is decided
     * after it.
     */
    public TaskFolder of(TaskKey key) {
        Path group = group(key);
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
    public TaskFolder at(TaskKey key) {
        return new TaskFolder(group(key).resolve(key.name()));
    }

    /**
     * The folder of the last start of a task of a job, whichever decision {@code key} names; null where there is none. One that an
     * earlier build made counts where what is in it is not older than the job.
     */
    @Nullable
    TaskFolder last(TaskKey key) {
        Path group = group(key);
        TaskFolder own = newest(group, other -> other.sameTask(key));
        if (own != null || key.submitNanos() == 0) {
            return own;
        }
        TaskFolder before = newest(group, other -> other.sameTask(key.undated()));
        return before != null && before.isSince(key.submitNanos()) ? before : null;
    }

    private Path group(TaskKey key) {
        return state.resolve("run").resolve(Long.toString(key.job() / JOBS_PER_FOLDER));
    }

    private static @Nullable TaskFolder newest(Path group, Predicate<TaskKey> wanted) {
        return keys(group).stream()
                .filter(wanted)
                .max(Comparator.comparingLong(TaskKey::decision).thenComparingLong(TaskKey::decidedNanos))
                .map(key -> new TaskFolder(group.resolve(key.name())))
                .orElse(null);
    }

    /** The folders that hold those of tasks, {@link #JOBS_PER_FOLDER} jobs each. */
    public List<Path> groups() {
        return list(state.resolve("run"));
    }

    /** The starts whose folders are in {@code group}. */
    public static Set<TaskKey> keys(Path group) {
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
    public static void deleteGroup(Path group, Predicate<TaskKey> over) {
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
    public static List<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    /** Where launchers leave notices; one folder for all tasks. */
    public Path inbox() {
        return state.resolve("inbox");
    }

    /** The path of notices for {@code key}, from its folder and without the ending. */
    public static String notices(TaskKey key) {
        return TO_INBOX + key.name();
    }
}
