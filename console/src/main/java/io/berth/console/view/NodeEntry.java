package io.berth.console.view;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.workload.ExtendedResource;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node at one instant; it never changes. Its document is made by whoever first reads it. */
public final class NodeEntry {
    private final int number;
    private final NodeSpec spec;
    private final NodePhase phase;
    private final int tasks;
    private final long cpuFreeMilli;
    private final long memoryFreeBytes;
    private final int[] gpuFreeMilli;
    private final long[] gpuFreeMemoryBytes;
    /** What is left of the resources known by name, in the order in which the node declares them. */
    private final long[] extendedFree;

    private final long version;
    private final String drainReason;
    private final @Nullable NodeLoad measured;
    private volatile @Nullable String json;

    /**
     * Node {@code number} of {@code table} as it is now, since instant {@code version}.
     *
     * @param drainReason empty where nobody said why it is drained
     */
    NodeEntry(NodeTable table, int number, String drainReason, long version) {
        this.drainReason = drainReason;
        this.version = version;
        this.number = number;
        this.measured = table.load(number);
        this.spec = table.spec(number);
        this.phase = phase(table, number);
        this.tasks = table.tasks(number);
        this.cpuFreeMilli = table.free(number, Resource.CPU);
        this.memoryFreeBytes = table.free(number, Resource.MEMORY);
        this.gpuFreeMilli = new int[spec.gpus()];
        this.gpuFreeMemoryBytes = new long[spec.gpus()];
        for (int gpu = 0; gpu < gpuFreeMilli.length; gpu++) {
            gpuFreeMilli[gpu] = table.gpuFreeMilli(number, gpu);
            gpuFreeMemoryBytes[gpu] = table.gpuFreeMemoryBytes(number, gpu);
        }
        this.extendedFree = spec.capacity().extended().stream()
                .mapToLong(resource -> table.free(number, table.names().column(resource.name())))
                .toArray();
    }

    private static NodePhase phase(NodeTable table, int number) {
        if (!table.present(number)) {
            return NodePhase.LOST;
        }
        return table.draining(number) ? NodePhase.DRAINING : NodePhase.UP;
    }

    public int number() {
        return number;
    }

    public NodeSpec spec() {
        return spec;
    }

    /** What it was measured to do, as far as the engine knows; null where nobody measures it. */
    public @Nullable NodeLoad measured() {
        return measured;
    }

    public NodePhase phase() {
        return phase;
    }

    /** Since which instant it is so. */
    public long version() {
        return version;
    }

    /** Thousandths that are left of GPU {@code gpu}. */
    public int gpuFreeMilli(int gpu) {
        return gpuFreeMilli[gpu];
    }

    /** Memory that is left of GPU {@code gpu}; 0 where none was declared. */
    public long gpuFreeMemoryBytes(int gpu) {
        return gpuFreeMemoryBytes[gpu];
    }

    /** Thousandths of GPUs that are left. */
    long freeGpuMilli() {
        long free = 0;
        for (int milli : gpuFreeMilli) {
            free += milli;
        }
        return free;
    }

    /** Thousandths of CPUs that tasks or others hold. */
    long heldCpuMilli() {
        return spec.cpuMilli() - cpuFreeMilli;
    }

    /** Memory that tasks or others hold. */
    long heldMemoryBytes() {
        return spec.memoryBytes() - memoryFreeBytes;
    }

    /** The resources that it has by name alone, and what is left of them. */
    List<NodeRow.NamedAmount> resources() {
        List<NodeRow.NamedAmount> amounts = new ArrayList<>(extendedFree.length);
        for (ExtendedResource resource : spec.capacity().extended()) {
            amounts.add(new NodeRow.NamedAmount(resource.name(), resource.amount(), extendedFree[amounts.size()]));
        }
        return amounts;
    }

    /** As lists show it. */
    public NodeRow row() {
        List<Integer> free = new ArrayList<>(gpuFreeMilli.length);
        for (int milli : gpuFreeMilli) {
            free.add(milli);
        }
        return new NodeRow(
                number,
                spec.name(),
                phase.text(),
                spec.gpuModel(),
                spec.gpus(),
                freeGpuMilli() / 1000.0,
                free,
                spec.gpuMemoryBytes(),
                spec.cpuMilli() / 1000.0,
                cpuFreeMilli / 1000.0,
                spec.memoryBytes(),
                memoryFreeBytes,
                tasks,
                drainReason.isEmpty() ? null : drainReason,
                NodeRow.DeviceSet.of(spec),
                resources(),
                spec.labels(),
                spec.taints(),
                null);
    }

    /** The row as JSON. */
    public String json() {
        String known = json;
        if (known == null) {
            known = Json.line(row());
            json = known;
        }
        return known;
    }
}
