package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.network.Network;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import java.util.List;
import java.util.Objects;

/**
 * A machine as it is declared.
 *
 * @param name unique in the cluster
 * @param capacity what it has beside devices; what is undeclared (0) no task may ask for
 * @param maxTasks how many tasks may run there at once
 * @param devices its accelerators, of several kinds, models and sizes where it has such; 63 together at most
 * @param labels what is said of it, each key once
 * @param taints what keeps tasks away from it that do not put up with it
 * @param key what the world knows it by, unique; empty where the world knows it by its name alone
 * @param network what its network carries, by how near other nodes are
 */
public record NodeSpec(
        String name,
        Amounts capacity,
        int maxTasks,
        List<DeviceSet> devices,
        List<Label> labels,
        List<Taint> taints,
        String key,
        Network network) {
    /** The most devices of a node. */
    public static final int MAX_GPUS = DeviceLayout.MAX_DEVICES;

    private static final String FORGOTTEN = "\0forgotten-";

    public NodeSpec {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A node needs a name.");
        }
        if (maxTasks < 0) {
            throw new IllegalArgumentException("The capacities of node (" + name + ") must not be negative.");
        }
        devices = List.copyOf(devices);
        int count = devices.stream().mapToInt(DeviceSet::count).sum();
        if (count > MAX_GPUS) {
            throw new IllegalArgumentException("The gpus (" + count + ") of node (" + name + ") must be 0 to 63.");
        }
        labels = labels.isEmpty() ? List.of() : Label.sorted(labels);
        taints = taints.isEmpty()
                ? List.of()
                : taints.stream().distinct().sorted().toList();
    }

    /** A node of whose network nothing is known. */
    public NodeSpec(
            String name,
            Amounts capacity,
            int maxTasks,
            List<DeviceSet> devices,
            List<Label> labels,
            List<Taint> taints,
            String key) {
        this(name, capacity, maxTasks, devices, labels, taints, key, Network.NONE);
    }

    /** A node of which nothing else is said. */
    public NodeSpec(String name, Amounts capacity, int maxTasks, List<DeviceSet> devices) {
        this(name, capacity, maxTasks, devices, List.of(), List.of(), "");
    }

    /** A node of CPUs, memory and GPUs; disk and bandwidth undeclared, any number of tasks. */
    public static NodeSpec of(String name, long cpuMilli, long memoryBytes, int gpus, String gpuModel) {
        return new NodeSpec(name, Amounts.of(cpuMilli, memoryBytes), Integer.MAX_VALUE, gpus(gpus, gpuModel, 0));
    }

    /** What stands for a node that was forgotten: nothing, by a name that no node has. */
    public static NodeSpec forgotten(int node) {
        return new NodeSpec(FORGOTTEN + node, Amounts.of(0, 0), 0, List.of());
    }

    /** True for what stands for a node that was forgotten. */
    public boolean isForgotten() {
        return name.startsWith(FORGOTTEN);
    }

    /** GPUs of one model; none where there are 0. */
    public static List<DeviceSet> gpus(int count, String model, long memoryBytes) {
        return count == 0 ? List.of() : List.of(DeviceSet.gpus(count, model, memoryBytes));
    }

    /** The same under another name. */
    public NodeSpec withName(String newName) {
        return new NodeSpec(newName, capacity, maxTasks, devices, labels, taints, key, network);
    }

    /** The same with other labels. */
    public NodeSpec withLabels(List<Label> newLabels) {
        return new NodeSpec(name, capacity, maxTasks, devices, newLabels, taints, key, network);
    }

    /** The same with other taints. */
    public NodeSpec withTaints(List<Taint> newTaints) {
        return new NodeSpec(name, capacity, maxTasks, devices, labels, newTaints, key, network);
    }

    /** The same with another capacity. */
    public NodeSpec withCapacity(Amounts newCapacity) {
        return new NodeSpec(name, newCapacity, maxTasks, devices, labels, taints, key, network);
    }

    /** The same, which the world knows by {@code newKey}. */
    public NodeSpec withKey(String newKey) {
        return new NodeSpec(name, capacity, maxTasks, devices, labels, taints, newKey, network);
    }

    /** The same, whose network carries what {@code newNetwork} says. */
    public NodeSpec withNetwork(Network newNetwork) {
        return new NodeSpec(name, capacity, maxTasks, devices, labels, taints, key, newNetwork);
    }

    /** The same with other devices. */
    public NodeSpec withDevices(List<DeviceSet> newDevices) {
        return new NodeSpec(name, capacity, maxTasks, newDevices, labels, taints, key, network);
    }

    /** Thousandths of a CPU. */
    public long cpuMilli() {
        return capacity.cpuMilli();
    }

    /** Memory. */
    public long memoryBytes() {
        return capacity.memoryBytes();
    }

    /** Local disk. */
    public long diskBytes() {
        return capacity.diskBytes();
    }

    /** Disk bandwidth. */
    public long diskIoBytesPerSecond() {
        return capacity.diskIoBytesPerSecond();
    }

    /** Network bandwidth. */
    public long networkBytesPerSecond() {
        return capacity.networkBytesPerSecond();
    }

    /** How many devices, all kinds together. */
    public int gpus() {
        int count = 0;
        for (int set = 0; set < devices.size(); set++) {
            count += devices.get(set).count();
        }
        return count;
    }

    /** The model of its devices, {@code A+B} where there are several; empty for a node without. */
    public String gpuModel() {
        return devices.size() == 1 ? devices.getFirst().model() : new DeviceLayout(devices).models();
    }

    /** Memory of each device of the first set; 0 where undeclared, and without devices. */
    public long gpuMemoryBytes() {
        return devices.isEmpty() ? 0 : devices.getFirst().memoryBytes();
    }

    /** The value of label {@code labelKey}; empty where it has none. */
    public String label(String labelKey) {
        return Objects.requireNonNullElse(Label.value(labels, labelKey), "");
    }

    /** How many tasks of {@code demand} the node could hold if it were empty. */
    public int slots(Demand demand) {
        if (!demand.where().matches(labels) || !demand.where().tolerates(taints)) {
            return 0;
        }
        long slots = maxTasks;
        if (demand.gpus() > 0) {
            slots = StrictMath.min(slots, new DeviceLayout(devices).emptySlots(demand.devices()));
        }
        slots = StrictMath.min(slots, times(cpuMilli(), demand.cpuMilli()));
        slots = StrictMath.min(slots, times(memoryBytes(), demand.memoryBytes()));
        slots = StrictMath.min(slots, times(diskBytes(), demand.diskBytes()));
        slots = StrictMath.min(slots, times(diskIoBytesPerSecond(), demand.diskIoBytesPerSecond()));
        slots = StrictMath.min(slots, times(networkBytesPerSecond(), demand.networkBytesPerSecond()));
        for (ExtendedResource wanted : demand.amounts().extended()) {
            slots = StrictMath.min(slots, times(capacity.extended(wanted.name()), wanted.amount()));
        }
        return (int) slots;
    }

    private static long times(long total, long wanted) {
        return wanted == 0 ? Integer.MAX_VALUE : total / wanted;
    }
}
