package io.berth.local.launch;

import io.berth.local.limit.TaskGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
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

    private static final String LOST = "the launcher of the task died, so how the task ended is not known";

    private static final OrderFile NO_ORDER = new OrderFile("", Duration.ZERO, 0, new TaskGroup(List.of()));

    private final TaskKey key;
    private final TaskFolder folder;
    private final LaunchSite site;
    private final Runnable onEnd;

    private OrderFile order = NO_ORDER;
    private @Nullable ProcessIdentity task;
    private @Nullable TaskExit exit;
    /** Why this Berth could not start it. */
    private @Nullable String failure;

    private boolean quiet;
    private boolean drained;
    private boolean stopping;
    private boolean clearing;

    /** @param onEnd called once, when the task has ended */
    TaskRun(TaskKey key, LaunchSite site, Runnable onEnd) {
        this.key = key;
        this.folder = TaskFolder.of(site.settings().state(), key);
        this.site = site;
        this.onEnd = onEnd;
    }

    /** Starts the task, unless it was started or stopped before; only then its order is made. */
    synchronized void launch(Supplier<TaskOrder> wanted) {
        if (exit != null) {
            return;
        }
        try {
            readOrder();
            if (folder.claim() instanceof Claim.None && !isFromEarlierBoot()) {
                prepare(wanted.get());
                site.spawner().spawn(key, folder, code -> site.soon(() -> launcherGone(code)));
                site.reached(LaunchStep.LAUNCHER_FORKED);
                return;
            }
        } catch (IOException | RuntimeException e) {
            failure = String.valueOf(e.getMessage());
        }
        advance();
    }

    private void prepare(TaskOrder wanted) throws IOException {
        if (!Files.isDirectory(wanted.directory())) {
            throw new LaunchException("working directory " + wanted.directory() + " is not a folder");
        }
        List<String> command = site.spawner().command(wanted, folder);
        folder.create();
        site.reached(LaunchStep.FOLDER_MADE);
        TaskGroup group = site.confinement().create(key.name(), wanted.limits());
        boolean watched = !site.confinement().limitsMemory();
        site.reached(LaunchStep.GROUP_MADE);
        order = new OrderFile(
                Boot.id(), wanted.stopGrace(), watched ? wanted.limits().memoryBytes() : 0, group);
        order.write(folder.order(), site.settings(), wanted, command);
        site.reached(LaunchStep.ORDER_WRITTEN);
    }

    private synchronized void launcherGone(int code) {
        if (exit == null && folder.claim() instanceof Claim.None) {
            failure = "the launcher ended with code " + code + " before it started the task";
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
            case Claim.Unsigned unsigned -> {
                if (ProcessScan.now().find(folder.launcherMark(), null).isEmpty()) {
                    finish();
                }
            }
            case Claim.By by -> follow(by);
        }
    }

    private void unclaimed() {
        String reason = failure;
        if (isFromEarlierBoot()) {
            bar(TaskExit.Cause.LOST, "the machine went down when the task was about to start");
        } else if (reason != null) {
            bar(TaskExit.Cause.NOT_STARTED, reason);
        }
    }

    private void bar(TaskExit.Cause cause, String reason) {
        try {
            folder.bar(cause, reason);
        } catch (UncheckedIOException e) {
            if (folder.exists()) {
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
        site.reached(LaunchStep.START_SEEN);
        if (!quiet) {
            site.listener().started(key, process.pid());
        }
        if (stopping) {
            signal(false);
        }
    }

    /** The launcher is gone: what is left of the task goes too, then the end is told. */
    private void finish() {
        clearing = true;
        site.reached(LaunchStep.END_SEEN);
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
        if (order.group().outOfMemory()) {
            folder.recordOutOfMemory();
        }
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
        List<ProcessStat> left = processes(scan);
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
        TaskFolder.ExitRecord record = folder.exit();
        if (record == null) {
            folder.recordLost();
            record = folder.exit();
        }
        if (record == null || record.cause().equals(TaskExit.Cause.LOST)) {
            end(TaskExit.Cause.LOST, 0, record == null ? 0 : record.endNanos(), LOST);
        } else {
            end(record.cause(), record.number(), record.endNanos(), "");
        }
    }

    private void end(TaskExit.Cause cause, int number, long endNanos, String message) {
        TaskExit ended = new TaskExit(cause, number, folder.outOfMemory(), endNanos, message);
        exit = ended;
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
            signal(false);
            site.later(order.stopGrace().toMillis(), this::kill);
        }
    }

    private synchronized void kill() {
        if (exit == null) {
            signal(true);
            site.later(KILL_AGAIN_MILLIS, this::kill);
        }
    }

    private void signal(boolean kill) {
        TaskGroup group = order.group();
        if (kill && group.exists()) {
            // A shell that may not fork any more, as its group is about to end, would give that as its own end.
            ProcessIdentity first = task;
            if (first != null && first.alive()) {
                Signals.kill(first.pid());
            }
            group.kill();
            return;
        }
        List<Long> members = new ArrayList<>(
                group.exists()
                        ? group.pids()
                        : processes(ProcessScan.recent()).stream()
                                .map(ProcessStat::pid)
                                .toList());
        ProcessIdentity leader = task;
        if (leader != null && leader.alive()) {
            // It comes first: a shell whose children go before it would take that for their end. And it may not be in
            // its group yet.
            members.remove(Long.valueOf(leader.pid()));
            members.addFirst(leader.pid());
        }
        members.forEach(pid -> signal(pid, kill));
    }

    private static void signal(long pid, boolean kill) {
        if (kill) {
            Signals.kill(pid);
        } else {
            Signals.terminate(pid);
        }
    }

    /** As {@link #advance}, and ends what keeps the output open after the task itself has ended. */
    synchronized void sweep() {
        advance();
        if (exit == null && !clearing && folder.exit() != null) {
            signal(true);
        }
    }

    /** Most memory that Berth itself has to see to, 0 for none. */
    synchronized long watchedBytes() {
        return exit == null ? order.watchedBytes() : 0;
    }

    /** Kills the task where it takes more memory than it may. */
    synchronized void checkMemory(ProcessScan scan) {
        long used = processes(scan).stream()
                .mapToLong(process -> ProcessMemory.residentBytes(process.pid()))
                .sum();
        if (exit == null && used > order.watchedBytes()) {
            folder.recordOutOfMemory();
            signal(true);
        }
    }

    private List<ProcessStat> processes(ProcessScan scan) {
        return scan.find(folder.taskMark(), task);
    }

    private boolean isFromEarlierBoot() {
        return !order.boot().isEmpty() && !order.boot().equals(Boot.id());
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
