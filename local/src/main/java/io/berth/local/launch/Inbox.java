package io.berth.local.launch;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;

import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.stream.Stream;

/**
 * The one folder in which launchers of all tasks leave notices: empty files that say in their name which task to look at. The
 * kernel reports them, so nobody asks about tasks one by one. What happened stands in the folder of the task; a notice that
 * gets lost only delays, until the next sweep.
 */
final class Inbox implements AutoCloseable {
    /** Hears of notices, on the thread of the inbox. */
    interface Reader {
        /** Look at task {@code key}; where {@code ended}, its launcher has done all it has to. */
        void notice(TaskKey key, boolean ended);

        /** Notices were lost: look at all tasks. */
        void lost();
    }

    private static final System.Logger LOGGER = System.getLogger(Inbox.class.getName());
    private static final String ENDED = ".ended";

    private final Path folder;
    private final Reader reader;
    private final WatchService watch;
    private final Thread thread;

    Inbox(Path folder, Reader reader) throws IOException {
        this.folder = folder;
        this.reader = reader;
        TaskFolder.createPrivate(folder);
        // The file system's own provider: the folder may belong to any.
        watch = folder.getFileSystem().newWatchService();
        folder.register(watch, ENTRY_CREATE);
        // Notices of tasks that ended while nobody watched; adoption looks at the tasks themselves.
        try (Stream<Path> old = Files.list(folder)) {
            for (Path notice : old.toList()) {
                Files.deleteIfExists(notice);
            }
        }
        thread = Thread.ofPlatform().daemon().name("berth-inbox").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                WatchKey key = watch.take();
                List<WatchEvent<?>> events = key.pollEvents();
                key.reset();
                for (WatchEvent<?> event : events) {
                    take(event);
                }
            }
        } catch (ClosedWatchServiceException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(WatchEvent<?> event) {
        if (event.kind().equals(OVERFLOW)) {
            reader.lost();
            return;
        }
        String file = String.valueOf(event.context());
        int dot = file.lastIndexOf('.');
        TaskKey key = dot < 0 ? null : TaskKey.parse(file.substring(0, dot));
        if (key == null) {
            return;
        }
        try {
            Files.deleteIfExists(folder.resolve(file));
        } catch (IOException e) {
            // It stays in the folder, where nobody reads it again; the next Berth clears it away.
            LOGGER.log(System.Logger.Level.DEBUG, "cannot delete notice " + file, e);
        }
        reader.notice(key, file.endsWith(ENDED));
    }

    @Override
    public void close() {
        try {
            watch.close();
        } catch (IOException e) {
            thread.interrupt();
        }
    }
}
