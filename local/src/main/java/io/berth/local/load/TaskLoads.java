package io.berth.local.load;

import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.cluster.load.alike.TaskReports;
import io.berth.core.decision.Grant;
import io.berth.core.event.Event;
import io.berth.core.policy.load.LoadAware;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.workload.DeviceDemand;
import io.berth.local.launch.folder.TaskKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * What the tasks of this machine use, as events, where the strategy in force looks at what nodes do (decision 86). CPU and memory are those
 * of a task's first process and all that descend from it; devices are told of tasks that have whole ones. Of a device that several share,
 * nobody says which of them keeps it busy.
 */
public final class TaskLoads {
    private static final double MILLI_PER_PERCENT = 10;

    private final ToIntFunction<DeviceLoad> gpus;
    private final TaskReports reports = new TaskReports();
    private Map<TaskKey, LoadSamples> samples = new LinkedHashMap<>();
    private volatile boolean wanted;

    /** @param gpus the number of a device on the node; -1 where it is none that is offered */
    public TaskLoads(ToIntFunction<DeviceLoad> gpus) {
        this.gpus = gpus;
    }

    /** True where processes are to be looked at; from any thread. */
    public boolean wanted() {
        return wanted;
    }

    /** The events of {@code window}; none where nobody asks. Always on one thread, that of {@code state}. */
    public List<Event> of(LoadWindow window, State state) {
        wanted = LoadAware.is(state.strategy());
        Map<TaskKey, LoadSamples> still = new LinkedHashMap<>();
        List<TaskReports.Measured> measured = new ArrayList<>();
        window.processes().tasks().forEach((start, used) -> {
            Job job = wanted ? state.job(start.job()) : null;
            if (job != null && runs(job, start)) {
                LoadSamples ofTask = samples.getOrDefault(start, new LoadSamples(List.of(Span.FIVE_MINUTES)));
                ofTask.add(window.endNanos(), sample(window, used, job, start.task()));
                still.put(start, ofTask);
                measured.add(new TaskReports.Measured(
                        start.job(),
                        start.task(),
                        start.decision(),
                        Likeness.asked(job.spec().demand(start.task())),
                        ofTask.load()));
            }
        });
        samples = still;
        return reports.of(measured).stream().<Event>map(Event.TaskMeasured::of).toList();
    }

    private static boolean runs(Job job, TaskKey start) {
        return start.task() < job.placedTasks()
                && job.taskState(start.task()) == JobState.RUNNING
                && job.decision(start.task()) == start.decision();
    }

    private long[] sample(LoadWindow window, ProcessUsage used, Job job, int task) {
        long[] sample = new long[Measure.COUNT];
        Arrays.fill(sample, Load.UNKNOWN);
        sample[Measure.CPU.ordinal()] = used.cpuMilli();
        sample[Measure.MEMORY.ordinal()] = used.memoryBytes();
        if (job.spec().demand(task).devices() instanceof DeviceDemand.Whole) {
            sample[Measure.GPU_ENGINE.ordinal()] = engines(window, job.grant(task));
        }
        return sample;
    }

    /** How busy the devices of {@code grant} are together, in thousandths; unknown unless all of them say. */
    private long engines(LoadWindow window, Grant grant) {
        long left = grant.mask();
        double percent = 0;
        for (DeviceLoad device : window.devices()) {
            int gpu = gpus.applyAsInt(device);
            boolean held = gpu >= 0 && (left & 1L << gpu) != 0;
            if (held && device.busyPercent().samples() > 0) {
                left &= ~(1L << gpu);
                percent += device.busyPercent().mean();
            }
        }
        return left == 0 ? Math.round(percent * MILLI_PER_PERCENT) : Load.UNKNOWN;
    }
}
