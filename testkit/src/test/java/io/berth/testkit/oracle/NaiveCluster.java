package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Placement;
import io.berth.core.engine.Job;
import io.berth.core.engine.JobState;
import io.berth.core.engine.State;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;

/** Who holds what, as lists; what is free is counted anew for every question. */
final class NaiveCluster {
    private final NodeTable declared;
    private final boolean asDeclared;
    private final List<List<Held>> held = new ArrayList<>();

    private record Held(Demand demand, long gpuMask) {}

    private NaiveCluster(State state, boolean asDeclared) {
        this.declared = state.nodeTable();
        this.asDeclared = asDeclared;
        for (int node = 0; node < declared.count(); node++) {
            held.add(new ArrayList<>());
        }
    }

    /** All nodes as they were declared: nothing lost, nothing held. */
    static NaiveCluster empty(State state) {
        return new NaiveCluster(state, true);
    }

    static NaiveCluster now(State state) {
        NaiveCluster cluster = new NaiveCluster(state, false);
        for (Job job : state.jobs()) {
            for (int task = 0; task < job.spec().tasks() && !job.waiting(); task++) {
                if (job.taskState(task) != JobState.ENDED) {
                    cluster.take(job.spec().demand(), new Placement(job.node(task), job.gpuMask(task)));
                }
            }
        }
        return cluster;
    }

    int count() {
        return held.size();
    }

    void take(Demand demand, Placement placement) {
        held.get(placement.node()).add(new Held(demand, placement.gpuMask()));
    }

    void giveBackLast(int node) {
        held.get(node).removeLast();
    }

    boolean fits(int node, Demand d) {
        if (!asDeclared && !declared.usable(node)) {
            return false;
        }
        NodeSpec spec = declared.spec(node);
        long cpu = spec.cpuMilli() - (asDeclared ? 0 : declared.othersCpuMilli(node));
        long memory = spec.memoryBytes() - (asDeclared ? 0 : declared.othersMemoryBytes(node));
        long disk = spec.diskBytes();
        long diskIo = spec.diskIoBytesPerSecond();
        long network = spec.networkBytesPerSecond();
        for (Held one : held.get(node)) {
            cpu -= one.demand.cpuMilli();
            memory -= one.demand.memoryBytes();
            disk -= one.demand.diskBytes();
            diskIo -= one.demand.diskIoBytesPerSecond();
            network -= one.demand.networkBytesPerSecond();
        }
        return enough(cpu, d.cpuMilli())
                && enough(memory, d.memoryBytes())
                && enough(disk, d.diskBytes())
                && enough(diskIo, d.diskIoBytesPerSecond())
                && enough(network, d.networkBytesPerSecond())
                && held.get(node).size() < spec.maxTasks()
                && (d.gpus() == 0 || gpusFit(node, spec, d));
    }

    /** The idle devices that a task of whole devices gets: those of the lowest numbers. */
    long idleDevices(int node, int wanted) {
        long mask = 0;
        for (int gpu = 0; gpu < declared.spec(node).gpus() && Long.bitCount(mask) < wanted; gpu++) {
            mask |= idle(node, gpu) ? 1L << gpu : 0;
        }
        return mask;
    }

    private boolean gpusFit(int node, NodeSpec spec, Demand d) {
        if (!d.gpuModels().isEmpty() && !d.gpuModels().contains(spec.gpuModel())) {
            return false;
        }
        if (d.gpuMilli() == 1000) {
            return d.gpuMemoryBytes() <= spec.gpuMemoryBytes()
                    && Long.bitCount(idleDevices(node, d.gpus())) == d.gpus();
        }
        for (int gpu = 0; gpu < spec.gpus(); gpu++) {
            if (shareFits(node, gpu, d)) {
                return true;
            }
        }
        return false;
    }

    boolean shareFits(int node, int gpu, Demand d) {
        long milli = 1000;
        long memory = declared.spec(node).gpuMemoryBytes();
        for (Held one : held.get(node)) {
            if ((one.gpuMask & 1L << gpu) != 0) {
                milli -= one.demand.gpuMilli();
                memory -= one.demand.gpuMilli() == 1000 ? memory : one.demand.gpuMemoryBytes();
            }
        }
        return milli >= d.gpuMilli() && memory >= d.gpuMemoryBytes();
    }

    private boolean idle(int node, int gpu) {
        return held.get(node).stream().noneMatch(one -> (one.gpuMask & 1L << gpu) != 0);
    }

    private static boolean enough(long free, long asked) {
        return asked == 0 || asked <= free;
    }
}
