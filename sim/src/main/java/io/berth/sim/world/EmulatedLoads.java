package io.berth.sim.world;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.event.Event;
import io.berth.core.spare.GuaranteedSamples;
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
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What nodes and tasks do, measured each minute: what the tasks that run there really use, which nobody else is told of. A node cannot do
 * more than it has. What a task uses is told when it begins, and when it is otherwise.
 */
public final class EmulatedLoads implements Feed {
    /** Between two measurements. */
    public static final long PERIOD_NANOS = 60 * Nanos.SECOND;

    private final State state;
    private final LongFunction<JobUse> use;
    private final @Nullable ServiceLatency services;
    private final List<LoadSamples> samples = new ArrayList<>();
    /** What all but best-effort tasks do, by node; told only where there may be such tasks. */
    private final List<GuaranteedSamples> guaranteed = new ArrayList<>();

    private final ArrayDeque<Event> due = new ArrayDeque<>();
    /** What was told of the tasks of jobs that run. */
    private TreeMap<Long, Told> told = new TreeMap<>();

    private long nextNanos;

    /**
     * What was told of a job.
     *
     * @param came by which decisions its tasks run, where they come and go; empty where all began together
     */
    private record Told(long decision, JobUse use, TreeMap<Integer, Long> came) {
        /** True where task {@code task} of {@code now} was told of. */
        boolean knows(int task, Told now) {
            return decision == now.decision
                    && use.equals(now.use)
                    && Objects.equals(came.get(task), now.came.get(task));
        }
    }

    /**
     * @param use of the jobs by their numbers
     * @param services what becomes of those that are not of best effort; null where they are no services
     * @param startNanos a period before the first measurement
     */
    public EmulatedLoads(State state, LongFunction<JobUse> use, @Nullable ServiceLatency services, long startNanos) {
        this.state = state;
        this.use = use;
        this.services = services;
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
        TreeMap<Long, Told> known = new TreeMap<>();
        double[][] byOthers = new double[nodes.count()][];
        for (int node = 0; node < nodes.count(); node++) {
            byOthers[node] = new double[Amount.nothing(nodes.gpus(node)).size()];
        }
        for (Job job : state.jobs()) {
            if (job.waiting()) {
                continue;
            }
            boolean running = false;
            JobUse of = used(job);
            for (int task = 0; task < job.placedTasks(); task++) {
                if (job.taskState(task) == JobState.RUNNING) {
                    add(used[job.node(task)], job.shape(task).demand(), of);
                    running = true;
                    add(byOthers[job.node(task)], job, task, of);
                    serve(job, task);
                }
            }
            if (running) {
                known.put(job.id(), tell(job, of));
            }
        }
        told = known;
        for (int node = 0; node < nodes.count(); node++) {
            while (samples.size() <= node) {
                samples.add(new LoadSamples(List.of(Span.FIVE_MINUTES)));
                guaranteed.add(new GuaranteedSamples());
            }
            if (nodes.present(node)) {
                samples.get(node).add(nextNanos, sample(used[node], node));
                due.add(new Event.LoadObserved(node, samples.get(node).load(), 0));
                tellGuaranteed(node, byOthers[node]);
            }
        }
    }

    /** The tasks of a job that run use the same; those that came while it ran are told of once they do. */
    private Told tell(Job job, JobUse of) {
        Told before = told.get(job.id());
        Told now = new Told(job.decision(), of, came(job));
        if (now.equals(before)) {
            return now;
        }
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.taskState(task) == JobState.RUNNING && (before == null || !before.knows(task, now))) {
                double[] used = new double[Measure.COUNT];
                add(used, job.shape(task).demand(), now.use);
                Use measured = new Use(
                        StrictMath.round(used[Measure.CPU.ordinal()]),
                        StrictMath.round(used[Measure.MEMORY.ordinal()]),
                        StrictMath.round(used[Measure.GPU_ENGINE.ordinal()]));
                due.add(new Event.TaskMeasured(job.id(), task, job.decision(task), measured, measured));
            }
        }
        return now;
    }

    private static TreeMap<Integer, Long> came(Job job) {
        TreeMap<Integer, Long> came = new TreeMap<>();
        for (int task = 0; job.resizable() && task < job.placedTasks(); task++) {
            if (job.taskState(task) == JobState.RUNNING) {
                came.put(task, job.decision(task));
            }
        }
        return came;
    }

    /** What a task uses now; a service, as much as its load is. */
    private JobUse used(Job job) {
        JobUse most = use.apply(job.id());
        return services == null || job.bestEffort()
                ? most
                : new JobUse(most.cpu(), most.memory(), most.gpu() * services.load(job.id(), nextNanos));
    }

    /** A minute of a task of a service, beside best-effort tasks on its devices. */
    private void serve(Job job, int task) {
        if (services == null || job.bestEffort()) {
            return;
        }
        double load = services.load(job.id(), nextNanos);
        double milli = job.shape(task).gpuMilli() * use.apply(job.id()).gpu() * load;
        Amount beside = state.nodeTable().spare().held(job.node(task));
        for (int device = 0; device < state.nodes().gpus(job.node(task)); device++) {
            if (job.grant(task).has(device)) {
                services.minute(load, milli, device < beside.devices() ? (double) beside.milli(device) : 0);
            }
        }
    }

    private void tellGuaranteed(int node, double[] used) {
        if (state.nodeTable().spare().wanted()) {
            guaranteed
                    .get(node)
                    .add(nextNanos, Amount.of(state.nodeTable().gpus(node), i -> StrictMath.round(used[i])));
            due.add(new Event.GuaranteedObserved(node, guaranteed.get(node).used(), 0));
        }
    }

    /** What best-effort tasks use is no use of the others. */
    private void add(double[] used, Job job, int task, JobUse of) {
        if (job.bestEffort()) {
            return;
        }
        DeviceLayout layout = state.nodeTable().nodeClass(job.node(task)).devices();
        Amount held = Amount.held(job.shape(task).demand(), job.grant(task), layout);
        for (int i = 0; i < used.length; i++) {
            double share = switch (Amount.part(i, layout.count())) {
                case CPU -> of.cpu();
                case MEMORY, DEVICE_MEMORY -> of.memory();
                case ENGINE -> of.gpu();
            };
            used[i] += held.value(i) * share;
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
