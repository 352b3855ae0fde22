package io.berth.local.launch;

import io.berth.local.launch.folder.Claim;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.Boot;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.launch.process.ProcessIdentity;
import io.berth.local.launch.process.ProcessScan;
import io.berth.local.launch.process.ProcessStat;
import io.berth.local.launch.process.Signals;
import io.berth.local.launch.process.TaskProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One start of one task, from the order to the end. What is true stands in the folder of the task; this looks there whenever
 * something may have changed, and says what is new. So it makes no difference whether this Berth or an earlier one started it.
 */
final class TaskRun {
    /** From killing a group to the next attempt to remove it, in milliseconds. */
    private static final long PATIENCE_MILLIS = 5;

    /** From killing a stopped task to the next attempt, in milliseconds. */
    private static final long KILL_AGAIN_MILLIS = 200;

    /** Attempts to kill a task, after which its launcher is taken for the one that hangs. */
    private static final int MOST_KILLS = 50;

    /** From one attempt to write while there is no room to the next, in milliseconds. */
    private static final long ROOM_AGAIN_MILLIS = 1000;

    private static final String LOST = "the launcher of the task died, so how the task ended is not known";

    private static final String UNSIGNED = "its launcher died before it started the task";

    private final TaskKey key;
    private final TaskFolder folder;
    private final LaunchSite site;
    private final Runnable onEnd;
    private final LauncherWatch watch;

    private OrderFile order = OrderFile.NONE;
    private @Nullable ProcessIdentity task;
    private @Nullable TaskExit exit;
    /** Why this Berth could not start it. */
    private @Nullable String failure;
    /** True where no other start of it would do better. */
    private boolean hopeless;
    /** The kernel ended it for its memory. */
    private boolean outOfMemory;
    /** What is to be started as soon as there is room. */
    private @Nullable Supplier<TaskOrder> waiting;

    private int kills;
    private boolean quiet;
    private boolean drained;
    private boolean stopping;
    private boolean clearing;

    /** @param onEnd called once, when the task has ended */
    TaskRun(TaskKey key, LaunchSite site, Runnable onEnd) {
        this.key = key;
        this.folder = site.folders().of(key);
        this.site = site;
        this.onEnd = onEnd;
        this.watch = new LauncherWatch(folder, site.spawner().shell());
    }

    /** Starts the task, unless it was started or stopped before; only then its order is made. */
    synchronized void launch(Supplier<TaskOrder> wanted) {
        if (exit != null) {
            return;
        }
        if (failure != null) {
            // It was stopped while it waited for room, and that could not be written down yet.
            advance();
            return;
        }
        try {
            readOrder();
            if (folder.claim() instanceof Claim.None && !order.isFromEarlierBoot()) {
                prepare(wanted.get());
                site.spawner().spawn(key, folder, code -> site.soon(() -> launcherGone(code)));
                site.reached(LaunchStep.LAUNCHER_FORKED);
                return;
            }
        } catch (LaunchException e) {
            failure = e.getMessage();
            hopeless = true;
        } catch (IOException | UncheckedIOException e) {
            if (awaitsRoom(wanted, e)) {
                return;
            }
            failure = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            failure = String.valueOf(e.getMessage());
        }
        advance();
    }

    /** While the disk is full, a start is only late: true where it will be tried again. */
    private boolean awaitsRoom(Supplier<TaskOrder> wanted, Exception reason) {
        if (!site.full(reason)) {
            return false;
        }
        waiting = wanted;
        site.later(ROOM_AGAIN_MILLIS, () -> launch(wanted));
        return true;
    }

    private void prepare(TaskOrder wanted) throws IOException {
        Preparation made = Preparation.of(key, folder, site, wanted);
        order = made.order();
        made.write();
        waiting = () -> wanted;
        site.reached(LaunchStep.ORDER_WRITTEN);
    }

    private synchronized void launcherGone(int code) {
        Supplier<TaskOrder> wanted = waiting;
        waiting = null;
        if (exit == null && failure == null && folder.claim() instanceof Claim.None) {
            String reason = "the launcher ended with code " + code + " before it started the task";
            if (wanted != null && awaitsRoom(wanted, new IOException(reason))) {
                return;
            }
            failure = reason;
        }
        advance();
    }

    /** Looks at what became of the task while nobody watched, and tells only what happens from now on. */
    synchronized TaskStatus adopt() {
        readOrderOrLose();
        quiet = true;
        advance();
        quiet = false;
        TaskExit ended = exit;
        if (ended != null) {
            return new TaskStatus.Ended(ended);
        }
        if (folder.claim() instanceof Claim.None) {
            return new TaskStatus.NeverStarted();
        }
        ProcessIdentity process = task;
        return new TaskStatus.Running(process == null ? 0 : process.pid());
    }

    /** The launcher has copied all output and gone. */
    synchronized void drained() {
        drained = true;
        advance();
    }

    /** Looks at the task, and tells what is new. */
    synchronized void advance() {
        if (exit != null || clearing) {
            return;
        }
        switch (folder.claim()) {
            case Claim.None none -> unclaimed();
            case Claim.Barred barred -> {
                // Berth may have died between making the group and writing the order.
                site.confinement().find(key.name()).remove();
                order.group().remove();
                end(barred.cause(), 0, folder.claimedNanos(), barred.reason());
            }
            case Claim.Unsigned unsigned -> unsigned(unsigned);
            case Claim.By by -> follow(by);
        }
    }

    /** Of a launcher that is gone, or waits for room to sign. It signs before it forks what becomes the task. */
    private void unsigned(Claim.Unsigned before) {
        if (!ProcessScan.now().find(folder.launcherMark(), null).isEmpty()) {
            return;
        }
        if (!folder.claim().equals(before)) {
            advance();
        } else if (before.empty() && order.boot().equals(Boot.id())) {
            order.group().remove();
            end(TaskExit.Cause.NOT_STARTED, 0, folder.claimedNanos(), UNSIGNED);
        } else {
            finish();
        }
    }

    private void unclaimed() {
        String reason = failure;
        if (order.isFromEarlierBoot()) {
            bar(TaskExit.Cause.LOST, "the machine went down when the task was about to start");
        } else if (reason != null) {
            bar(hopeless ? TaskExit.Cause.CANNOT_START : TaskExit.Cause.NOT_STARTED, reason);
        }
    }

    private void bar(TaskExit.Cause cause, String reason) {
        try {
            folder.bar(cause, reason);
        } catch (UncheckedIOException e) {
            if (Files.exists(folder.order())) {
                // A launcher may be on its way, so this is not settled: the next sweep tries again.
                return;
            }
            end(cause, 0, 0, reason);
            return;
        }
        advance();
    }

    private void follow(Claim.By by) {
        // In this order: a launcher records the end before it goes.
        boolean gone = !by.alive();
        tellStarted();
        if (gone || drained && folder.exit() != null) {
            finish();
        }
    }

    private void tellStarted() {
        ProcessIdentity process = task == null ? folder.task() : null;
        if (process == null) {
            return;
        }
        task = process;
        waiting = null;
        site.reached(LaunchStep.START_SEEN);
        if (!quiet) {
            site.listener().started(key, process.pid());
        }
        if (stopping) {
            processes().terminate();
        }
    }

    /** The launcher is gone: what is left of the task goes too, then the end is told. */
    private void finish() {
        site.reached(LaunchStep.END_SEEN);
        clearing = true;
        try {
            clear();
        } catch (UncheckedIOException e) {
            // The next sweep does it.
            clearing = false;
            throw e;
        }
    }

    private void clear() {
        if (order.group().folders().isEmpty()) {
            if (quiet && !killLeft(ProcessScan.now())) {
                cleared();
            } else {
                site.leftovers().clear(this);
            }
        } else {
            removeGroup();
        }
    }

    private synchronized void removeGroup() {
        noteMemory(order.group().outOfMemory());
        if (order.group().remove()) {
            site.reached(LaunchStep.GROUP_REMOVED);
            cleared();
        } else {
            order.group().kill();
            site.later(PATIENCE_MILLIS, this::removeGroup);
        }
    }

    /** Kills what runs of a task that has no group; says whether there was something. */
    synchronized boolean killLeft(ProcessScan scan) {
        List<ProcessStat> left = processes().in(scan);
        if (task == null) {
            // Its launcher is dead: whoever carries the launcher's mark was about to become the task, or copies output
            // of nobody.
            left = scan.find(folder.launcherMark(), null);
        }
        left.forEach(process -> Signals.kill(process.pid()));
        return !left.isEmpty();
    }

    /** Nothing of the task is left. */
    synchronized void cleared() {
        TaskFolder.ExitRecord recorded = folder.exit();
        TaskFolder.ExitRecord record = recorded == null ? folder.recordLost() : recorded;
        boolean lost = record.cause().equals(TaskExit.Cause.LOST);
        boolean killed = outOfMemory || folder.outOfMemory();
        end(new TaskExit(
                record.cause(), record.number(), killed, record.endNanos(), record.ranNanos(), lost ? LOST : ""));
    }

    /** True where it was killed for its memory; that stands in the folder too, where there is room. */
    private void noteMemory(boolean killed) {
        if (killed && !outOfMemory) {
            outOfMemory = true;
            folder.recordOutOfMemory();
        }
    }

    private void end(TaskExit.Cause cause, int number, long endNanos, String message) {
        end(new TaskExit(cause, number, false, endNanos, -1, message));
    }

    private void end(TaskExit ended) {
        exit = ended;
        waiting = null;
        onEnd.run();
        if (!quiet) {
            site.listener().ended(key, ended);
        }
    }

    /** Asks the task to end, and ends it when its grace is over; one that was not started never will be. */
    synchronized void stop() {
        if (exit != null) {
            return;
        }
        if (folder.claim() instanceof Claim.None) {
            failure = "stopped before it started";
        }
        advance();
        if (exit == null && !stopping) {
            stopping = true;
            processes().terminate();
            site.later(order.stopGrace().toMillis(), this::kill);
        }
    }

    private synchronized void kill() {
        if (exit == null) {
            processes().kill();
            if (++kills > MOST_KILLS && (task == null || processes().firstEnded())) {
                LauncherWatch.end(folder);
                advance();
            }
            site.later(KILL_AGAIN_MILLIS, this::kill);
        }
    }

    /** As {@link #advance}, and sees to a launcher that cannot go on, and to what keeps it from its end. */
    synchronized void sweep() {
        advance();
        if (exit != null || clearing || !(folder.claim() instanceof Claim.By by)) {
            return;
        }
        boolean recorded = folder.exit() != null;
        boolean over = recorded || processes().firstEnded() && LauncherWatch.stopped(by.launcher());
        if (over) {
            processes().kill();
        }
        watch.look(by.launcher(), over);
    }

    /** Most memory that Berth itself has to see to, 0 for none. */
    synchronized long watchedBytes() {
        return exit == null ? order.watchedBytes() : 0;
    }

    /** Kills the task where it takes more memory than it may. */
    synchronized void checkMemory(ProcessScan scan) {
        long used = processes().residentBytes(scan);
        if (exit == null && used > order.watchedBytes()) {
            noteMemory(true);
            processes().kill();
        }
    }

    private TaskProcesses processes() {
        return new TaskProcesses(order.group(), folder.taskMark(), task);
    }

    private void readOrder() throws IOException {
        OrderFile read = OrderFile.read(folder.order());
        if (read != null) {
            order = read;
        }
    }

    private void readOrderOrLose() {
        try {
            readOrder();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the order of " + key, e);
        }
    }
}
