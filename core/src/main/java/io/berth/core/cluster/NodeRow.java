package io.berth.core.cluster;

import io.berth.core.workload.Demand;

/**
 * What is left of one node at some time: its resources by column, and each device's thousandths and memory. It is a copy; what
 * happens to it happens to no table.
 */
public final class NodeRow {
    final int node;
    final long[] free;
    final int[] gpuMilli;
    final long[] gpuMemory;
    /** The memory of each device in all. */
    final long deviceMemory;

    NodeRow(int node, long[] free, int[] gpuMilli, long[] gpuMemory, long deviceMemory) {
        this.node = node;
        this.free = free;
        this.gpuMilli = gpuMilli;
        this.gpuMemory = gpuMemory;
        this.deviceMemory = deviceMemory;
    }

    /** The node's number. */
    public int node() {
        return node;
    }

    /** The same once more. */
    public NodeRow copy() {
        return new NodeRow(node, free.clone(), gpuMilli.clone(), gpuMemory.clone(), deviceMemory);
    }

    /** Becomes the smaller of this and {@code other}, resource by resource and device by device. */
    public void lowerTo(NodeRow other) {
        for (int i = 0; i < free.length; i++) {
            free[i] = StrictMath.min(free[i], other.free[i]);
        }
        for (int gpu = 0; gpu < gpuMilli.length; gpu++) {
            gpuMilli[gpu] = StrictMath.min(gpuMilli[gpu], other.gpuMilli[gpu]);
            gpuMemory[gpu] = StrictMath.min(gpuMemory[gpu], other.gpuMemory[gpu]);
        }
    }

    /** What is left of a resource. */
    public long free(Resource resource) {
        return free[resource.ordinal()];
    }

    /** How many devices are idle. */
    public int idleGpus() {
        int idle = 0;
        for (int gpu = 0; gpu < gpuMilli.length; gpu++) {
            idle += idle(gpu) ? 1 : 0;
        }
        return idle;
    }

    /** The largest share left on one device, thousandths. */
    public int largestFreeMilli() {
        int largest = 0;
        for (int milli : gpuMilli) {
            largest = StrictMath.max(largest, milli);
        }
        return largest;
    }

    /** True where nothing is in it. */
    public boolean empty() {
        boolean empty = true;
        for (long amount : free) {
            empty &= amount == 0;
        }
        for (int gpu = 0; gpu < gpuMilli.length; gpu++) {
            empty &= gpuMilli[gpu] == 0 && gpuMemory[gpu] == 0;
        }
        return empty;
    }

    /** What this has more than {@code other}, nothing where it has less: taking it away leaves the smaller of both. */
    public NodeRow excessOver(NodeRow other) {
        NodeRow excess = copy();
        for (int i = 0; i < free.length; i++) {
            excess.free[i] = StrictMath.max(0, free[i] - other.free[i]);
        }
        for (int gpu = 0; gpu < gpuMilli.length; gpu++) {
            excess.gpuMilli[gpu] = StrictMath.max(0, gpuMilli[gpu] - other.gpuMilli[gpu]);
            excess.gpuMemory[gpu] = StrictMath.max(0, gpuMemory[gpu] - other.gpuMemory[gpu]);
        }
        return excess;
    }

    /** True where this has nowhere more than {@code other}. */
    public boolean within(NodeRow other) {
        boolean within = node == other.node && gpuMilli.length == other.gpuMilli.length;
        for (int i = 0; within && i < free.length; i++) {
            within = free[i] <= other.free[i];
        }
        for (int gpu = 0; within && gpu < gpuMilli.length; gpu++) {
            within = gpuMilli[gpu] <= other.gpuMilli[gpu] && gpuMemory[gpu] <= other.gpuMemory[gpu];
        }
        return within;
    }

    /** Takes what a task of {@code shape} holds on the devices of {@code mask}. */
    public void take(Shape shape, long mask) {
        for (int i = 0; i < shape.needs(); i++) {
            free[shape.resource(i)] -= shape.amount(i);
        }
        Demand demand = shape.demand();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            gpuMilli[gpu] -= demand.gpuMilli();
            gpuMemory[gpu] -= demand.wholeGpus() ? gpuMemory[gpu] : demand.gpuMemoryBytes();
        }
    }

    /** Adds what a task of {@code shape} held on the devices of {@code mask}. */
    public void give(Shape shape, long mask) {
        for (int i = 0; i < shape.needs(); i++) {
            free[shape.resource(i)] += shape.amount(i);
        }
        Demand demand = shape.demand();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            gpuMilli[gpu] += demand.gpuMilli();
            gpuMemory[gpu] += demand.wholeGpus() ? deviceMemory : demand.gpuMemoryBytes();
        }
    }

    /** How many tasks of {@code shape} fit; its GPU model is not looked at. */
    public int slots(Shape shape) {
        long slots = shape.demand().gpus() == 0 ? Integer.MAX_VALUE : gpuSlots(shape.demand());
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, free[shape.resource(i)] / shape.amount(i));
        }
        return (int) StrictMath.max(0, slots);
    }

    private long gpuSlots(Demand demand) {
        long slots = 0;
        if (demand.wholeGpus()) {
            return idleGpus() / demand.gpus();
        }
        for (int gpu = 0; gpu < gpuMilli.length; gpu++) {
            long byShare = demand.gpuMilli() == 0 ? Integer.MAX_VALUE : gpuMilli[gpu] / demand.gpuMilli();
            long byMemory = demand.gpuMemoryBytes() == 0 ? byShare : gpuMemory[gpu] / demand.gpuMemoryBytes();
            slots += StrictMath.max(0, StrictMath.min(byShare, byMemory));
        }
        return slots;
    }

    private boolean idle(int gpu) {
        return gpuMilli[gpu] == Demand.WHOLE_GPU_MILLI && gpuMemory[gpu] == deviceMemory;
    }

    /** Takes the room of one task of {@code shape}, which fits: idle devices, or the fitting device with least left; which. */
    public long takeOne(Shape shape) {
        Demand demand = shape.demand();
        long mask = 0;
        int best = -1;
        for (int gpu = 0; gpu < gpuMilli.length; gpu++) {
            if (demand.wholeGpus() && idle(gpu) && Long.bitCount(mask) < demand.gpus()) {
                mask |= 1L << gpu;
            }
            boolean fits = gpuMilli[gpu] >= demand.gpuMilli() && gpuMemory[gpu] >= demand.gpuMemoryBytes();
            best = fits && (best < 0 || gpuMilli[gpu] < gpuMilli[best]) ? gpu : best;
        }
        boolean share = demand.gpus() > 0 && !demand.wholeGpus();
        long taken = share ? 1L << best : mask;
        take(shape, taken);
        return taken;
    }

    /** True where a task of {@code shape} fits on just the devices of {@code mask}. */
    public boolean has(Shape shape, long mask) {
        for (int i = 0; i < shape.needs(); i++) {
            if (free[shape.resource(i)] < shape.amount(i)) {
                return false;
            }
        }
        Demand demand = shape.demand();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            if (gpuMilli[gpu] < demand.gpuMilli() || gpuMemory[gpu] < demand.gpuMemoryBytes()) {
                return false;
            }
        }
        return true;
    }

    /** True where what a task of {@code shape} took here on the devices of {@code mask} did not need {@code pending}. */
    public boolean covers(NodeRow pending, Shape shape, long mask) {
        for (int i = 0; i < shape.needs(); i++) {
            if (free[shape.resource(i)] < pending.free[shape.resource(i)]) {
                return false;
            }
        }
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            boolean wasWhole = shape.demand().wholeGpus() && pending.gpuMilli[gpu] > 0;
            if (wasWhole || gpuMilli[gpu] < pending.gpuMilli[gpu] || gpuMemory[gpu] < pending.gpuMemory[gpu]) {
                return false;
            }
        }
        return true;
    }
}
