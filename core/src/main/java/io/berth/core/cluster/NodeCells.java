package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.decision.Grant;
import java.util.Arrays;

/**
 * What is kept of each node, as numbers, by what is asked together: whether a task fits and how well, which passes ask of a node for every
 * shape there is, stands in a table of its own, twelve numbers a node where none has extended resources, and the nodes of a large cluster
 * stay in the cache. What is asked most stands first, CPU and memory among it: seven numbers. All else of a node stands apart.
 *
 * <p>In front: state, class, what its devices have left in sum, what is free of its resources by column. Behind: how many tasks, their
 * sizes, what others use, what is left of each device ({@link DeviceRow}), how many tasks of each size.
 */
final class NodeCells {
    /** Bits of the state; none where the node takes tasks, and all its devices are alike and nothing MIG has to do with. */
    static final int LOST = 1;

    static final int DRAINING = 2;
    /** The node takes tasks all the same. */
    static final int MIXED = 4;
    /** The node is reserved for others than the job that room is looked for; only within a pass. */
    static final int CLOSED = 8;
    /** The node is granted to others than that job; only within a pass. */
    static final int GRANTED = 16;

    private static final int STATE = 0;
    private static final int CLASS = 1;
    /** What {@link DeviceRow#summarise} writes: three cells side by side. */
    private static final int IDLE = 2;

    private static final int LARGEST = 3;
    private static final int TOTAL = 4;
    private static final int FREE = 5;

    private static final int TASKS = 0;
    private static final int SIZES = 1;
    private static final int OTHERS_CPU = 2;
    private static final int OTHERS_MEMORY = 3;
    private static final int DEVICES = 4;

    private final Cells front;
    private final Cells back;
    /** Columns, devices, and memory slices of devices that MIG cuts, that there is room for. */
    private int columns;

    private int width;
    private int slices;

    NodeCells(int columns) {
        this.columns = columns;
        this.width = 8;
        this.front = new Cells(frontStride());
        this.back = new Cells(backStride());
    }

    private NodeCells(NodeCells of) {
        this.columns = of.columns;
        this.width = of.width;
        this.slices = of.slices;
        this.front = of.front.copy();
        this.back = of.back.copy();
    }

    /** The same once more, for another thread if need be. */
    NodeCells copy() {
        return new NodeCells(this);
    }

    /** Makes room for node {@code node}. */
    void reach(int node) {
        front.reach(node);
        back.reach(node);
    }

    /**
     * Makes room for {@code newColumns} and for nodes of {@code devices}.
     *
     * @return true where there are more columns now, so that rows are laid out otherwise
     */
    boolean widen(int newColumns, DeviceLayout devices) {
        int known = columns;
        int knownWidth = width;
        int knownSlices = slices;
        columns = newColumns;
        width = devices.count() <= width ? width : Integer.highestOneBit(devices.count() - 1) << 1;
        slices = StrictMath.max(slices, DeviceRow.cells(devices) - 2 * devices.count());
        if (columns > known) {
            front.restride(frontStride(), (from, at, to, newAt) -> System.arraycopy(from, at, to, newAt, FREE + known));
        }
        if (width > knownWidth || slices > knownSlices) {
            int knownSizes = DEVICES + 2 * knownWidth + knownSlices;
            back.restride(backStride(), (from, at, to, newAt) -> {
                System.arraycopy(from, at, to, newAt, knownSizes);
                System.arraycopy(from, at + knownSizes, to, newAt + sizesAt(), knownWidth + 1);
            });
        }
        return columns > known;
    }

    private int frontStride() {
        return FREE + columns;
    }

    private int backStride() {
        return sizesAt() + width + 1;
    }

    private int sizesAt() {
        return DEVICES + 2 * width + slices;
    }

    /** The node is empty and has all that is {@code declared}. */
    void begin(int node, Declared declared) {
        long[] cells = front.write(node);
        int at = front.at(node);
        Arrays.fill(cells, at, at + front.stride(), 0);
        cells[at + STATE] = declared.devices().summed() ? 0 : MIXED;
        cells[at + CLASS] = declared.nodeClass.id;
        System.arraycopy(declared.total, 0, cells, at + FREE, declared.total.length);
        long[] behind = back.write(node);
        int backAt = back.at(node);
        Arrays.fill(behind, backAt, backAt + back.stride(), 0);
        DeviceRow.declare(behind, backAt + DEVICES, declared.devices());
        DeviceRow.summarise(behind, backAt + DEVICES, declared.devices(), cells, at + IDLE);
    }

    /** The node is of another class, with the same devices. */
    void classify(int node, int nodeClass) {
        front.write(node)[front.at(node) + CLASS] = nodeClass;
    }

    /** More of a resource is free, or less. */
    void add(int node, int column, long amount) {
        front.write(node)[front.at(node) + FREE + column] += amount;
    }

    /** Sets bits of the state, or clears them. */
    void mark(int node, int bits, boolean set) {
        long[] cells = front.write(node);
        int at = front.at(node) + STATE;
        cells[at] = set ? cells[at] | bits : cells[at] & ~bits;
    }

    /** Others use so much of the node and no longer what they did. */
    void observeOthers(int node, long cpuMilli, long memoryBytes) {
        add(node, Resource.CPU.ordinal(), othersCpuMilli(node) - cpuMilli);
        add(node, Resource.MEMORY.ordinal(), othersMemoryBytes(node) - memoryBytes);
        long[] cells = back.write(node);
        int at = back.at(node);
        cells[at + OTHERS_CPU] = cpuMilli;
        cells[at + OTHERS_MEMORY] = memoryBytes;
    }

    /** A task of {@code shape} takes its room by {@code grant}, or gives it back ({@code sign} 1). */
    void move(Shape shape, int node, DeviceLayout layout, Grant grant, int sign) {
        long[] cells = front.write(node);
        int at = front.at(node);
        for (int i = 0; i < shape.needs(); i++) {
            cells[at + FREE + shape.column(i)] += sign * shape.amount(i);
        }
        long[] behind = back.write(node);
        int backAt = back.at(node);
        if (grant.mask() != 0) {
            if (sign < 0) {
                DeviceRow.take(behind, backAt + DEVICES, layout, shape.devices(), grant);
            } else {
                DeviceRow.give(behind, backAt + DEVICES, layout, shape.devices(), grant);
            }
            countSize(shape, behind, backAt, -sign);
            DeviceRow.summarise(behind, backAt + DEVICES, layout, cells, at + IDLE);
        }
        behind[backAt + TASKS] -= sign;
    }

    private void countSize(Shape shape, long[] behind, int at, int change) {
        int size = shape.gpuSize();
        int sizes = at + sizesAt();
        long left = behind[sizes + size] += change;
        behind[at + SIZES] = left == 0 ? behind[at + SIZES] & ~(1L << size) : behind[at + SIZES] | 1L << size;
    }

    /** What is left of the node: its resources by column, then its devices. */
    long[] left(int node, DeviceLayout layout) {
        int devices = DeviceRow.cells(layout);
        int at = front.at(node) + FREE;
        long[] left = Arrays.copyOfRange(front.read(node), at, at + columns + devices);
        System.arraycopy(back.read(node), back.at(node) + DEVICES, left, columns, devices);
        return left;
    }

    /** Adds to what is left of the node, cell by cell, {@code sign} times what stands in {@code left}. */
    void add(int node, DeviceLayout layout, long[] left, int sign) {
        long[] cells = front.write(node);
        int at = front.at(node);
        for (int column = 0; column < columns; column++) {
            cells[at + FREE + column] += sign * left[column];
        }
        long[] behind = back.write(node);
        int devices = back.at(node) + DEVICES;
        for (int i = columns; i < left.length; i++) {
            behind[devices + i - columns] += sign * left[i];
        }
        DeviceRow.summarise(behind, devices, layout, cells, at + IDLE);
    }

    /** True where two nodes have the same in all cells. */
    boolean alike(int node, int other) {
        return front.alike(node, other) && back.alike(node, other);
    }

    int columns() {
        return columns;
    }

    /** The cells of which {@link #state}, {@link #classAt}, {@link #idle}, {@link #largest}, {@link #free} read. */
    long[] front(int node) {
        return front.read(node);
    }

    /** Where they begin. */
    int frontAt(int node) {
        return front.at(node);
    }

    /** True where as much is left of each resource as {@code shape} asks for, and in sum of the devices: more may be needed of them. */
    static boolean enough(long[] front, int at, Shape shape) {
        long left = shape.wholeGpus() ? front[at + IDLE] : front[at + LARGEST];
        long asked = shape.wholeGpus() ? shape.gpus() : shape.gpuMilli();
        if (left < asked) {
            return false;
        }
        for (int i = 0; i < shape.needs(); i++) {
            if (front[at + FREE + shape.column(i)] < shape.amount(i)) {
                return false;
            }
        }
        return true;
    }

    static int state(long[] front, int at) {
        return (int) front[at + STATE];
    }

    static int classAt(long[] front, int at) {
        return (int) front[at + CLASS];
    }

    static long idle(long[] front, int at) {
        return front[at + IDLE];
    }

    static long largest(long[] front, int at) {
        return front[at + LARGEST];
    }

    static long free(long[] front, int at, int column) {
        return front[at + FREE + column];
    }

    int state(int node) {
        return state(front.read(node), front.at(node));
    }

    int nodeClass(int node) {
        return classAt(front.read(node), front.at(node));
    }

    int idle(int node) {
        return (int) idle(front.read(node), front.at(node));
    }

    int largest(int node) {
        return (int) largest(front.read(node), front.at(node));
    }

    long total(int node) {
        return front.read(node)[front.at(node) + TOTAL];
    }

    long free(int node, int column) {
        return column < columns ? free(front.read(node), front.at(node), column) : 0;
    }

    int tasks(int node) {
        return (int) behind(node, TASKS);
    }

    long sizes(int node) {
        return behind(node, SIZES);
    }

    long othersCpuMilli(int node) {
        return behind(node, OTHERS_CPU);
    }

    long othersMemoryBytes(int node) {
        return behind(node, OTHERS_MEMORY);
    }

    private long behind(int node, int which) {
        return back.read(node)[back.at(node) + which];
    }

    /** The cells in which the devices of the node stand. */
    long[] devices(int node) {
        return back.read(node);
    }

    /** Where they begin. */
    int devicesAt(int node) {
        return back.at(node) + DEVICES;
    }
}
