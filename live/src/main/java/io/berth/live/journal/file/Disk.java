package io.berth.live.journal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes to the disk in an order that a crash cannot turn around. */
public final class Disk {
    private static final Set<StandardOpenOption> FRESH =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private Disk() {}

    /** Writes a file that is there under its name with all its bytes, or is not there. */
    public static void create(Path file, byte[] bytes, Sync sync) throws IOException {
        Path temporary = temporary(file);
        // Not what a crash left under that name: the mode of a file that is there stays.
        Files.deleteIfExists(temporary);
        try {
            try (FileChannel channel = FileChannel.open(temporary, FRESH, ownersFile(temporary))) {
                writeFully(channel, ByteBuffer.wrap(bytes));
                if (sync == Sync.ALWAYS) {
                    channel.force(true);
                }
            }
            name(temporary, file, sync);
        } catch (IOException e) {
            giveUp(temporary);
            throw e;
        }
    }

    /** What {@code file} is called until it is whole. */
    static Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + JournalFiles.TEMPORARY);
    }

    /** Gives a file that is whole its name. */
    static void name(Path temporary, Path file, Sync sync) throws IOException {
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (sync == Sync.ALWAYS) {
            forceDirectory(file);
        }
    }

    /** Jobs hold environments, and with them secrets: the files of a journal are its owner's alone, whoever keeps it. */
    public static FileAttribute<?>[] ownersFile(Path file) {
        return mode(file, "rw-------");
    }

    /** Makes {@code directory} for its owner alone, with those above it as they usually are; one that is there stays as it is. */
    public static void createDirectory(Path directory) throws IOException {
        Path above = directory.toAbsolutePath().getParent();
        if (above != null) {
            Files.createDirectories(above);
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, mode(directory, "rwx------"));
        }
    }

    /** Nothing on systems that have no such modes. */
    private static FileAttribute<?>[] mode(Path path, String permissions) {
        boolean known = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return known
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** What was not finished must not take room on a disk that has none. */
    static void giveUp(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The next start clears it away.
        }
    }

    static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Makes the names in the directory of {@code file} durable; where a system cannot do that, its renames are as good. */
    public static void forceDirectory(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows does not open directories.
        }
    }
}
