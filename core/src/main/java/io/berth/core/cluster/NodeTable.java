package io.berth.core.cluster;

import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and what is left of them, in dense arrays by node number. Only the state and a scratch transaction change it.
 *
 * <p>What a reader asks most is kept beside what it follows from: idle devices, the largest free share and the sum of free
 * thousandths of a node are recounted whenever one of its devices changes.
 */
public final class NodeTable implements Nodes {
    /** Models are told apart by the bits of one {@code long}. */
    public static final int MAX_MODELS = 63;

    private static final byte UP = 0;
    private static final byte LOST = 1;

    private final List<String> modelNames = new ArrayList<>();
    private final ChangeLog changes = new ChangeLog();
    private int count;
    private int stride = 8;
    /** One more than devices of a node: sizes go from 0, a share, to all devices. */
    private int sizes = 9;

    private NodeSpec[] specs = new NodeSpec[0];
    private long[] total = new long[0];
    private long[] free = new long[0];
    private long[] othersCpuMilli = new long[0];
    private long[] othersMemoryBytes = new long[0];
    private int[] gpuFreeMilli = new int[0];
    private long[] gpuFreeMemory = new long[0];
    private int[] model = new int[0];
    private int[] idleGpus = new int[0];
    private int[] largestFreeMilli = new int[0];
    private int[] totalFreeMilli = new int[0];
    private int[] tasks = new int[0];
    private int[] tasksBySize = new int[0];
    private long[] gpuSizes = new long[0];
    private byte[] status = new byte[0];
    private boolean[] draining = new boolean[0];
    private long declarations;
    private long releases;

    /** Adds node {@code count()}, or declares a node again that was lost; it is empty then. */
    public void join(int node, NodeSpec spec) {
        if (node > count || (node < count && tasks[node] > 0)) {
            throw new IllegalArgumentException("Node (" + node + ") cannot join: it is not the next, or holds tasks.");
        }
        if (node == count) {
            grow(count + 1);
            count++;
        }
        widen(spec.gpus());
        specs[node] = spec;
        long[] amounts = {
            spec.cpuMilli(),
            spec.memoryBytes(),
            spec.diskBytes(),
            spec.diskIoBytesPerSecond(),
            spec.networkBytesPerSecond(),
            spec.maxTasks()
        };
        System.arraycopy(amounts, 0, total, node * Resource.COUNT, Resource.COUNT);
        System.arraycopy(amounts, 0, free, node * Resource.COUNT, Resource.COUNT);
        othersCpuMilli[node] = 0;
        othersMemoryBytes[node] = 0;
        Arrays.fill(gpuFreeMilli, node * stride, (node + 1) * stride, 0);
        Arrays.fill(gpuFreeMilli, node * stride, node * stride + spec.gpus(), Demand.WHOLE_GPU_MILLI);
        Arrays.fill(gpuFreeMemory, node * stride, node * stride + spec.gpus(), spec.gpuMemoryBytes());
        model[node] = spec.gpus() == 0 ? -1 : internModel(spec.gpuModel());
        status[node] = UP;
        draining[node] = false;
        declarations++;
        releases++;
        recount(node);
        changes.mark(node);
    }

    /** Takes a node out; its tasks must be released first or after. */
    public void lose(int node) {
        status[node] = LOST;
        changes.mark(node);
    }

    /** Lets a node take new tasks, or not. */
    public void drain(int node, boolean stop) {
        draining[node] = stop;
        releases++;
        changes.mark(node);
    }

    /** Replaces what others use on a node; what is left may become negative. */
    public void observeOthers(int node, long cpuMilli, long memoryBytes) {
        free[node * Resource.COUNT + Resource.CPU.ordinal()] += othersCpuMilli[node] - cpuMilli;
        free[node * Resource.COUNT + Resource.MEMORY.ordinal()] += othersMemoryBytes[node] - memoryBytes;
        othersCpuMilli[node] = cpuMilli;
        othersMemoryBytes[node] = memoryBytes;
        releases++;
        changes.mark(node);
    }

    /** Gives {@code shape} its room on {@code node}, on the devices of {@code gpuMask}. */
    public void take(Shape shape, int node, long gpuMask) {
        move(shape, node, -1);
        Demand demand = shape.demand();
        for (long rest = gpuMask; rest != 0; rest &= rest - 1) {
            int device = node * stride + Long.numberOfTrailingZeros(rest);
            gpuFreeMilli[device] -= demand.gpuMilli();
            gpuFreeMemory[device] -= demand.wholeGpus() ? gpuFreeMemory[device] : demand.gpuMemoryBytes();
        }
        tasks[node]++;
        countSize(shape, node, 1);
        changed(node, gpuMask);
    }

    /** Takes back what {@link #take} gave. */
    public void release(Shape shape, int node, long gpuMask) {
        releases++;
        undo(shape, node, gpuMask);
    }

    /** Takes back what {@link #take} gave on trial; room that was never really gone counts as no release. */
    public void undo(Shape shape, int node, long gpuMask) {
        move(shape, node, 1);
        Demand demand = shape.demand();
        for (long rest = gpuMask; rest != 0; rest &= rest - 1) {
            int device = node * stride + Long.numberOfTrailingZeros(rest);
            gpuFreeMilli[device] += demand.gpuMilli();
            gpuFreeMemory[device] += demand.wholeGpus() ? specs[node].gpuMemoryBytes() : demand.gpuMemoryBytes();
        }
        tasks[node]--;
        countSize(shape, node, -1);
        changed(node, gpuMask);
    }

    /** How often something was given back or came in; where it stands still, nothing fits that did not fit before. */
    public long releases() {
        return releases;
    }

    /** How often a node was declared; where it stands still, so does every total. */
    public long declarations() {
        return declarations;
    }

    /** The bit of a model by name, known from now on. */
    public long modelBit(String name) {
        return 1L << internModel(name);
    }

    /** What was declared. */
    public NodeSpec spec(int node) {
        return specs[node];
    }

    public boolean draining(int node) {
        return draining[node];
    }

    /** Thousandths of a CPU that others use. */
    public long othersCpuMilli(int node) {
        return othersCpuMilli[node];
    }

    /** Memory that others use. */
    public long othersMemoryBytes(int node) {
        return othersMemoryBytes[node];
    }

    /** How many tasks of {@code shape} an empty {@code node} would hold. */
    public int emptySlots(Shape shape, int node) {
        Demand demand = shape.demand();
        NodeSpec spec = specs[node];
        long slots = Integer.MAX_VALUE;
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, total[node * Resource.COUNT + shape.resource(i)] / shape.amount(i));
        }
        if (demand.gpus() > 0) {
            if (model[node] < 0 || !shape.accepts(1L << model[node])) {
                return 0;
            }
            slots = StrictMath.min(slots, gpuSlots(demand, spec));
        }
        return (int) slots;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public String name(int node) {
        return specs[node].name();
    }

    @Override
    public long free(int node, Resource resource) {
        return free[node * Resource.COUNT + resource.ordinal()];
    }

    @Override
    public long total(int node, Resource resource) {
        return total[node * Resource.COUNT + resource.ordinal()];
    }

    @Override
    public int gpus(int node) {
        return specs[node].gpus();
    }

    @Override
    public int gpuFreeMilli(int node, int gpu) {
        return gpuFreeMilli[node * stride + gpu];
    }

    @Override
    public long gpuFreeMemoryBytes(int node, int gpu) {
        return gpuFreeMemory[node * stride + gpu];
    }

    @Override
    public int idleGpus(int node) {
        return idleGpus[node];
    }

    @Override
    public int largestFreeMilli(int node) {
        return largestFreeMilli[node];
    }

    @Override
    public long totalFreeMilli(int node) {
        return totalFreeMilli[node];
    }

    @Override
    public long gpuSizes(int node) {
        return gpuSizes[node];
    }

    @Override
    public int model(int node) {
        return model[node];
    }

    @Override
    public String modelName(int index) {
        return modelNames.get(index);
    }

    @Override
    public int models() {
        return modelNames.size();
    }

    @Override
    public boolean empty(int node) {
        return tasks[node] == 0;
    }

    @Override
    public boolean present(int node) {
        return status[node] == UP;
    }

    @Override
    public boolean usable(int node) {
        return status[node] == UP && !draining[node];
    }

    @Override
    public ChangeLog changes() {
        return changes;
    }

    @Override
    public @Nullable Reason whyNot(Shape shape, int node) {
        if (!usable(node)) {
            return status[node] == LOST ? Reason.NODE_LOST : Reason.NODE_DRAINING;
        }
        int row = node * Resource.COUNT;
        for (int i = 0; i < shape.needs(); i++) {
            if (free[row + shape.resource(i)] < shape.amount(i)) {
                return Resource.ALL[shape.resource(i)].shortage();
            }
        }
        return shape.demand().gpus() == 0 ? null : whyNotGpus(shape, node);
    }

    @Override
    public boolean gpuFits(Shape shape, int node, int gpu) {
        Demand demand = shape.demand();
        int device = node * stride + gpu;
        return gpuFreeMilli[device] >= demand.gpuMilli() && gpuFreeMemory[device] >= demand.gpuMemoryBytes();
    }

    private @Nullable Reason whyNotGpus(Shape shape, int node) {
        Demand demand = shape.demand();
        if (model[node] < 0 || !shape.accepts(1L << model[node])) {
            return Reason.GPU_MODEL;
        }
        if (demand.wholeGpus()) {
            boolean enoughMemory = specs[node].gpuMemoryBytes() >= demand.gpuMemoryBytes();
            return idleGpus[node] < demand.gpus() ? Reason.WHOLE_GPUS : enoughMemory ? null : Reason.GPU_MEMORY;
        }
        if (largestFreeMilli[node] < demand.gpuMilli()) {
            return Reason.GPU_SHARE;
        }
        if (demand.gpuMemoryBytes() == 0) {
            return null;
        }
        for (int gpu = 0; gpu < specs[node].gpus(); gpu++) {
            if (gpuFits(shape, node, gpu)) {
                return null;
            }
        }
        return Reason.GPU_MEMORY;
    }

    private static long gpuSlots(Demand demand, NodeSpec spec) {
        if (demand.gpuMemoryBytes() > spec.gpuMemoryBytes()) {
            return 0;
        }
        if (demand.wholeGpus()) {
            return spec.gpus() / demand.gpus();
        }
        long byShare = demand.gpuMilli() == 0 ? Integer.MAX_VALUE : Demand.WHOLE_GPU_MILLI / demand.gpuMilli();
        long byMemory =
                demand.gpuMemoryBytes() == 0 ? Integer.MAX_VALUE : spec.gpuMemoryBytes() / demand.gpuMemoryBytes();
        return spec.gpus() * StrictMath.min(byShare, byMemory);
    }

    private void move(Shape shape, int node, int sign) {
        int row = node * Resource.COUNT;
        for (int i = 0; i < shape.needs(); i++) {
            free[row + shape.resource(i)] += sign * shape.amount(i);
        }
    }

    private void countSize(Shape shape, int node, int change) {
        if (shape.demand().gpus() == 0) {
            return;
        }
        int size = shape.gpuSize();
        int left = tasksBySize[node * sizes + size] += change;
        gpuSizes[node] = left == 0 ? gpuSizes[node] & ~(1L << size) : gpuSizes[node] | 1L << size;
    }

    private void changed(int node, long gpuMask) {
        if (gpuMask != 0) {
            recount(node);
        }
        changes.mark(node);
    }

    private void recount(int node) {
        long memory = specs[node].gpuMemoryBytes();
        int idle = 0;
        int largest = 0;
        int sum = 0;
        int end = node * stride + specs[node].gpus();
        for (int device = node * stride; device < end; device++) {
            int left = gpuFreeMilli[device];
            idle += left == Demand.WHOLE_GPU_MILLI && gpuFreeMemory[device] == memory ? 1 : 0;
            largest = StrictMath.max(largest, left);
            sum += left;
        }
        idleGpus[node] = idle;
        largestFreeMilli[node] = largest;
        totalFreeMilli[node] = sum;
    }

    private int internModel(String name) {
        int known = modelNames.indexOf(name);
        if (known >= 0) {
            return known;
        }
        if (modelNames.size() == MAX_MODELS) {
            throw new IllegalArgumentException("GPU model (" + name + ") is one too many: at most " + MAX_MODELS + ".");
        }
        modelNames.add(name);
        return modelNames.size() - 1;
    }

    private void grow(int wanted) {
        if (wanted <= specs.length) {
            return;
        }
        int size = StrictMath.max(16, specs.length * 2);
        specs = Arrays.copyOf(specs, size);
        total = Arrays.copyOf(total, size * Resource.COUNT);
        free = Arrays.copyOf(free, size * Resource.COUNT);
        othersCpuMilli = Arrays.copyOf(othersCpuMilli, size);
        othersMemoryBytes = Arrays.copyOf(othersMemoryBytes, size);
        gpuFreeMilli = Arrays.copyOf(gpuFreeMilli, size * stride);
        gpuFreeMemory = Arrays.copyOf(gpuFreeMemory, size * stride);
        model = Arrays.copyOf(model, size);
        idleGpus = Arrays.copyOf(idleGpus, size);
        largestFreeMilli = Arrays.copyOf(largestFreeMilli, size);
        totalFreeMilli = Arrays.copyOf(totalFreeMilli, size);
        tasks = Arrays.copyOf(tasks, size);
        tasksBySize = Arrays.copyOf(tasksBySize, size * sizes);
        gpuSizes = Arrays.copyOf(gpuSizes, size);
        status = Arrays.copyOf(status, size);
        draining = Arrays.copyOf(draining, size);
        changes.resize(size);
    }

    /** Lays the devices out again where a node has more than any before. */
    private void widen(int gpus) {
        if (gpus <= stride) {
            return;
        }
        int wider = Integer.highestOneBit(gpus - 1) << 1;
        int[] milli = new int[specs.length * wider];
        int[] bySize = new int[specs.length * (wider + 1)];
        long[] memory = new long[specs.length * wider];
        for (int node = 0; node < count; node++) {
            System.arraycopy(gpuFreeMilli, node * stride, milli, node * wider, stride);
            System.arraycopy(gpuFreeMemory, node * stride, memory, node * wider, stride);
            System.arraycopy(tasksBySize, node * sizes, bySize, node * (wider + 1), sizes);
        }
        stride = wider;
        gpuFreeMilli = milli;
        gpuFreeMemory = memory;
        tasksBySize = bySize;
        sizes = wider + 1;
    }
}
