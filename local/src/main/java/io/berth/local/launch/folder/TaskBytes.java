package io.berth.local.launch.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** How much room the files of tasks take, most of it their output. */
public final class TaskBytes {
    /** What ext4, XFS and tmpfs give room in by default. */
    private static final long BLOCK_BYTES = 4096;

    private TaskBytes() {}

    /**
     * By job, bytes. Takes some ten microseconds for each start of the jobs that are {@code wanted}.
     *
     * @param state the folder of the launcher
     */
    public static Map<Long, Long> of(Path state, LongPredicate wanted) {
        Map<Long, Long> bytes = new TreeMap<>();
        TaskFolders folders = new TaskFolders(state);
        for (Path group : folders.groups()) {
            for (TaskKey key : TaskFolders.keys(group)) {
                if (wanted.test(key.job())) {
                    bytes.merge(key.job(), bytes(folders.at(key).path()), Long::sum);
                }
            }
        }
        return bytes;
    }

    /** Of files alone: where a task put a link is nobody's business here. */
    private static long bytes(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(TaskBytes::size).sum();
        } catch (IOException | UncheckedIOException e) {
            // It is being deleted.
            return 0;
        }
    }

    /** In whole blocks, a folder as one: of a task that prints a line its records take the most. */
    private static long size(Path file) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            long bytes = attributes.isRegularFile() ? attributes.size() : attributes.isDirectory() ? BLOCK_BYTES : 0;
            return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        } catch (IOException e) {
            return 0;
        }
    }
}
