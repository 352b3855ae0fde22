package io.berth.local.launch;

import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.folder.TaskFolders;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.ProcessScan;
import io.berth.local.launch.process.ProcessStat;
import io.berth.local.launch.process.Signals;
import io.berth.local.limit.TaskGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Starts that nobody answers for, as those of a history that a journal lost: their folders are taken out of the way, what runs of
 * them is killed, then they lie where nobody looks but people. A Berth that dies in the midst finds them where it put them.
 */
final class Strays {
    private static final System.Logger LOGGER = System.getLogger(Strays.class.getName());

    /** From killing something to looking whether it is gone, in milliseconds. */
    private static final long PATIENCE_MILLIS = 10;

    /** Looks in a row: two seconds. A process that outlives that hangs in the kernel, and dies when that lets it go. */
    private static final int LOOKS = 200;

    private final LaunchSite site;
    private final TaskFolders folders;
    private final Path strays;
    private final Path lost;
    private List<Stray> left = new ArrayList<>();

    /**
     * One that was taken out of the way.
     *
     * @param was its folder while it ran, by which its processes are known
     * @param now its folder
     */
    private record Stray(TaskKey key, TaskFolder was, TaskFolder now) {}

    Strays(LaunchSite site) {
        this.site = site;
        Path state = site.settings().state();
        folders = site.folders();
        strays = state.resolve("strays");
        lost = lost(state);
    }

    /** Where the folders of those are that were killed. */
    static Path lost(Path state) {
        return state.resolve("lost");
    }

    /**
     * Takes them out of the way; says how many there are.
     *
     * @param live those that the state answers for
     * @param foreign true for one that is of another history
     */
    int setAside(Set<TaskKey> live, Predicate<TaskKey> foreign) {
        Set<Path> answered = new LinkedHashSet<>();
        live.forEach(key -> answered.add(folders.of(key).path()));
        for (Path group : folders.groups()) {
            for (TaskKey key : TaskFolders.keys(group)) {
                TaskFolder folder = new TaskFolder(group.resolve(key.name()));
                if (!answered.contains(folder.path()) && (foreign.test(key) || !folder.ended())) {
                    move(folder, strays);
                }
            }
        }
        left = found();
        return left.size();
    }

    /** To {@code place}, as deep as it was, so that its launcher finds the folder of notices where it was. */
    private static void move(TaskFolder folder, Path place) {
        Path group = place.resolve(folder.path().resolveSibling("").getFileName());
        Path target = group.resolve(folder.path().getFileName());
        try {
            TaskFolder.createPrivate(group);
            for (int again = 1; Files.exists(target); again++) {
                target = group.resolve(folder.path().getFileName() + "." + again);
            }
            Files.move(folder.path(), target);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move " + folder.path() + " to " + target, e);
        }
    }

    /** All that are there, those of earlier times too. */
    private List<Stray> found() {
        List<Stray> found = new ArrayList<>();
        for (Path group : TaskFolders.list(strays)) {
            for (Path folder : TaskFolders.list(group)) {
                String name = folder.getFileName().toString();
                int dot = name.indexOf('.');
                TaskKey key = TaskKey.parse(dot < 0 ? name : name.substring(0, dot));
                if (key != null) {
                    found.add(new Stray(key, folders.at(key), new TaskFolder(folder)));
                }
            }
        }
        return found;
    }

    /** Kills what runs of them, and puts away each of which nothing runs. */
    void clear() {
        left.forEach(Strays::bar);
        for (int look = 0; look < LOOKS && kill(); look++) {
            try {
                Thread.sleep(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        if (!left.isEmpty()) {
            site.later(PATIENCE_MILLIS * LOOKS, this::clear);
        }
    }

    /** Kills what runs; true where something did. */
    private boolean kill() {
        ProcessScan scan = ProcessScan.now();
        List<Stray> running = new ArrayList<>();
        for (Stray stray : left) {
            if (kill(stray, scan)) {
                running.add(stray);
            } else {
                move(stray.now, lost);
            }
        }
        left = running;
        return !running.isEmpty();
    }

    private boolean kill(Stray stray, ProcessScan scan) {
        boolean groups = false;
        for (TaskGroup group : groups(stray)) {
            group.kill();
            groups |= !group.remove();
        }
        Set<ProcessStat> processes = new LinkedHashSet<>(scan.find(stray.was.taskMark(), stray.now.task()));
        processes.addAll(scan.find(stray.was.launcherMark(), null));
        processes.forEach(process -> Signals.kill(process.pid()));
        return groups || !processes.isEmpty();
    }

    private List<TaskGroup> groups(Stray stray) {
        TaskGroup byName = site.confinement().find(stray.key.name());
        try {
            OrderFile order = OrderFile.read(stray.now.order());
            return order == null ? List.of(byName) : List.of(byName, order.group());
        } catch (IOException | RuntimeException e) {
            // Damaged, as the rest may be; the marks of its processes are not.
            return List.of(byName);
        }
    }

    /** Its launcher, should it be on its way, starts nothing any more. */
    private static void bar(Stray stray) {
        try {
            stray.now.bar(TaskExit.Cause.NOT_STARTED, "nobody answers for it");
        } catch (UncheckedIOException e) {
            LOGGER.log(System.Logger.Level.WARNING, "cannot bar " + stray.key + ": " + e.getMessage(), e);
        }
    }
}
