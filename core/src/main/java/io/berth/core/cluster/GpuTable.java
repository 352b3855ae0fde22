package io.berth.core.cluster;

import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The GPU devices of all nodes and what is left of them, in dense arrays.
 *
 * <p>What a reader asks most is kept beside what it follows from: idle devices, the largest free share and the sum of free
 * thousandths of a node are recounted whenever one of its devices changes.
 */
final class GpuTable {
    private final List<String> modelNames = new ArrayList<>();
    private int stride = 8;
    /** One more than devices of a node: sizes go from 0, a share, to all devices. */
    private int sizes = 9;

    /** By device. */
    private int[] freeMilli = new int[0];

    private long[] freeMemory = new long[0];
    /** By node. */
    private int[] devices = new int[0];

    private long[] memory = new long[0];
    private int[] model = new int[0];
    private int[] idle = new int[0];
    private int[] largestFree = new int[0];
    private int[] totalFree = new int[0];
    private long[] taskSizes = new long[0];
    /** By node and size. */
    private int[] tasksBySize = new int[0];

    /** The same devices once more. */
    GpuTable copy() {
        GpuTable copy = new GpuTable();
        copy.modelNames.addAll(modelNames);
        copy.stride = stride;
        copy.sizes = sizes;
        copy.freeMilli = freeMilli.clone();
        copy.freeMemory = freeMemory.clone();
        copy.devices = devices.clone();
        copy.memory = memory.clone();
        copy.model = model.clone();
        copy.idle = idle.clone();
        copy.largestFree = largestFree.clone();
        copy.totalFree = totalFree.clone();
        copy.taskSizes = taskSizes.clone();
        copy.tasksBySize = tasksBySize.clone();
        return copy;
    }

    /** True where {@code node} has the same devices with as much left here and in {@code other}. */
    boolean sameLeft(GpuTable other, int node) {
        boolean same = devices[node] == other.devices[node] && model[node] == other.model[node];
        for (int gpu = 0; same && gpu < devices[node]; gpu++) {
            same = freeMilli(node, gpu) == other.freeMilli(node, gpu)
                    && freeMemory(node, gpu) == other.freeMemory(node, gpu);
        }
        return same;
    }

    /** True where {@code shape}, which asks for some and whose model will do, fits on just the devices of {@code mask}. */
    boolean fitsOn(Shape shape, int node, long mask) {
        if (Long.bitCount(mask) != shape.demand().gpus() || devices[node] < Long.SIZE && mask >>> devices[node] != 0) {
            return false;
        }
        boolean whole = shape.demand().wholeGpus();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            if (whole ? !isIdle(node, node * stride + gpu) : !fits(shape, node, gpu)) {
                return false;
            }
        }
        return true;
    }

    /** The devices of {@code node} are those of {@code spec}, all idle. */
    void declare(int node, NodeSpec spec) {
        widen(spec.gpus());
        int first = node * stride;
        Arrays.fill(freeMilli, first, first + stride, 0);
        Arrays.fill(freeMilli, first, first + spec.gpus(), Demand.WHOLE_GPU_MILLI);
        Arrays.fill(freeMemory, first, first + spec.gpus(), spec.gpuMemoryBytes());
        devices[node] = spec.gpus();
        memory[node] = spec.gpuMemoryBytes();
        model[node] = spec.gpus() == 0 ? -1 : internModel(spec.gpuModel());
        recount(node);
    }

    /** Takes what a task of {@code shape} holds on the devices of {@code mask}. */
    void take(Shape shape, int node, long mask) {
        Demand demand = shape.demand();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int device = node * stride + Long.numberOfTrailingZeros(rest);
            freeMilli[device] -= demand.gpuMilli();
            freeMemory[device] -= demand.wholeGpus() ? freeMemory[device] : demand.gpuMemoryBytes();
        }
        countSize(shape, node, 1);
        recount(node);
    }

    /** Gives back what {@link #take} took. */
    void give(Shape shape, int node, long mask) {
        Demand demand = shape.demand();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int device = node * stride + Long.numberOfTrailingZeros(rest);
            freeMilli[device] += demand.gpuMilli();
            freeMemory[device] += demand.wholeGpus() ? memory[node] : demand.gpuMemoryBytes();
        }
        countSize(shape, node, -1);
        recount(node);
    }

    /** A copy of the node's devices, with {@code free} of its other resources. */
    NodeRow row(int node, long[] free) {
        int first = node * stride;
        int end = first + devices[node];
        return new NodeRow(
                node,
                free,
                Arrays.copyOfRange(freeMilli, first, end),
                Arrays.copyOfRange(freeMemory, first, end),
                memory[node]);
    }

    void withhold(NodeRow row, int sign) {
        for (int gpu = 0; gpu < row.gpuMilli.length; gpu++) {
            freeMilli[row.node * stride + gpu] += sign * row.gpuMilli[gpu];
            freeMemory[row.node * stride + gpu] += sign * row.gpuMemory[gpu];
        }
        recount(row.node);
    }

    /** How many tasks of {@code shape}, which asks for some, fit on the devices of {@code node}; the model will do. */
    int slots(Shape shape, int node) {
        Demand demand = shape.demand();
        if (demand.wholeGpus()) {
            return idle[node] / demand.gpus();
        }
        int slots = 0;
        for (int gpu = 0; gpu < devices[node]; gpu++) {
            int device = node * stride + gpu;
            long here = demand.gpuMilli() == 0 ? Integer.MAX_VALUE : freeMilli[device] / demand.gpuMilli();
            if (demand.gpuMemoryBytes() > 0) {
                here = StrictMath.min(here, freeMemory[device] / demand.gpuMemoryBytes());
            }
            slots += (int) StrictMath.max(0, here);
        }
        return slots;
    }

    int devices(int node) {
        return devices[node];
    }

    int freeMilli(int node, int gpu) {
        return freeMilli[node * stride + gpu];
    }

    long freeMemory(int node, int gpu) {
        return freeMemory[node * stride + gpu];
    }

    int idle(int node) {
        return idle[node];
    }

    int largestFree(int node) {
        return largestFree[node];
    }

    int totalFree(int node) {
        return totalFree[node];
    }

    long taskSizes(int node) {
        return taskSizes[node];
    }

    int model(int node) {
        return model[node];
    }

    String modelName(int number) {
        return modelNames.get(number);
    }

    int models() {
        return modelNames.size();
    }

    /** The mask of the first {@code wanted} idle devices; there must be as many. */
    long firstIdle(int node, int wanted) {
        long mask = 0;
        int left = wanted;
        for (int gpu = 0; left > 0; gpu++) {
            if (isIdle(node, node * stride + gpu)) {
                mask |= 1L << gpu;
                left--;
            }
        }
        return mask;
    }

    /** True where {@code shape} fits on one device. */
    boolean fits(Shape shape, int node, int gpu) {
        Demand demand = shape.demand();
        int device = node * stride + gpu;
        return freeMilli[device] >= demand.gpuMilli() && freeMemory[device] >= demand.gpuMemoryBytes();
    }

    /** Why the devices of {@code node} are not enough for {@code shape}, which asks for some, or null where they are. */
    @Nullable
    Reason whyNot(Shape shape, int node) {
        Demand demand = shape.demand();
        if (model[node] < 0 || !shape.accepts(1L << model[node])) {
            return Reason.GPU_MODEL;
        }
        if (demand.wholeGpus()) {
            return idle[node] < demand.gpus()
                    ? Reason.WHOLE_GPUS
                    : demand.gpuMemoryBytes() > memory[node] ? Reason.GPU_MEMORY : null;
        }
        if (largestFree[node] < demand.gpuMilli()) {
            return Reason.GPU_SHARE;
        }
        if (demand.gpuMemoryBytes() == 0) {
            return null;
        }
        for (int gpu = 0; gpu < devices[node]; gpu++) {
            if (fits(shape, node, gpu)) {
                return null;
            }
        }
        return Reason.GPU_MEMORY;
    }

    /** How many tasks of {@code shape}, which asks for some, the idle devices of {@code node} would hold. */
    long emptySlots(Shape shape, int node) {
        Demand demand = shape.demand();
        if (model[node] < 0 || !shape.accepts(1L << model[node]) || demand.gpuMemoryBytes() > memory[node]) {
            return 0;
        }
        if (demand.wholeGpus()) {
            return devices[node] / demand.gpus();
        }
        long byShare = demand.gpuMilli() == 0 ? Integer.MAX_VALUE : Demand.WHOLE_GPU_MILLI / demand.gpuMilli();
        long byMemory = demand.gpuMemoryBytes() == 0 ? Integer.MAX_VALUE : memory[node] / demand.gpuMemoryBytes();
        return devices[node] * StrictMath.min(byShare, byMemory);
    }

    /** The number of a model by name, known from now on. */
    int internModel(String name) {
        int known = modelNames.indexOf(name);
        if (known >= 0) {
            return known;
        }
        if (modelNames.size() == NodeTable.MAX_MODELS) {
            throw new IllegalArgumentException(
                    "GPU model (" + name + ") is one too many: at most " + NodeTable.MAX_MODELS + ".");
        }
        modelNames.add(name);
        return modelNames.size() - 1;
    }

    /** Makes room for {@code size} nodes. */
    void grow(int size) {
        freeMilli = Arrays.copyOf(freeMilli, size * stride);
        freeMemory = Arrays.copyOf(freeMemory, size * stride);
        devices = Arrays.copyOf(devices, size);
        memory = Arrays.copyOf(memory, size);
        model = Arrays.copyOf(model, size);
        idle = Arrays.copyOf(idle, size);
        largestFree = Arrays.copyOf(largestFree, size);
        totalFree = Arrays.copyOf(totalFree, size);
        taskSizes = Arrays.copyOf(taskSizes, size);
        tasksBySize = Arrays.copyOf(tasksBySize, size * sizes);
    }

    /** Lays the devices out again where a node has more than any before. */
    private void widen(int gpus) {
        if (gpus <= stride) {
            return;
        }
        int nodes = devices.length;
        int wider = Integer.highestOneBit(gpus - 1) << 1;
        int[] milli = new int[nodes * wider];
        int[] bySize = new int[nodes * (wider + 1)];
        long[] bytes = new long[nodes * wider];
        for (int node = 0; node < nodes; node++) {
            System.arraycopy(freeMilli, node * stride, milli, node * wider, stride);
            System.arraycopy(freeMemory, node * stride, bytes, node * wider, stride);
            System.arraycopy(tasksBySize, node * sizes, bySize, node * (wider + 1), sizes);
        }
        stride = wider;
        freeMilli = milli;
        freeMemory = bytes;
        tasksBySize = bySize;
        sizes = wider + 1;
    }

    private boolean isIdle(int node, int device) {
        return freeMilli[device] == Demand.WHOLE_GPU_MILLI && freeMemory[device] == memory[node];
    }

    private void countSize(Shape shape, int node, int change) {
        int size = shape.gpuSize();
        int left = tasksBySize[node * sizes + size] += change;
        taskSizes[node] = left == 0 ? taskSizes[node] & ~(1L << size) : taskSizes[node] | 1L << size;
    }

    private void recount(int node) {
        int idleNow = 0;
        int largest = 0;
        int sum = 0;
        int end = node * stride + devices[node];
        for (int device = node * stride; device < end; device++) {
            int left = freeMilli[device];
            idleNow += isIdle(node, device) ? 1 : 0;
            largest = StrictMath.max(largest, left);
            sum += left;
        }
        idle[node] = idleNow;
        largestFree[node] = largest;
        totalFree[node] = sum;
    }
}
