package io.berth.console.series;

import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.console.view.LiveView;
import io.berth.console.view.NodeEntry;
import io.berth.console.view.NodePhase;
import io.berth.console.view.Totals;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes samples of what a view shows, on the thread of whoever asks. */
final class SampleMaker {
    private final LiveView view;
    private final @Nullable NodeLoads loads;
    private long sinceNanos;

    /**
     * @param loads what nodes do; null where nothing is measured
     * @param sinceNanos jobs that were started or ended after this moment of Berth's time are counted
     */
    SampleMaker(LiveView view, @Nullable NodeLoads loads, long sinceNanos) {
        this.view = view;
        this.loads = loads;
        this.sinceNanos = sinceNanos;
    }

    /** How busy the GPUs of a node are, 0 to 1, and what of their memory is used, by number; NaN where that is not known. */
    private record Busy(double[] shares, double[] memoryBytes) {}

    /** What is now, and what happened since the last; of the stretch that begins at {@code second}. */
    Sample make(long second) {
        // Later things are seen too, in part; they are counted the next time.
        long until = view.nowNanos();
        double[] all = Sample.row();
        Map<Integer, Busy> busy = nodes(all);
        SortedMap<String, double[]> queues = new TreeMap<>();
        SortedMap<String, double[]> owners = new TreeMap<>();
        for (JobEntry job : view.jobsAfter(0)) {
            double[] row = row(job, until, busy);
            if (row != null) {
                Sample.add(queues.computeIfAbsent(job.spec().queue(), _ -> Sample.row()), row);
                String owner = job.user();
                if (owner != null) {
                    Sample.add(owners.computeIfAbsent(owner, _ -> Sample.row()), row);
                }
                for (Figure figure : new Figure[] {
                    Figure.JOBS_WAITING,
                    Figure.JOBS_RUNNING,
                    Figure.JOBS_STARTED,
                    Figure.JOBS_ENDED,
                    Figure.WAIT_SECONDS
                }) {
                    all[figure.ordinal()] += row[figure.ordinal()];
                }
            }
        }
        sinceNanos = until;
        return new Sample(second, all, queues, owners);
    }

    /** What a job adds; null for nothing. */
    private double @Nullable [] row(JobEntry job, long until, Map<Integer, Busy> busy) {
        boolean started = job.startNanos() > sinceNanos && job.startNanos() <= until;
        boolean ended = job.endNanos() > sinceNanos && job.endNanos() <= until;
        boolean waits = job.phase() == JobPhase.PENDING;
        boolean holds = job.phase().holds();
        if (!(started || ended || waits || holds)) {
            return null;
        }
        double[] row = Sample.row();
        if (started) {
            row[Figure.JOBS_STARTED.ordinal()] = 1;
            row[Figure.WAIT_SECONDS.ordinal()] = Nanos.toSeconds(Math.max(0, job.startNanos() - job.submitNanos()));
        }
        row[Figure.JOBS_ENDED.ordinal()] = ended ? 1 : 0;
        row[Figure.JOBS_WAITING.ordinal()] = waits ? 1 : 0;
        if (holds) {
            row[Figure.JOBS_RUNNING.ordinal()] = 1;
            row[Figure.GPUS_ALLOCATED.ordinal()] = job.total(Demand::totalGpuMilli) / 1_000.0;
            row[Figure.CPUS_ALLOCATED.ordinal()] = job.total(Demand::cpuMilli) / 1_000.0;
            row[Figure.MEMORY_ALLOCATED_BYTES.ordinal()] = job.total(Demand::memoryBytes);
            if (!busy.isEmpty()) {
                measured(job, busy, row);
            }
        }
        return row;
    }

    /** What the GPUs do that {@code job} has; of one that it shares, the part that is its own. */
    private static void measured(JobEntry job, Map<Integer, Busy> busy, double[] row) {
        for (int task : job.placedTasks()) {
            Busy node = busy.get(job.node(task));
            int gpus = job.gpus(task).size();
            if (node == null || gpus == 0) {
                continue;
            }
            double part = Math.min(1, job.spec().demand(task).totalGpuMilli() / 1_000.0 / gpus);
            for (int gpu : job.gpus(task)) {
                if (gpu < node.shares.length) {
                    addTo(row, Figure.GPUS_USED, part * node.shares[gpu]);
                    addTo(row, Figure.GPU_MEMORY_USED_BYTES, part * node.memoryBytes[gpu]);
                }
            }
        }
    }

    private Map<Integer, Busy> nodes(double[] all) {
        Totals totals = view.totals();
        all[Figure.GPUS.ordinal()] = totals.gpuMilli().total() / 1_000.0;
        all[Figure.CPUS.ordinal()] = totals.cpuMilli().total() / 1_000.0;
        all[Figure.MEMORY_BYTES.ordinal()] = totals.memoryBytes().total();
        all[Figure.GPUS_ALLOCATED.ordinal()] = totals.gpuMilli().held() / 1_000.0;
        all[Figure.CPUS_ALLOCATED.ordinal()] = totals.cpuMilli().held() / 1_000.0;
        all[Figure.MEMORY_ALLOCATED_BYTES.ordinal()] = totals.memoryBytes().held();
        Map<Integer, Busy> busy = new HashMap<>();
        for (NodeEntry node : view.nodes()) {
            if (node.phase() == NodePhase.LOST) {
                continue;
            }
            long memory = node.spec().gpuMemoryBytes();
            for (int gpu = 0; gpu < node.spec().gpus(); gpu++) {
                all[Figure.GPU_MEMORY_BYTES.ordinal()] += memory;
                all[Figure.GPU_MEMORY_ALLOCATED_BYTES.ordinal()] += memory - node.gpuFreeMemoryBytes(gpu);
            }
            NodeLoad load = loads == null ? null : loads.of(node.number());
            if (load != null) {
                busy.put(node.number(), add(node, load, all));
            }
        }
        return busy;
    }

    private static Busy add(NodeEntry node, NodeLoad load, double[] all) {
        double[] shares = new double[node.spec().gpus()];
        double[] memory = new double[shares.length];
        Arrays.fill(shares, Double.NaN);
        Arrays.fill(memory, Double.NaN);
        addTo(all, Figure.CPUS_USED, load.cpuPercent(), node.spec().cpuMilli() / 100_000.0);
        addTo(all, Figure.MEMORY_USED_BYTES, load.memoryUsedBytes(), 1);
        for (NodeLoad.GpuLoad gpu : load.gpus()) {
            addTo(all, Figure.GPUS_USED, gpu.busyPercent(), 0.01);
            addTo(all, Figure.GPU_MEMORY_USED_BYTES, gpu.memoryUsedBytes(), 1);
            if (gpu.gpu() < shares.length) {
                shares[gpu.gpu()] = gpu.busyPercent() == null ? Double.NaN : gpu.busyPercent() / 100;
                memory[gpu.gpu()] = gpu.memoryUsedBytes() == null ? Double.NaN : gpu.memoryUsedBytes();
            }
        }
        return new Busy(shares, memory);
    }

    private static void addTo(double[] row, Figure figure, @Nullable Double value, double unit) {
        if (value != null) {
            addTo(row, figure, value * unit);
        }
    }

    private static void addTo(double[] row, Figure figure, double value) {
        if (!Double.isNaN(value)) {
            double before = row[figure.ordinal()];
            row[figure.ordinal()] = Double.isNaN(before) ? value : before + value;
        }
    }
}
