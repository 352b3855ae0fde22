package io.berth.sim.world;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Use;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.sim.clock.Feed;
import io.berth.sim.workload.JobUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * What nodes and tasks do, measured each minute: what the tasks that run there really use, which nobody else is told of. A node cannot do
 * more than it has. What a task uses is told once, as it does not change.
 */
public final class EmulatedLoads implements Feed {
    /** Between two measurements. */
    public static final long PERIOD_NANOS = 60 * Nanos.SECOND;

    private final State state;
    private final LongFunction<JobUse> use;
    private final List<LoadSamples> samples = new ArrayList<>();
    private final ArrayDeque<Event> due = new ArrayDeque<>();
    /** The decisions by which jobs run whose tasks were told of. */
    private TreeMap<Long, Long> told = new TreeMap<>();

    private long nextNanos;

    /**
     * @param use of the jobs by their numbers
     * @param startNanos a period before the first measurement
     */
    public EmulatedLoads(State state, LongFunction<JobUse> use, long startNanos) {
        this.state = state;
        this.use = use;
        this.nextNanos = startNanos + PERIOD_NANOS;
    }

    @Override
    public long nextNanos() {
        return nextNanos;
    }

    @Override
    public Event next() {
        if (due.isEmpty()) {
            measure();
        }
        Event next = due.isEmpty() ? new Event.Tick(Event.Tick.WAKE) : due.remove();
        nextNanos += due.isEmpty() ? PERIOD_NANOS : 0;
        return next;
    }

    private void measure() {
        NodeTable nodes = state.nodeTable();
        double[][] used = new double[nodes.count()][Measure.COUNT];
        TreeMap<Long, Long> known = new TreeMap<>();
        for (Job job : state.jobs()) {
            boolean running = false;
            for (int task = 0; task < job.placedTasks(); task++) {
                if (job.taskState(task) == JobState.RUNNING) {
                    add(used[job.node(task)], job.shape(task).demand(), use.apply(job.id()));
                    running = true;
                }
            }
            if (running) {
                tell(job);
                known.put(job.id(), job.decision());
            }
        }
        told = known;
        for (int node = 0; node < nodes.count(); node++) {
            while (samples.size() <= node) {
                samples.add(new LoadSamples(List.of(Span.FIVE_MINUTES)));
            }
            if (nodes.present(node)) {
                samples.get(node).add(nextNanos, sample(used[node], node));
                due.add(new Event.LoadObserved(node, samples.get(node).load(), 0));
            }
        }
    }

    /** The tasks of a job that run begin together. */
    private void tell(Job job) {
        Long before = told.get(job.id());
        if (before != null && before == job.decision()) {
            return;
        }
        JobUse of = use.apply(job.id());
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.taskState(task) == JobState.RUNNING) {
                double[] used = new double[Measure.COUNT];
                add(used, job.shape(task).demand(), of);
                Use measured = new Use(
                        StrictMath.round(used[Measure.CPU.ordinal()]),
                        StrictMath.round(used[Measure.MEMORY.ordinal()]),
                        StrictMath.round(used[Measure.GPU_ENGINE.ordinal()]));
                due.add(new Event.TaskMeasured(job.id(), task, job.decision(), measured, measured));
            }
        }
    }

    private static void add(double[] used, Demand asked, JobUse of) {
        used[Measure.CPU.ordinal()] += asked.cpuMilli() * of.cpu();
        used[Measure.MEMORY.ordinal()] += asked.memoryBytes() * of.memory();
        used[Measure.GPU_ENGINE.ordinal()] += asked.totalGpuMilli() * of.gpu();
    }

    private long[] sample(double[] used, int node) {
        NodeTable nodes = state.nodeTable();
        long[] sample = new long[Measure.COUNT];
        Arrays.fill(sample, -1);
        sample[Measure.CPU.ordinal()] = least(used[Measure.CPU.ordinal()], nodes.total(node, Resource.CPU));
        sample[Measure.MEMORY.ordinal()] = least(used[Measure.MEMORY.ordinal()], nodes.total(node, Resource.MEMORY));
        if (nodes.gpus(node) > 0) {
            sample[Measure.GPU_ENGINE.ordinal()] = least(used[Measure.GPU_ENGINE.ordinal()], 1000L * nodes.gpus(node));
        }
        return sample;
    }

    private static long least(double used, long has) {
        return StrictMath.min(has, StrictMath.round(used));
    }
}
