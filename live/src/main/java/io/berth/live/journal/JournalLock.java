package io.berth.live.journal;

import io.berth.live.journal.file.Disk;
import io.berth.live.journal.file.JournalException;
import io.berth.live.journal.file.JournalFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/** The right to write a journal. It ends with the process at the latest. */
final class JournalLock implements Closeable {
    /** What this process holds: on POSIX, closing a second channel of a file would end the lock of the first. */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path directory;
    private final FileChannel channel;

    private JournalLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes the lock of {@code directory}, which is made where it is missing.
     *
     * @throws JournalException where somebody else holds it
     */
    static JournalLock take(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new JournalException(
                    directory + " is no folder, so no journal: move it away, or name another folder");
        }
        Disk.createDirectory(directory);
        Path real = directory.toRealPath();
        Path lock = real.resolve(JournalFiles.LOCK);
        if (Files.exists(lock) && !Files.isRegularFile(lock)) {
            throw new JournalException("the lock " + lock + " is no file: move it away, and it is made anew");
        }
        synchronized (HELD) {
            if (HELD.contains(real)) {
                throw taken(directory);
            }
            FileChannel channel = FileChannel.open(
                    lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), Disk.ownersFile(real));
            if (!locked(channel)) {
                channel.close();
                throw taken(directory);
            }
            HELD.add(real);
            return new JournalLock(real, channel);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static JournalException taken(Path directory) {
        return new JournalException("the journal " + directory
                + " is being written by another process: stop that one first, or name another folder");
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            HELD.remove(directory);
            channel.close();
        }
    }
}
