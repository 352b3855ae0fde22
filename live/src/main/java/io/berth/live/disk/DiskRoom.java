package io.berth.live.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a file system has.
 *
 * @param freeBytes for this user
 * @param totalBytes in all
 * @param freeFiles how many more files it can hold
 * @param totalFiles how many files it can hold; 0 where it sets no bound, or nobody knows
 */
public record DiskRoom(long freeBytes, long totalBytes, long freeFiles, long totalFiles) {
    /** Looks. */
    @FunctionalInterface
    public interface Meter {
        /** What the file system of {@code folder} has now. */
        DiskRoom of(Path folder) throws IOException;
    }

    /** What the JDK tells of it, which is nothing of files. */
    public static DiskRoom of(Path folder) throws IOException {
        FileStore store = Files.getFileStore(folder);
        return new DiskRoom(store.getUsableSpace(), store.getTotalSpace(), 0, 0);
    }
}
