package io.berth.local.launch;

import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;

/** Hears what becomes of tasks. Called from several threads, for one task in order; must return soon. */
public interface TaskListener {
    /** The task runs as process {@code pid}. Not told of a task that ended before anyone looked. */
    void started(TaskKey key, long pid);

    /** The task ended and nothing of it is left. Told once for each {@link Launcher#start} or adoption. */
    void ended(TaskKey key, TaskExit exit);
}
