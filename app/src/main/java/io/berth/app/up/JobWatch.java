package io.berth.app.up;

import io.berth.app.home.BerthHome;
import io.berth.app.system.LiveSystem;
import io.berth.console.alert.AlertBoard;
import io.berth.console.alert.AlertOptions;
import io.berth.console.alert.AlertRow;
import io.berth.console.alert.JobFacts;
import io.berth.console.curve.CurveWatch;
import io.berth.console.curve.Curves;
import io.berth.console.curve.JobCurve;
import io.berth.console.curve.Tails;
import io.berth.console.insight.Insight;
import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.edge.access.JobTokens;
import io.berth.edge.alert.AlertDelivery;
import io.berth.edge.metric.MetricSource;
import io.berth.live.driver.Operator;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.world.LocalWorld;
import io.berth.local.world.TaskMemory;
import io.berth.local.world.TaskTail;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the jobs of this machine while they run, on one thread: each second what they print, every five seconds whether
 * somebody should look at one.
 */
final class JobWatch implements AutoCloseable {
    private static final long LOOK_MILLIS = 1_000;
    private static final int LOOKS_FOR_ALERTS = 5;
    private static final long CLOSE_SECONDS = 10;

    private static final AlertDelivery.Time CLOCKS = new AlertDelivery.Time() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }
    };

    private final LongSupplier evenNanos;
    private final LiveView view;
    private final Consumer<String> notes;
    private final TaskMemory memory;
    private final Insight insight;
    private final JobRescue rescue;
    private final AlertDelivery delivery;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-jobs").daemon().factory());
    private volatile List<JobEntry> running = List.of();
    private @Nullable CurveWatch watch;
    private @Nullable String complaint;
    private int looks;

    /** @param tokens by which tasks say how far they are */
    JobWatch(BerthHome home, AlertOptions alerts, LiveSystem system, JobTokens tokens, Consumer<String> notes) {
        this.evenNanos = system.run().driver()::evenNanos;
        this.view = system.view();
        this.notes = notes;
        memory = new TaskMemory(home.tasks());
        Curves curves = new Curves(home.curves(), tails(home.tasks()), notes, evenNanos);
        AlertBoard board = new AlertBoard(alerts.rules(), view.ring());
        insight = new Insight(curves, board, new NodeLoads(), tokens);
        rescue = new JobRescue(alerts.rescue(), board, view, system.run().operator(), notes);
        delivery = new AlertDelivery(alerts.receivers(), CLOCKS, notes);
    }

    /** What is learnt. */
    Insight insight() {
        return insight;
    }

    /** What it counts of those who hear of alerts. */
    MetricSource told() {
        return delivery;
    }

    /** What it counts of the jobs that it freed others from. */
    MetricSource rescues() {
        return rescue;
    }

    /** Begins to look; the view has begun. */
    void start(Operator operator) {
        watch = new CurveWatch(view, insight.curves(), operator::progress);
        thread.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The first processes of all tasks that run, and this one. */
    Set<Integer> pids() {
        Set<Integer> pids = new TreeSet<>(tasks().keySet());
        pids.add((int) ProcessHandle.current().pid());
        return pids;
    }

    /** The tasks that run, by their first processes. */
    Map<Integer, TaskKey> tasks() {
        Map<Integer, TaskKey> tasks = new TreeMap<>();
        for (JobEntry job : running) {
            for (int task : job.placedTasks()) {
                TaskKey start = start(job, task);
                tasks.put((int) memory.pid(start), start);
            }
        }
        return tasks;
    }

    /** The first processes of the best-effort tasks that run. */
    Set<Integer> bestEffortPids() {
        Set<Integer> pids = new TreeSet<>();
        for (JobEntry job : running) {
            for (int task : job.spec().bestEffort() ? job.placedTasks() : new int[0]) {
                pids.add((int) memory.pid(start(job, task)));
            }
        }
        return pids;
    }

    /** Writes what was learnt; waits for a look that is being taken. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        delivery.close();
        insight.curves().save(evenNanos.getAsLong());
    }

    private void look() {
        CurveWatch started = watch;
        if (started == null) {
            return;
        }
        try {
            long now = evenNanos.getAsLong();
            running = started.look(now);
            if (++looks % LOOKS_FOR_ALERTS == 0) {
                lookForAlerts(now);
            }
        } catch (RuntimeException e) {
            // A periodic task that throws is never run again.
            String line = "a look at the running jobs failed: " + e;
            if (!line.equals(complaint)) {
                notes.accept(line);
            }
            complaint = line;
        }
    }

    private void lookForAlerts(long now) {
        insight.alerts().look(running.stream().map(this::facts).toList(), now, view.wall());
        rescue.look(now);
        delivery.stand(insight.alerts().all().stream().map(AlertRow::alert).toList());
    }

    private JobFacts facts(JobEntry job) {
        JobCurve curve = insight.curves().of(job);
        List<JobFacts.Memory> used = new ArrayList<>();
        for (int task : job.placedTasks()) {
            long limit = job.spec().demand(task).memoryBytes();
            long bytes = limit > 0 ? memory.residentBytes(start(job, task)) : 0;
            if (bytes > 0) {
                used.add(new JobFacts.Memory(task, bytes, limit));
            }
        }
        return new JobFacts(job, curve.tasks(), curve.figures(), gpus(job), used);
    }

    /** The start by which {@code job} lives, of decision 0 where it does not. */
    static TaskKey start(JobEntry job, int task) {
        return new TaskKey(job.id(), task, job.decision(task), job.submitNanos(), job.broughtNanos(task));
    }

    private List<JobFacts.Gpu> gpus(JobEntry job) {
        NodeLoad load = insight.loads().of(LocalWorld.NODE);
        List<JobFacts.Gpu> held = new ArrayList<>();
        if (load == null || job.startNanos() < 0) {
            return held;
        }
        Set<Integer> own = new TreeSet<>();
        for (int task : job.placedTasks()) {
            own.addAll(job.gpus(task));
        }
        for (NodeLoad.GpuLoad gpu : load.gpus()) {
            Double busy = gpu.busyPercent();
            if (busy != null && own.contains(gpu.gpu())) {
                held.add(new JobFacts.Gpu(gpu.gpu(), busy));
            }
        }
        return held;
    }

    private static Tails tails(Path tasks) {
        return (job, task, mark) -> {
            TaskTail tail = new TaskTail(tasks, start(job, task), mark);
            return new Tails.Tail() {
                @Override
                public byte[] next(int most) throws IOException {
                    return tail.next(most);
                }

                @Override
                public long skip(int keep) throws IOException {
                    return tail.skip(keep);
                }

                @Override
                public String mark() {
                    return tail.mark();
                }
            };
        };
    }
}
