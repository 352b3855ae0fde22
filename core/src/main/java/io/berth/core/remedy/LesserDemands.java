package io.berth.core.remedy;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a task could ask for at most so that one node has it, all together: for each node its own answer, those first that give up least. */
final class LesserDemands {
    /** Less of a device than this is not offered. */
    private static final int LEAST_SHARE = 100;

    private static final int SHARE_STEP = 10;
    private static final long MEBI = 1 << 20;

    private LesserDemands() {}

    /** What one node would take, and the sum over resources of the part that is given up. */
    private record Lesser(Demand demand, double loss) {}

    static List<Demand> of(Nodes nodes, Demand demand, int most) {
        TreeSet<Lesser> found = new TreeSet<>(
                Comparator.comparingDouble(Lesser::loss).thenComparing(lesser -> lesser.demand.toString()));
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.usable(node)) {
                add(nodes, node, demand, found);
            }
        }
        List<Demand> demands = new ArrayList<>();
        for (Lesser lesser : found) {
            if (demands.size() < most && !lesser.demand.equals(demand)) {
                demands.add(lesser.demand);
            }
        }
        return demands;
    }

    private static void add(Nodes nodes, int node, Demand demand, TreeSet<Lesser> found) {
        long cpu = StrictMath.min(demand.cpuMilli(), nodes.free(node, Resource.CPU));
        long memory = StrictMath.min(demand.memoryBytes(), nodes.free(node, Resource.MEMORY));
        boolean lessMemory = memory < demand.memoryBytes();
        memory = lessMemory ? memory / MEBI * MEBI : memory;
        DeviceDemand devices = devices(nodes, node, demand.devices());
        if (devices == null || demand.cpuMilli() > 0 && cpu <= 0 || demand.memoryBytes() > 0 && memory <= 0) {
            return;
        }
        Amounts of = demand.amounts();
        Amounts amounts = new Amounts(
                cpu, memory, of.diskBytes(), of.diskIoBytesPerSecond(), of.networkBytesPerSecond(), of.extended());
        Demand less = demand.withAmounts(amounts).withDevices(devices);
        double loss = part(demand.cpuMilli(), cpu)
                + part(demand.memoryBytes(), memory)
                + part(demand.totalGpuMilli(), less.totalGpuMilli());
        found.add(new Lesser(less, loss));
    }

    private static double part(long asked, long got) {
        return asked == 0 ? 0 : (double) (asked - got) / asked;
    }

    /** What the node has of the devices; null where it has none, or they cannot be made fewer. */
    private static @Nullable DeviceDemand devices(Nodes nodes, int node, DeviceDemand asked) {
        int largest = nodes.gpus(node) == 0 ? 0 : nodes.largestFreeMilli(node) / SHARE_STEP * SHARE_STEP;
        return switch (asked) {
            case DeviceDemand.None none -> none;
            case DeviceDemand.Instance instance -> instance;
            case DeviceDemand.Whole whole -> {
                int idle = StrictMath.min(whole.count(), nodes.idleGpus(node));
                if (idle > 0) {
                    yield new DeviceDemand.Whole(idle, whole.memoryBytes(), whole.of(), whole.linkMegabytes());
                }
                yield largest < LEAST_SHARE ? null : new DeviceDemand.Share(largest, 0, whole.of());
            }
            case DeviceDemand.Share share -> {
                int milli = StrictMath.min(share.milli(), largest);
                if (milli == share.milli()) {
                    yield share;
                }
                yield milli < LEAST_SHARE ? null : new DeviceDemand.Share(milli, share.memoryBytes(), share.of());
            }
        };
    }
}
