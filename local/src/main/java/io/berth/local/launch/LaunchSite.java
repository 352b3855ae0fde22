package io.berth.local.launch;

import io.berth.local.launch.folder.TaskFolders;
import io.berth.local.limit.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What all tasks of a launcher share.
 *
 * @param workers threads on which tasks are started, stopped and ended
 * @param timers for what happens later
 * @param probe told of each step, for tests
 */
record LaunchSite(
        LaunchSettings settings,
        TaskListener listener,
        Confinement confinement,
        Spawner spawner,
        Executor workers,
        ScheduledExecutorService timers,
        Leftovers leftovers,
        Consumer<LaunchStep> probe) {
    /** How the C library says ENOSPC: also where there is no room for names. */
    private static final String NO_SPACE = "No space left on device";

    /** Below this a file system counts as full, in bytes. */
    private static final long LEAST_ROOM_BYTES = 256 << 10;

    /** Where the folders of starts are. */
    TaskFolders folders() {
        return new TaskFolders(settings.state());
    }

    /** True where {@code failure} may be because the disk is full. */
    boolean full(Exception failure) {
        try {
            return Files.getFileStore(settings.state()).getUsableSpace() < LEAST_ROOM_BYTES
                    || String.valueOf(failure.getMessage()).contains(NO_SPACE);
        } catch (IOException e) {
            return true;
        }
    }

    void reached(LaunchStep step) {
        probe.accept(step);
    }

    /** Runs {@code work} soon, on a worker; not at all where the launcher is closed. */
    void soon(Runnable work) {
        try {
            workers.execute(work);
        } catch (RejectedExecutionException e) {
            // Closed: the next launcher on this state takes up the task.
            return;
        }
    }

    /** Runs {@code work} on a worker after {@code millis}; not at all where the launcher is closed by then. */
    void later(long millis, Runnable work) {
        try {
            timers.schedule(() -> soon(work), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            return;
        }
    }
}
