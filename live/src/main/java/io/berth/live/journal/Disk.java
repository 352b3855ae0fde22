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
        Path temporary = file.resolveSibling(file.getFileName() + JournalFiles.TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            writeFully(channel, ByteBuffer.wrap(bytes));
            if (sync == Sync.ALWAYS) {
                channel.force(true);
            }
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (sync == Sync.ALWAYS) {
            forceDirectory(file);
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
