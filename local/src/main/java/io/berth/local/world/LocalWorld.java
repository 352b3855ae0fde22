package io.berth.local.world;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Service;
import io.berth.core.workload.Taint;
import io.berth.edge.metric.MetricSource;
import io.berth.live.driver.LiveDriver;
import io.berth.live.run.LiveWorld;
import io.berth.local.device.Machine;
import io.berth.local.device.Vendor;
import io.berth.local.launch.Launcher;
import io.berth.local.launch.TaskListener;
import io.berth.local.launch.TaskStatus;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.mig.MigInstances;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * This machine, as node 0 of a live run. A start decision becomes one launch per task, under a key that is started at most once
 * however often Berth dies; a task that fails to be launched fails to start, one that was lost ends with {@link #LOST}, since
 * it may have done its work.
 */
public final class LocalWorld implements LiveWorld {
    /** The number of this machine among the nodes. */
    public static final int NODE = 0;

    /** The exit code of a task whose end nobody saw. */
    public static final int LOST = -1;

    private final LiveDriver driver;
    private final WorldSettings settings;
    private final Consumer<String> notes;
    private final Launcher launcher;
    private final ServicePorts ports;
    private final Draining draining;
    private volatile @Nullable TaskOrders orders;
    private volatile @Nullable DeviceSeats seats;

    /**
     * Opens the launcher. Nothing is started or adopted before {@link #resume}.
     *
     * @param notes gets a line for what somebody should know
     * @throws LaunchException where this machine cannot launch tasks
     */
    public LocalWorld(LiveDriver driver, WorldSettings settings, Consumer<String> notes) {
        this.driver = driver;
        this.settings = settings;
        this.notes = notes;
        this.ports = new ServicePorts(settings.launch().state());
        this.launcher = Launcher.open(settings.launch(), new Outcomes());
        this.draining = new Draining(launcher::stop);
        if (!launcher.notice().isEmpty()) {
            notes.accept(launcher.notice());
        }
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        switch (effect) {
            case Decision.Start start -> {
                Job job = state.job(start.job());
                for (int i = 0; job != null && i < start.placements().size(); i++) {
                    driver.at(driver.nowNanos(), new Event.TaskStarting(job.id(), start.task(i), start.id()));
                }
                if (job != null) {
                    StartedJob started = StartedJob.of(job, state);
                    start(started, started.keys());
                }
            }
            case Decision.Grow grow -> {
                for (int task : grow.tasks()) {
                    driver.at(driver.nowNanos(), new Event.TaskStarting(grow.job(), task, grow.id()));
                }
                Job job = state.job(grow.job());
                if (job != null) {
                    StartedJob started = StartedJob.of(job, state);
                    start(started, grow.tasks().stream().map(started::key).toList());
                }
            }
            case Decision.Shrink shrink -> {
                Job job = state.job(shrink.job());
                if (job != null) {
                    launcher.stop(shrink.tasks().stream()
                            .map(task -> StartedJob.key(job, task))
                            .toList());
                }
            }
            case Decision.Stop stop -> {
                Job job = state.job(stop.job());
                List<TaskKey> keys = new ArrayList<>();
                for (int task = 0; job != null && task < job.spec().tasks(); task++) {
                    if (job.taskState(task) == JobState.STOPPING) {
                        keys.add(StartedJob.key(job, task));
                    }
                }
                if (job != null && job.spec().firstProgram().service().serves()) {
                    long drainNanos = job.spec().firstProgram().service().drainNanos();
                    keys.forEach(key -> draining.begin(key, drainNanos));
                } else {
                    launcher.stop(keys);
                }
            }
            case Decision.Reject _ -> {}
        }
    }

    /**
     * Starts of another history are cleared away first. What became of those that the state answers for is found out on threads of
     * the launcher, and posted.
     */
    @Override
    public void resume(State state) {
        KnownStarts known = KnownStarts.of(state);
        boolean busy = !known.live().isEmpty();
        DeviceSeats taken =
                DeviceSeats.take(settings.launch().state(), settings.machine().units(), busy, state.nowNanos());
        seats = taken;
        orders = new TaskOrders(settings, taken, ports);
        settings.mig().resume(known.keys());
        checkNode(state, busy);
        int strays = launcher.clear(known.keys(), known::foreign);
        if (strays > 0) {
            notes.accept("the journal does not know " + strays
                    + " starts of tasks: what ran of them was killed, what they" + " wrote is in " + launcher.lost());
        }
        Map<Long, StartedJob> jobs = new LinkedHashMap<>();
        for (Job job : state.jobs()) {
            if (!job.waiting()) {
                StartedJob started = StartedJob.of(job, state);
                jobs.put(job.id(), started);
                if (job.spec().firstProgram().service().serves()) {
                    // Nobody else is given its port.
                    started.keys().forEach(ports::keep);
                }
            }
        }
        launcher.adopt(known.keys(), (key, status) -> {
            StartedJob job = jobs.get(key.job());
            if (job != null) {
                takeUp(key, job, known.live().getOrDefault(key, JobState.RESERVED), status);
            }
        });
    }

    /**
     * Deletes what starts of tasks wrote that are {@code over}, and all else that is kept of them; from any thread.
     *
     * @param over true for a start of a job that has ended for good
     * @return why what stays could not be deleted
     */
    public Map<TaskKey, IOException> forget(Predicate<TaskKey> over) {
        return launcher.forgetAll(over);
    }

    /** Where the replica of a service that {@code key} started listens; 0 where that is not known yet. */
    public int port(TaskKey key) {
        return ports.of(key);
    }

    /** True while the replica that {@code key} started is to be stopped and was not asked to end yet. */
    public boolean drains(TaskKey key) {
        return draining.waits(key);
    }

    /** Nobody sends to the replica that {@code key} started any more: where it is to be stopped, it is asked to end now. */
    public void drained(TaskKey key) {
        draining.end(key);
    }

    /** What it counts. */
    public MetricSource metrics() {
        return launcher.metrics();
    }

    /** The number on the node of device {@code index} of {@code vendor}; -1 where it is not offered as a whole. */
    public int gpu(Vendor vendor, int index) {
        DeviceSeats taken = seats;
        return taken == null ? -1 : taken.of(vendor, index);
    }

    @Override
    public void note(String line) {
        notes.accept(line);
    }

    @Override
    public void close() {
        draining.close();
        settings.mig().close();
        launcher.close();
    }

    /** One that ran, and of which nothing is left, is never started again: it may have done its work. */
    private void takeUp(TaskKey key, StartedJob job, JobState was, TaskStatus status) {
        switch (status) {
            case TaskStatus.Running running -> {
                if (running.pid() > 0) {
                    driver.post(new Event.TaskStarted(key.job(), key.task(), key.decision()));
                }
                if (was == JobState.STOPPING) {
                    // Who sends to a replica may not have heard of it: its time begins anew.
                    Service service = job.spec().program(key.task()).service();
                    draining.begin(key, service.serves() ? service.drainNanos() : 0);
                }
            }
            case TaskStatus.Ended ended -> {
                settings.mig().release(key);
                driver.post(outcome(key, ended.exit(), ended.exit().ranNanos()));
            }
            case TaskStatus.NeverStarted _ -> {
                switch (was) {
                    case STOPPING -> launcher.stop(key);
                    case RUNNING -> {
                        settings.mig().release(key);
                        driver.post(lost(key, false));
                    }
                    default -> start(job, List.of(key));
                }
            }
        }
    }

    private void start(StartedJob job, List<TaskKey> keys) {
        TaskOrders ready = orders;
        if (ready == null) {
            throw new IllegalStateException("A world is resumed before it carries anything out.");
        }
        List<MigInstances.Wanted> instances = ready.instances(job, keys);
        Runnable launch = () -> launcher.start(keys, key -> ready.of(job, key));
        if (instances.isEmpty()) {
            launch.run();
        } else {
            settings.mig().make(instances, launch);
        }
    }

    /** Another machine than before has what it has only when no task runs on what was there. */
    private void checkNode(State state, boolean busy) {
        if (state.nodes().count() == 0) {
            return;
        }
        NodeSpec known = state.nodeTable().spec(NODE);
        NodeSpec now = settings.machine().node().withName(known.name());
        if (settings.machine().is(known)) {
            return;
        }
        if (busy) {
            notes.accept("this machine is not what it was (" + text(known) + ", now " + text(now)
                    + "); Berth counts on what it was until it starts while no task runs");
        } else {
            notes.accept("this machine was " + text(known) + " and is " + text(now) + " from now on");
            driver.at(driver.nowNanos(), new Event.NodeLost(NODE));
            driver.at(driver.nowNanos(), new Event.NodeJoined(NODE, now));
        }
    }

    private static String text(NodeSpec node) {
        StringBuilder text = new StringBuilder();
        text.append(node.cpuMilli() / 1000).append(" CPUs, ").append(node.memoryBytes() >> 20);
        text.append(" MiB, ").append(Machine.devices(node));
        boolean linked = node.devices().stream().anyMatch(set -> set.links().known());
        text.append(linked ? " with links" : "");
        text.append(", disk ").append(node.diskBytes() >> 20).append(" MiB at ");
        text.append(node.diskIoBytesPerSecond() >> 20).append(" MiB/s, network ");
        text.append(node.networkBytesPerSecond() >> 20).append(" MiB/s");
        for (ExtendedResource resource : node.capacity().extended()) {
            text.append(", ").append(resource.amount()).append(' ').append(resource.name());
        }
        for (Label label : node.labels()) {
            text.append(", labelled ").append(label.key()).append('=').append(label.value());
        }
        for (Taint taint : node.taints()) {
            text.append(", tainted ").append(taint.key()).append('=').append(taint.value());
        }
        return text.toString();
    }

    /** @param ranNanos how long it ran where that is told late, else -1 */
    private static Event.TaskOutcome outcome(TaskKey key, TaskExit exit, long ranNanos) {
        return switch (exit.cause()) {
            case CODE, SIGNAL ->
                new Event.TaskEnded(
                        key.job(), key.task(), key.decision(), exit.exitCode(), exit.outOfMemory(), ranNanos);
            case LOST -> lost(key, exit.outOfMemory());
            case NOT_STARTED -> new Event.TaskStartFailed(key.job(), key.task(), key.decision(), exit.message());
            case CANNOT_START ->
                new Event.TaskStartFailed(key.job(), key.task(), key.decision(), exit.message(), Again.NEVER);
        };
    }

    private static Event.TaskEnded lost(TaskKey key, boolean outOfMemory) {
        return new Event.TaskEnded(key.job(), key.task(), key.decision(), LOST, outOfMemory);
    }

    /** Tells the engine. Where it has stopped nobody hears it, and the next start finds the same in the folders. */
    private final class Outcomes implements TaskListener {
        @Override
        public void started(TaskKey key, long pid) {
            driver.post(new Event.TaskStarted(key.job(), key.task(), key.decision()));
        }

        @Override
        public void ended(TaskKey key, TaskExit exit) {
            draining.forget(key);
            ports.ended(key);
            // Before its slices are granted to others.
            settings.mig().release(key);
            driver.post(outcome(key, exit, -1));
        }
    }
}
