package io.berth.local.launch;

import io.berth.local.launch.process.ProcessScan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends what tasks left behind where no control group knows it. A look at all processes takes milliseconds, so tasks that ended in
 * the meantime share the next one.
 */
final class Leftovers {
    private static final System.Logger LOGGER = System.getLogger(Leftovers.class.getName());

    /** From killing something to looking whether it is gone, in milliseconds. */
    private static final long PATIENCE_MILLIS = 10;

    private final ScheduledExecutorService timers;
    private List<TaskRun> waiting = new ArrayList<>();

    Leftovers(ScheduledExecutorService timers) {
        this.timers = timers;
    }

    /** Calls {@link TaskRun#cleared} as soon as nothing of the task is left. */
    void clear(TaskRun run) {
        add(run, 0);
    }

    private synchronized void add(TaskRun run, long delayMillis) {
        waiting.add(run);
        if (waiting.size() == 1 && !timers.isShutdown()) {
            timers.schedule(this::look, delayMillis, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        List<TaskRun> runs = take();
        ProcessScan scan = ProcessScan.now();
        runs.forEach(run -> clear(run, scan));
    }

    private void clear(TaskRun run, ProcessScan scan) {
        try {
            if (!run.killLeft(scan)) {
                run.cleared();
                return;
            }
        } catch (RuntimeException e) {
            LOGGER.log(
                    System.Logger.Level.WARNING, "cannot clear up after a task, will try again: " + e.getMessage(), e);
        }
        add(run, PATIENCE_MILLIS);
    }

    private synchronized List<TaskRun> take() {
        List<TaskRun> taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }
}
