package io.berth.local.launch;

import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.process.ProcessIdentity;
import io.berth.local.launch.process.ProcessScan;
import io.berth.local.launch.process.ProcessStat;
import io.berth.local.launch.process.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Sees to it that a launcher does what is left to do: a task of the same user can stop it, or keep the output open from where
 * nobody finds it, and so would hold its room for ever. A launcher that was stopped goes on; one that is not done long after its
 * task has ended is ended too, and counts as one that died.
 */
final class LauncherWatch {
    /** Looks at a launcher whose task has ended before it is ended itself. */
    private static final int PATIENCE = 15;

    private final TaskFolder folder;
    private final String shell;
    private int looks;

    /** @param shell by which signals are sent */
    LauncherWatch(TaskFolder folder, String shell) {
        this.folder = folder;
        this.shell = shell;
    }

    /** True where the launcher itself does not run on. */
    static boolean stopped(ProcessIdentity launcher) {
        ProcessStat stat = ProcessStat.of(launcher.pid());
        return stat != null && stat.stopped() && stat.startTicks() == launcher.startTicks();
    }

    /**
     * Looks at a launcher that lives.
     *
     * @param over true where its task has ended
     */
    void look(ProcessIdentity launcher, boolean over) {
        if (!over) {
            if (stopped(launcher)) {
                resume(List.of(launcher.pid()));
            }
            return;
        }
        if (++looks == 1) {
            // It is about to be done, most likely, and a look at all processes takes milliseconds.
            return;
        }
        List<ProcessStat> own = ProcessScan.now().ofLauncher(folder.launcherMark(), launcher);
        if (looks > PATIENCE) {
            own.forEach(process -> Signals.kill(process.pid()));
            return;
        }
        resume(own.stream().filter(ProcessStat::stopped).map(ProcessStat::pid).toList());
    }

    /** Ends whatever carries the mark of the launcher of {@code folder}, as it does not do its work. */
    static void end(TaskFolder folder) {
        ProcessScan.now().find(folder.launcherMark(), null).forEach(process -> Signals.kill(process.pid()));
    }

    private void resume(List<Long> pids) {
        if (pids.isEmpty()) {
            return;
        }
        try {
            Signals.resume(shell, pids);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot let a launcher go on", e);
        }
    }
}
