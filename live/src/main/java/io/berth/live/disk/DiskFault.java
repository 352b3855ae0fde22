package io.berth.live.disk;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a disk that is full, which comes and goes, from one that is broken or may not be written, which ends the work: what was
 * not written for want of room is written when there is some; after an error of the device nobody knows what is on it.
 */
public final class DiskFault {
    /** As strerror(3) says ENOSPC and EDQUOT; the JDK hands on no numbers. */
    private static final List<String> FULL = List.of("No space left on device", "Disk quota exceeded");

    private static final int MOST_CAUSES = 8;

    private DiskFault() {}

    /** True where {@code fault}, or what it comes of, is that there is no room on the disk: blocks, inodes or a quota. */
    public static boolean full(@Nullable Throwable fault) {
        Throwable at = fault;
        for (int depth = 0; at != null && depth < MOST_CAUSES; depth++) {
            if (at instanceof DiskFullException || at instanceof IOException io && full(io)) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static boolean full(IOException fault) {
        String reason = fault instanceof FileSystemException named ? named.getReason() : fault.getMessage();
        return reason != null && FULL.stream().anyMatch(reason::contains);
    }
}
