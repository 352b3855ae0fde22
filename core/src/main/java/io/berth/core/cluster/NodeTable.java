package io.berth.core.cluster;

import io.berth.core.decision.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and what is left of them, in dense arrays by node number. Only the state and a scratch transaction change it.
 */
public final class NodeTable implements Nodes {
    /** Models are told apart by the bits of one {@code long}. */
    public static final int MAX_MODELS = 63;

    private static final byte UP = 0;
    private static final byte LOST = 1;

    private final GpuTable devices;
    private final ChangeLog changes = new ChangeLog();
    private int count;
    private NodeSpec[] specs = new NodeSpec[0];
    private long[] total = new long[0];
    private long[] free = new long[0];
    private long[] othersCpuMilli = new long[0];
    private long[] othersMemoryBytes = new long[0];
    private int[] tasks = new int[0];
    private byte[] status = new byte[0];
    private boolean[] draining = new boolean[0];
    private long declarations;
    private long releases;

    public NodeTable() {
        this(new GpuTable());
    }

    private NodeTable(GpuTable devices) {
        this.devices = devices;
    }

    /** The same nodes once more, for somebody who looks at them on another thread; its change log is empty. */
    public NodeTable copy() {
        NodeTable copy = new NodeTable(devices.copy());
        copy.count = count;
        copy.specs = specs.clone();
        copy.total = total.clone();
        copy.free = free.clone();
        copy.othersCpuMilli = othersCpuMilli.clone();
        copy.othersMemoryBytes = othersMemoryBytes.clone();
        copy.tasks = tasks.clone();
        copy.status = status.clone();
        copy.draining = draining.clone();
        copy.changes.resize(specs.length);
        return copy;
    }

    /** True where {@code node} has the same left here and in {@code other}, device by device. */
    public boolean sameLeft(NodeTable other, int node) {
        boolean same = usable(node) == other.usable(node)
                && Arrays.equals(
                        free,
                        node * Resource.COUNT,
                        (node + 1) * Resource.COUNT,
                        other.free,
                        node * Resource.COUNT,
                        (node + 1) * Resource.COUNT);
        return same && devices.sameLeft(other.devices, node);
    }

    /** True where a task of {@code shape} fits on {@code node} now, on just the devices of {@code gpuMask}. */
    public boolean fitsOn(Shape shape, int node, long gpuMask) {
        if (node < 0 || node >= count || whyNot(shape, node) != null) {
            return false;
        }
        return shape.demand().gpus() == 0 ? gpuMask == 0 : devices.fitsOn(shape, node, gpuMask);
    }

    /** Adds node {@code count()}, or declares a node again that was lost; it is empty then. */
    public void join(int node, NodeSpec spec) {
        if (node > count || (node < count && tasks[node] > 0)) {
            throw new IllegalArgumentException("Node (" + node + ") cannot join: it is not the next, or holds tasks.");
        }
        if (node == count) {
            grow(count + 1);
            count++;
        }
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
        devices.declare(node, spec);
        status[node] = UP;
        draining[node] = false;
        declarations++;
        releases++;
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
        if (gpuMask != 0) {
            devices.take(shape, node, gpuMask);
        }
        tasks[node]++;
        changes.mark(node);
    }

    /** Takes back what {@link #take} gave. */
    public void release(Shape shape, int node, long gpuMask) {
        releases++;
        undo(shape, node, gpuMask);
    }

    /** Takes back what {@link #take} gave on trial; room that was never really gone counts as no release. */
    public void undo(Shape shape, int node, long gpuMask) {
        move(shape, node, 1);
        if (gpuMask != 0) {
            devices.give(shape, node, gpuMask);
        }
        tasks[node]--;
        changes.mark(node);
    }

    /** A copy of what is left of {@code node}. */
    public NodeRow row(int node) {
        int first = node * Resource.COUNT;
        return devices.row(node, Arrays.copyOfRange(free, first, first + Resource.COUNT));
    }

    /** A row of {@code node} with nothing in it. */
    public NodeRow emptyRow(int node) {
        return new NodeRow(
                node,
                new long[Resource.COUNT],
                new int[gpus(node)],
                new long[gpus(node)],
                specs[node].gpuMemoryBytes());
    }

    /** Takes {@code row} away from its node ({@code sign} -1) or gives it back (1), as if somebody unknown held it. */
    public void withhold(NodeRow row, int sign) {
        for (int i = 0; i < Resource.COUNT; i++) {
            free[row.node * Resource.COUNT + i] += sign * row.free[i];
        }
        devices.withhold(row, sign);
        changes.mark(row.node);
    }

    /** How many tasks of {@code shape} fit on {@code node} now. */
    public int slots(Shape shape, int node) {
        if (whyNot(shape, node) != null) {
            return 0;
        }
        long slots = shape.demand().gpus() > 0 ? devices.slots(shape, node) : Integer.MAX_VALUE;
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, free[node * Resource.COUNT + shape.resource(i)] / shape.amount(i));
        }
        return (int) slots;
    }

    /** Something that is derived from the tasks of {@code node} changed, though what is free there did not. */
    public void touch(int node) {
        changes.mark(node);
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
        return 1L << devices.internModel(name);
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
        long slots = Integer.MAX_VALUE;
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, total[node * Resource.COUNT + shape.resource(i)] / shape.amount(i));
        }
        if (shape.demand().gpus() > 0) {
            slots = StrictMath.min(slots, devices.emptySlots(shape, node));
        }
        return (int) slots;
    }

    /** The mask of the first {@code wanted} idle devices of {@code node}, which has as many. */
    public long firstIdle(int node, int wanted) {
        return devices.firstIdle(node, wanted);
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
        return devices.devices(node);
    }

    @Override
    public int gpuFreeMilli(int node, int gpu) {
        return devices.freeMilli(node, gpu);
    }

    @Override
    public long gpuFreeMemoryBytes(int node, int gpu) {
        return devices.freeMemory(node, gpu);
    }

    @Override
    public int idleGpus(int node) {
        return devices.idle(node);
    }

    @Override
    public int largestFreeMilli(int node) {
        return devices.largestFree(node);
    }

    @Override
    public long totalFreeMilli(int node) {
        return devices.totalFree(node);
    }

    @Override
    public long gpuSizes(int node) {
        return devices.taskSizes(node);
    }

    @Override
    public int model(int node) {
        return devices.model(node);
    }

    @Override
    public String modelName(int index) {
        return devices.modelName(index);
    }

    @Override
    public int models() {
        return devices.models();
    }

    @Override
    public int tasks(int node) {
        return tasks[node];
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
        return shape.demand().gpus() == 0 ? null : devices.whyNot(shape, node);
    }

    @Override
    public boolean gpuFits(Shape shape, int node, int gpu) {
        return devices.fits(shape, node, gpu);
    }

    private void move(Shape shape, int node, int sign) {
        int row = node * Resource.COUNT;
        for (int i = 0; i < shape.needs(); i++) {
            free[row + shape.resource(i)] += sign * shape.amount(i);
        }
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
        devices.grow(size);
        tasks = Arrays.copyOf(tasks, size);
        status = Arrays.copyOf(status, size);
        draining = Arrays.copyOf(draining, size);
        changes.resize(size);
    }
}
