package io.berth.live.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes to the disk in an order that a crash cannot turn around. */
final class Disk {
    private Disk() {}

    /** Writes a file that is there under its name with all its bytes, or is not there. */
    static void create(Path file, byte[] bytes, Sync sync) throws IOException {
        Path temporary = temporary(file);
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
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
    static void forceDirectory(Path file) {
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
