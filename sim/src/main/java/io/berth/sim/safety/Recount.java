package io.berth.sim.safety;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.ExtendedResource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one node's tasks hold, added up from nothing. */
final class Recount {
    private final NodeTable nodes;
    private final int node;
    private final NodeSpec spec;
    private final long[] held = new long[Resource.COUNT];
    private final TreeMap<String, Long> extended = new TreeMap<>();
    private final DeviceLayout devices;
    private final long[] milli;
    private final long[] memory;
    private final boolean[] whole;
    /** By device: how many instances lie on each memory slice. */
    private final int[][] slices;
    /** By device: the compute slices of its instances. */
    private final int[] compute;

    Recount(NodeTable nodes, int node) {
        this.nodes = nodes;
        this.node = node;
        this.spec = nodes.spec(node);
        this.devices = new DeviceLayout(spec.devices());
        int gpus = devices.count();
        this.milli = new long[gpus];
        this.memory = new long[gpus];
        this.whole = new boolean[gpus];
        this.slices = new int[gpus][MigProfile.MOST_SLICES];
        this.compute = new int[gpus];
    }

    /** A task of {@code demand}; one of best effort holds nothing of what others are given (decision 87). */
    void add(Demand demand, Placement placement) {
        if (demand.bestEffort()) {
            return;
        }
        held[Resource.CPU.ordinal()] += demand.cpuMilli();
        held[Resource.MEMORY.ordinal()] += demand.memoryBytes();
        held[Resource.DISK.ordinal()] += demand.diskBytes();
        held[Resource.DISK_IO.ordinal()] += demand.diskIoBytesPerSecond();
        held[Resource.NETWORK.ordinal()] += demand.networkBytesPerSecond();
        held[Resource.TASKS.ordinal()]++;
        for (ExtendedResource resource : demand.amounts().extended()) {
            extended.merge(resource.name(), resource.amount(), Long::sum);
        }
        if (placement.grant() instanceof Grant.Instance instance) {
            add(instance);
            return;
        }
        for (int gpu = 0; gpu < milli.length; gpu++) {
            if ((placement.grant().mask() & 1L << gpu) != 0) {
                boolean all = demand.wholeGpus() || isInstance(devices.setOf(gpu), demand);
                milli[gpu] += all ? 1000 : demand.gpuMilli();
                memory[gpu] += all ? memoryOf(gpu) : demand.gpuMemoryBytes();
                whole[gpu] |= all;
            }
        }
    }

    /** True where a task gets all of an instance that is there, whatever part of a GPU it asks for. */
    private static boolean isInstance(DeviceSet set, Demand demand) {
        return set.mig() instanceof Mig.Instance instance
                && (!instance.plain() || demand.devices() instanceof DeviceDemand.Instance);
    }

    private void add(Grant.Instance instance) {
        int gpu = instance.device();
        List<MigProfile> profiles = ((Mig.Cut) devices.setOf(gpu).mig()).profiles();
        MigProfile profile = profiles.get(instance.profile());
        milli[gpu] += profile.compute() * 1000L / computeOf(gpu);
        memory[gpu] += profile.memoryBytes();
        compute[gpu] += profile.compute();
        for (int slice = 0; slice < profile.slices(); slice++) {
            slices[gpu][instance.start() + slice]++;
        }
    }

    /** Compute slices of a device that is cut. */
    private int computeOf(int gpu) {
        int most = 0;
        if (devices.setOf(gpu).mig() instanceof Mig.Cut cut) {
            for (MigProfile profile : cut.profiles()) {
                most = StrictMath.max(most, profile.compute());
            }
        }
        return most;
    }

    /** What is given to more than there is room for, in words; empty for nothing. */
    String oversubscribed() {
        for (Resource resource : Resource.values()) {
            if (held[resource.ordinal()] > nodes.total(node, resource)) {
                return say(resource + " holds " + held[resource.ordinal()] + " of " + nodes.total(node, resource));
            }
        }
        for (Map.Entry<String, Long> resource : extended.entrySet()) {
            if (resource.getValue() > spec.capacity().extended(resource.getKey())) {
                return say(resource.getKey() + " holds " + resource.getValue() + " of "
                        + spec.capacity().extended(resource.getKey()));
            }
        }
        for (int gpu = 0; gpu < milli.length; gpu++) {
            for (int slice = 0; slice < MigProfile.MOST_SLICES; slice++) {
                if (slices[gpu][slice] > 1) {
                    return say("GPU " + gpu + " has " + slices[gpu][slice] + " instances on memory slice " + slice);
                }
            }
            if (compute[gpu] > computeOf(gpu)) {
                return say("GPU " + gpu + " has instances of " + compute[gpu] + " compute slices");
            }
            boolean shared = whole[gpu] && (milli[gpu] != 1000 || memory[gpu] != memoryOf(gpu));
            if (milli[gpu] > 1000 || memory[gpu] > memoryOf(gpu) || shared) {
                return say("GPU " + gpu + " holds " + milli[gpu] + " milli and " + memory[gpu] + " bytes");
            }
        }
        return "";
    }

    /** Where the table says other than the recount, in words; empty for nowhere. */
    String differs() {
        for (Resource resource : Resource.values()) {
            long free = nodes.total(node, resource) - held[resource.ordinal()] - others(resource);
            if (free != nodes.free(node, resource)) {
                return say("free " + resource + " is " + nodes.free(node, resource) + " and should be " + free);
            }
        }
        for (String name : nodes.names().extended()) {
            long free = spec.capacity().extended(name) - extended.getOrDefault(name, 0L);
            long says = nodes.free(node, nodes.names().column(name));
            if (free != says) {
                return say("free " + name + " is " + says + " and should be " + free);
            }
        }
        return devicesDiffer();
    }

    private String devicesDiffer() {
        int idle = 0;
        long sum = 0;
        for (int gpu = 0; gpu < milli.length; gpu++) {
            long left = StrictMath.max(0, 1000 - milli[gpu]);
            long memoryLeft = StrictMath.max(0, memoryOf(gpu) - memory[gpu]);
            if (nodes.gpuFreeMilli(node, gpu) != left || nodes.gpuFreeMemoryBytes(node, gpu) != memoryLeft) {
                return say("GPU " + gpu + " should have " + left + " milli and " + memoryLeft + " bytes free");
            }
            idle += left == 1000 && memory[gpu] == 0 ? 1 : 0;
            sum += left;
        }
        return idle == nodes.idleGpus(node) && sum == nodes.totalFreeMilli(node)
                ? ""
                : say("should have " + idle + " idle GPUs and " + sum + " milli free");
    }

    private long memoryOf(int gpu) {
        return devices.setOf(gpu).memoryBytes();
    }

    private long others(Resource resource) {
        return switch (resource) {
            case CPU -> nodes.othersCpuMilli(node);
            case MEMORY -> nodes.othersMemoryBytes(node);
            case DISK, DISK_IO, NETWORK, TASKS -> 0;
        };
    }

    private String say(String what) {
        return "node " + spec.name() + ": " + what;
    }
}
