package io.berth.core.workload;

import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.List;

/**
 * What one task needs of one node. Equal demands are one shared shape in the state.
 *
 * @param amounts CPUs, memory and what else is no device
 * @param devices accelerators
 * @param where which nodes will do
 * @param peers where it may go for what other tasks are placed, all of it
 * @param preferences where it would rather go
 * @param bestEffort true where it gets what others ask for and do not use, and gives it back when they do (decision 87)
 */
public record Demand(
        Amounts amounts,
        DeviceDemand devices,
        NodeTerms where,
        List<PeerRule> peers,
        List<Preference> preferences,
        boolean bestEffort) {
    /** Thousandths of a whole GPU. */
    public static final int WHOLE_GPU_MILLI = DeviceDemand.WHOLE_MILLI;

    public Demand {
        peers = List.copyOf(peers);
        preferences = List.copyOf(preferences);
        if (bestEffort) {
            check(amounts, devices, peers);
        }
    }

    /** A demand of room that nobody else has. */
    public Demand(
            Amounts amounts,
            DeviceDemand devices,
            NodeTerms where,
            List<PeerRule> peers,
            List<Preference> preferences) {
        this(amounts, devices, where, peers, preferences, false);
    }

    /** A demand that would as soon go to any node that will do. */
    public Demand(Amounts amounts, DeviceDemand devices, NodeTerms where, List<PeerRule> peers) {
        this(amounts, devices, where, peers, List.of());
    }

    /** A demand that looks at no other tasks. */
    public Demand(Amounts amounts, DeviceDemand devices, NodeTerms where) {
        this(amounts, devices, where, List.of());
    }

    /** A demand that any node will do for. */
    public Demand(Amounts amounts, DeviceDemand devices) {
        this(amounts, devices, NodeTerms.ANY);
    }

    /** CPU and memory only. */
    public static Demand cpu(long cpuMilli, long memoryBytes) {
        return new Demand(Amounts.of(cpuMilli, memoryBytes), DeviceDemand.NONE);
    }

    private static void check(Amounts amounts, DeviceDemand devices, List<PeerRule> peers) {
        boolean other = amounts.diskBytes() > 0
                || amounts.diskIoBytesPerSecond() > 0
                || amounts.networkBytesPerSecond() > 0
                || !amounts.extended().isEmpty();
        if (other || devices instanceof DeviceDemand.Instance || devices.linkMegabytes() > 0 || !peers.isEmpty()) {
            throw new IllegalArgumentException(
                    "A best-effort task may ask for CPU, memory and GPUs or shares of them only: "
                            + "of nothing else is it known how much of it is asked for and not used.");
        }
    }

    /** The same of what others ask for and do not use. */
    public Demand ofBestEffort() {
        return bestEffort ? this : new Demand(amounts, devices, where, peers, preferences, true);
    }

    /** The same with {@code gpus} whole devices. */
    public Demand withGpus(int gpus) {
        return withGpuShare(gpus, gpus == 0 ? 0 : WHOLE_GPU_MILLI);
    }

    /** The same with a share of {@code gpuMilli} on each of {@code gpus} devices. */
    public Demand withGpuShare(int gpus, int gpuMilli) {
        return withDevices(DeviceDemand.of(gpus, gpuMilli, gpuMemoryBytes(), devices.of()));
    }

    /** The same on one of {@code models}. */
    public Demand onModels(List<String> models) {
        return withDevices(devices.of(new Acceptable(devices.of().kind(), models)));
    }

    /** The same with other devices. */
    public Demand withDevices(DeviceDemand newDevices) {
        return new Demand(amounts, newDevices, where, peers, preferences, bestEffort);
    }

    /** The same with other amounts. */
    public Demand withAmounts(Amounts newAmounts) {
        return new Demand(newAmounts, devices, where, peers, preferences, bestEffort);
    }

    /** The same on nodes that are as {@code terms} say. */
    public Demand where(NodeTerms terms) {
        return new Demand(amounts, devices, terms, peers, preferences, bestEffort);
    }

    /** The same under {@code rules}. */
    public Demand withPeers(List<PeerRule> rules) {
        return new Demand(amounts, devices, where, rules, preferences, bestEffort);
    }

    /** The same, which would rather have what {@code newPreferences} say. */
    public Demand preferring(List<Preference> newPreferences) {
        return new Demand(amounts, devices, where, peers, newPreferences, bestEffort);
    }

    /** Thousandths of a CPU. */
    public long cpuMilli() {
        return amounts.cpuMilli();
    }

    /** Memory of the node. */
    public long memoryBytes() {
        return amounts.memoryBytes();
    }

    /** Local disk. */
    public long diskBytes() {
        return amounts.diskBytes();
    }

    /** Disk bandwidth. */
    public long diskIoBytesPerSecond() {
        return amounts.diskIoBytesPerSecond();
    }

    /** Network bandwidth. */
    public long networkBytesPerSecond() {
        return amounts.networkBytesPerSecond();
    }

    /** How many devices; 0 for none. */
    public int gpus() {
        // Two questions of type cost less than a call through the interface, and policies ask for every node.
        if (devices instanceof DeviceDemand.Whole whole) {
            return whole.count();
        }
        return devices instanceof DeviceDemand.None ? 0 : 1;
    }

    /** Thousandths of each device, 1000 for whole devices; 0 with {@link #gpuMemoryBytes} asks for memory only. */
    public int gpuMilli() {
        if (devices instanceof DeviceDemand.Whole) {
            return WHOLE_GPU_MILLI;
        }
        return devices.milli();
    }

    /** Memory of each device; 0 where unstated. */
    public long gpuMemoryBytes() {
        return devices.memoryBytes();
    }

    /** The models that will do, sorted; empty for any. */
    public List<String> gpuModels() {
        return devices.of().models();
    }

    /** True for one or more whole devices. */
    public boolean wholeGpus() {
        return devices instanceof DeviceDemand.Whole;
    }

    /** Thousandths of GPUs in all. */
    public long totalGpuMilli() {
        return (long) gpus() * gpuMilli();
    }
}
