package io.berth.local.launch;

import io.berth.edge.metric.MetricSource;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskFolders;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.launch.process.ProcessScan;
import io.berth.local.launch.process.Programs;
import io.berth.local.limit.Confinement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/**
 * Starts tasks as processes and says how they end. A key is started at most once, however often {@link #start} is called, in
 * however many lives of Berth; tasks go on when Berth dies, and {@link #adopt} takes them up again. One launcher works on a state
 * folder at a time; two are harmless but tell the same things.
 *
 * <p>After a restart: open, {@link #adopt} all that is under way, then {@link #start} what never started and is still wanted, and
 * {@link #stop} what is not.
 */
public final class Launcher implements AutoCloseable {
    /** Forking is most of the work, and no machine forks well on many processors at once. */
    private static final int MOST_WORKERS = 4;

    private static final System.Logger LOGGER = System.getLogger(Launcher.class.getName());

    private final Map<TaskKey, TaskRun> runs = new ConcurrentHashMap<>();
    private final ExecutorService workers;
    private final LaunchQueue queue;
    private final ScheduledExecutorService timers;
    private final LaunchSite site;
    private final Inbox inbox;

    private Launcher(
            LaunchSettings settings,
            TaskListener listener,
            Confinement confinement,
            Spawner spawner,
            Consumer<LaunchStep> probe)
            throws IOException {
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, MOST_WORKERS);
        workers = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("berth-tasks-", 1).factory());
        queue = new LaunchQueue(count);
        timers = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("berth-launch-timer").factory());
        site = new LaunchSite(settings, listener, confinement, spawner, workers, timers, new Leftovers(timers), probe);
        inbox = new Inbox(new TaskFolders(settings.state()).inbox(), new Notices());
        long sweep = settings.sweep().toMillis();
        timers.scheduleWithFixedDelay(this::sweep, sweep, sweep, TimeUnit.MILLISECONDS);
        if (!confinement.limitsMemory()) {
            long sample = settings.memorySample().toMillis();
            timers.scheduleWithFixedDelay(this::checkMemory, sample, sample, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Opens the launcher of a state folder and makes the folder where it is missing. Nothing is started or adopted.
     *
     * @throws LaunchException where this machine cannot launch tasks; the message says what is missing
     */
    public static Launcher open(LaunchSettings settings, TaskListener listener) {
        try {
            Programs programs = Programs.find();
            programs.check();
            Spawner spawner = new Spawner(programs, settings.state(), Spawner.shippedScript());
            return open(settings, listener, Confinement.detect(groupName(settings)), spawner, LaunchStep.UNWATCHED);
        } catch (IOException e) {
            throw unusable(settings, e);
        }
    }

    /** With parts that tests choose. */
    static Launcher open(
            LaunchSettings settings,
            TaskListener listener,
            Confinement confinement,
            Spawner spawner,
            Consumer<LaunchStep> probe) {
        try {
            return new Launcher(settings, listener, confinement, spawner, probe);
        } catch (IOException e) {
            throw unusable(settings, e);
        }
    }

    private static LaunchException unusable(LaunchSettings settings, IOException cause) {
        return new LaunchException(
                "cannot use " + settings.state() + " for tasks: " + cause.getMessage()
                        + "; it must be a folder that this user can write: move what is there away, or name another --home",
                cause);
    }

    /** The folder of control groups of this state, so that Berths with different states do not meet. */
    static String groupName(LaunchSettings settings) {
        CRC32 sum = new CRC32();
        sum.update(settings.state().toString().getBytes(StandardCharsets.UTF_8));
        return String.format("berth-%08x", sum.getValue());
    }

    /** One line on what limits this machine does not enforce; empty where all are. */
    public String notice() {
        return site.confinement().notice();
    }

    /**
     * Starts a task, unless its key was started or stopped before. Returns at once; what comes of it the listener hears: that it
     * runs, that it ended, or with {@link TaskExit.Cause#NOT_STARTED} why it could not be started. Of a key that has ended it
     * hears the end again.
     */
    public void start(TaskOrder order) {
        start(List.of(order.key()), _ -> order);
    }

    /**
     * Starts tasks of one job, as {@link #start(TaskOrder)} does each; tasks of other jobs have their turn between them.
     *
     * @param orders makes the order of a task when its turn comes, on a thread of the launcher; one that throws has its task told
     *     as not started, with the message
     */
    public void start(List<TaskKey> keys, Function<TaskKey, TaskOrder> orders) {
        queue.add(keys, key -> {
            TaskRun run = new TaskRun(key, site, () -> runs.remove(key));
            if (runs.putIfAbsent(key, run) == null) {
                run.launch(() -> orders.apply(key));
            }
        });
    }

    /**
     * Ends a task: SIGTERM to all its processes, SIGKILL after its grace. Returns at once; the end is told when nothing of the
     * task is left. A task that was not started never will be, and is told as {@link TaskExit.Cause#NOT_STARTED}; nothing is told
     * of one that has ended. Whoever restarts within the grace has to stop it again.
     */
    public void stop(TaskKey key) {
        TaskRun known = runs.get(key);
        if (known != null) {
            site.soon(known::stop);
            return;
        }
        site.soon(() -> {
            TaskRun run = new TaskRun(key, site, () -> runs.remove(key));
            TaskRun started = runs.putIfAbsent(key, run);
            if (started != null) {
                // Meanwhile.
                started.stop();
            } else if (!(run.adopt() instanceof TaskStatus.Ended)) {
                run.stop();
            }
        });
    }

    /** As {@link #stop(TaskKey)} does each. */
    public void stop(List<TaskKey> keys) {
        site.soon(() -> keys.forEach(this::stop));
    }

    /**
     * What became of tasks since an earlier launcher on this state started them. Those that run are watched from now on; those
     * whose launcher died are killed, if something of them is left. Takes microseconds for each task.
     */
    public Map<TaskKey, TaskStatus> adopt(Set<TaskKey> keys) {
        Map<TaskKey, TaskStatus> found = new LinkedHashMap<>();
        for (TaskKey key : keys) {
            TaskRun run = new TaskRun(key, site, () -> runs.remove(key));
            TaskRun before = runs.putIfAbsent(key, run);
            TaskStatus status = (before == null ? run : before).adopt();
            if (status instanceof TaskStatus.NeverStarted && before == null) {
                runs.remove(key, run);
            }
            found.put(key, status);
        }
        return found;
    }

    /**
     * As {@link #adopt(Set)}, on threads of the launcher; returns at once.
     *
     * @param status gets what became of each, from several threads
     */
    public void adopt(Collection<TaskKey> keys, BiConsumer<TaskKey, TaskStatus> status) {
        for (TaskKey key : keys) {
            site.soon(() -> status.accept(key, adopt(Set.of(key)).getOrDefault(key, new TaskStatus.NeverStarted())));
        }
    }

    /**
     * Takes starts out of the way that nobody answers for: those that are {@code foreign}, and those that are neither {@code live}
     * nor ended. Their processes are killed before this returns, or soon after where one takes long to die; their folders go to
     * {@link #lost}. Call it before anything is started. Takes some ten microseconds for each start that is kept.
     *
     * @return how many there were
     */
    public int clear(Set<TaskKey> live, Predicate<TaskKey> foreign) {
        Strays strays = new Strays(site);
        int found = strays.setAside(live, foreign);
        strays.clear();
        return found;
    }

    /** Where {@link #clear} puts folders. */
    public Path lost() {
        return Strays.lost(site.settings().state());
    }

    /** The folder of a task's output, as long as it was not {@linkplain TaskOrder#output ordered} elsewhere. */
    public Path folder(TaskKey key) {
        return site.folders().of(key).path();
    }

    /**
     * Deletes all files of tasks that have ended, their output too. Only for keys that will never be started again: nothing is
     * left to say that they were. One that cannot be deleted does not keep others from going.
     *
     * @return why what stays could not be deleted
     */
    public Map<TaskKey, IOException> forget(Set<TaskKey> keys) {
        Map<TaskKey, IOException> left = new LinkedHashMap<>();
        for (TaskKey key : keys) {
            try {
                delete(key);
            } catch (IOException e) {
                left.put(key, e);
            }
        }
        return left;
    }

    /** Not what is under way. */
    private void delete(TaskKey key) throws IOException {
        if (runs.containsKey(key)) {
            return;
        }
        if (key.task() == 0) {
            Files.deleteIfExists(key.peers(site.settings().state()));
        }
        Files.deleteIfExists(key.port(site.settings().state()));
        site.folders().at(key).delete();
    }

    /**
     * Deletes all files of the starts that are {@code over}, as {@link #forget} does: what a Berth left that died while it deleted
     * them goes too. Takes some ten microseconds for each start that is kept, so call it now and then.
     *
     * @param over true for a start of a job that will never be started again
     * @return why what stays could not be deleted
     */
    public Map<TaskKey, IOException> forgetAll(Predicate<TaskKey> over) {
        Map<TaskKey, IOException> left = new LinkedHashMap<>();
        for (Path group : site.folders().groups()) {
            Set<TaskKey> keys = TaskFolders.keys(group);
            Set<TaskKey> gone = new LinkedHashSet<>();
            keys.stream().filter(over).forEach(gone::add);
            left.putAll(forget(gone));
            if (gone.size() == keys.size()) {
                TaskFolders.deleteGroup(group, over);
            }
        }
        return left;
    }

    /** What it counts. */
    public MetricSource metrics() {
        return queue;
    }

    /** Stops watching. Tasks go on, and their ends are recorded. */
    @Override
    public void close() {
        inbox.close();
        queue.close();
        timers.shutdownNow();
        workers.shutdown();
        site.confinement().tidy();
    }

    private void sweep() {
        runs.values().forEach(run -> guarded(run, TaskRun::sweep));
    }

    /** A task whose files cannot be read now must not keep others from being looked at. */
    private static void guarded(TaskRun run, Consumer<TaskRun> look) {
        try {
            look.accept(run);
        } catch (RuntimeException e) {
            LOGGER.log(System.Logger.Level.WARNING, "cannot look at a task, will try again: " + e.getMessage(), e);
        }
    }

    private void checkMemory() {
        List<TaskRun> watched =
                runs.values().stream().filter(run -> run.watchedBytes() > 0).toList();
        if (!watched.isEmpty()) {
            ProcessScan scan = ProcessScan.now();
            watched.forEach(run -> guarded(run, each -> each.checkMemory(scan)));
        }
    }

    /** What launchers say. */
    private final class Notices implements Inbox.Reader {
        @Override
        public void notice(TaskKey key, boolean ended) {
            TaskRun run = runs.get(key);
            if (run != null) {
                site.soon(ended ? run::drained : run::advance);
            }
        }

        @Override
        public void lost() {
            site.soon(Launcher.this::sweep);
        }
    }
}
