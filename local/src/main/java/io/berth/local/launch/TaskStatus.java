package io.berth.local.launch;

import io.berth.local.launch.folder.TaskExit;

/** What became of a task while Berth was away. */
public sealed interface TaskStatus {
    /**
     * It runs, or is about to; its end will be told. One whose launcher died counts as running while something of it is left.
     *
     * @param pid of the task, 0 where that is not known yet and will be told
     */
    record Running(long pid) implements TaskStatus {}

    /** It ended, or was lost, or was stopped before it started; it will not be told again. */
    record Ended(TaskExit exit) implements TaskStatus {}

    /**
     * It was not started so far. A launcher may be on its way, so this is settled only by {@link Launcher#start} (it runs, once)
     * or by {@link Launcher#stop} (it never will).
     */
    record NeverStarted() implements TaskStatus {}
}
