package io.berth.testkit.disk;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * The folders of a real file system, seen through one that has no room at chosen changes: writes, syncs, new files, cuts, renames and
 * deletions are counted, and those from {@link #failFrom} on fail until as many have failed as was said. Half of a failed write
 * is there.
 */
public final class FaultyDisk {
    private static final String FULL = "No space left on device";

    private final Path real;
    private String reason = FULL;
    private long changes;
    private long from = Long.MAX_VALUE;
    private long failures;
    private long failed;
    private long forced;

    /** @param real the folder behind it */
    public FaultyDisk(Path real) {
        this.real = real;
    }

    /** Its root, as a path of the file system that fails. */
    public Path root() {
        return new FaultyFileSystem(this).wrap(real);
    }

    /** From the change of this number on, counted from 0 and from now, so many fail. */
    public synchronized void failFrom(long change, long count) {
        changes = 0;
        from = change;
        failures = count;
        failed = 0;
    }

    /** As {@link #failFrom}, with an error of the device. */
    public synchronized void breakFrom(long change) {
        failFrom(change, Long.MAX_VALUE);
        reason = "Input/output error";
    }

    /** Nothing fails any more. */
    public synchronized void free() {
        from = Long.MAX_VALUE;
    }

    /** How many changes have failed. */
    public synchronized long failed() {
        return failed;
    }

    /** How often something was forced to the disk. */
    public synchronized long forced() {
        return forced;
    }

    /** Counts that an open file is forced to the disk, a change. */
    synchronized void force() throws IOException {
        forced++;
        check();
    }

    /** Counts a change of an open file. */
    void check() throws IOException {
        check("", (_, why) -> new IOException(why));
    }

    /** Counts a change to the file of this name. */
    void check(Path file) throws IOException {
        check(file.toString(), (name, why) -> new FileSystemException(name, null, why));
    }

    private synchronized void check(String file, BiFunction<String, String, IOException> fault) throws IOException {
        long number = changes++;
        if (number >= from && failed < failures) {
            failed++;
            throw fault.apply(file, reason);
        }
    }
}
