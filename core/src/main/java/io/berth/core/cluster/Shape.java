package io.berth.core.cluster;

import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.cluster.peer.PeerProfile;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;

/**
 * A demand as the node table reads it; equal demands share one, but for tasks that rules of others look at: those share one where the
 * same selectors pick them.
 */
public final class Shape {
    private static final Demand NOTHING = Demand.cpu(0, 0);

    private final int id;
    private final Demand demand;
    private final Regards regards;
    private final boolean alone;
    private final int[] columns;
    private final long[] amounts;
    /** Of the demand, which is asked for them once a node: a sealed type behind a record costs some nanoseconds. */
    private final long cpuMilli;

    /** CPU, memory and devices, to be looked up by. */
    private final Use asked;

    private final int gpus;

    private final int gpuMilli;
    private final long gpuMemoryBytes;
    private final boolean wholeGpus;
    private final boolean linked;
    private final boolean bestEffort;

    /** A demand without extended resources. */
    public Shape(int id, Demand demand) {
        this(id, demand, Regards.NONE, new ResourceNames());
    }

    /**
     * @param id its number in the state, dense from 0
     * @param regards what else matters to its tasks: other tasks by the selectors of the node table, images and data by its numbers
     * @param names the columns of the node table that it is read by
     */
    Shape(int id, Demand demand, Regards regards, ResourceNames names) {
        this.id = id;
        this.demand = demand;
        this.regards = regards;
        this.alone = regards.peers().isNothing();
        this.bestEffort = demand.bestEffort();
        // What nobody else uses is kept account of apart: beside all others such a task asks for nothing.
        Demand counted = bestEffort ? NOTHING : demand;
        this.cpuMilli = counted.cpuMilli();
        this.asked = Likeness.asked(demand);
        this.gpus = counted.gpus();
        this.gpuMilli = counted.gpuMilli();
        this.gpuMemoryBytes = counted.gpuMemoryBytes();
        this.wholeGpus = counted.wholeGpus();
        this.linked = counted.devices().linkMegabytes() > 0;
        long[] needs = bestEffort ? new long[0] : names.needs(demand.amounts());
        int used = 0;
        for (long amount : needs) {
            used += amount > 0 ? 1 : 0;
        }
        this.columns = new int[used];
        this.amounts = new long[used];
        int next = 0;
        for (int column = 0; column < needs.length; column++) {
            if (needs[column] > 0) {
                columns[next] = column;
                amounts[next++] = needs[column];
            }
        }
    }

    public int id() {
        return id;
    }

    public Demand demand() {
        return demand;
    }

    /** True where its tasks get what others ask for and do not use ({@link io.berth.core.cluster.spare.Spare}); of all else they hold nothing. */
    public boolean bestEffort() {
        return bestEffort;
    }

    /** Which other tasks matter to its tasks, and to which they do. */
    public PeerProfile peers() {
        return regards.peers();
    }

    /** The images that its tasks would rather find on their node. */
    int[] images() {
        return regards.images();
    }

    /** True where images of nodes matter to its tasks. */
    public boolean asksImages() {
        return regards.images().length > 0;
    }

    /** The data sets that its tasks read. */
    int[] data() {
        return regards.data();
    }

    /** True where its tasks read data sets. */
    public boolean readsData() {
        return regards.data().length > 0;
    }

    /** True where it matters what nodes hold beside tasks: two that are alike else may differ in that. */
    public boolean asksHoldings() {
        return asksImages() || readsData();
    }

    /** True where no other tasks matter to its tasks, nor they to any. */
    public boolean alone() {
        return alone;
    }

    /** The same but that all tasks of its job may have to be in one domain. */
    public boolean onlyWithin() {
        return regards.peers().onlyWithin();
    }

    /** 0 for a share of a device, else how many whole devices; see {@link Nodes#gpuSizes}. */
    public int gpuSize() {
        return wholeGpus ? gpus : 0;
    }

    /** The devices it asks for. */
    public DeviceDemand devices() {
        return bestEffort ? DeviceDemand.NONE : demand.devices();
    }

    /** Thousandths of a CPU. */
    public long cpuMilli() {
        return cpuMilli;
    }

    /** CPU, memory and devices. */
    public Use asked() {
        return asked;
    }

    /** Thousandths of devices in all. */
    public long totalGpuMilli() {
        return (long) gpus * gpuMilli;
    }

    /** How many devices it asks for. */
    public int gpus() {
        return gpus;
    }

    /** Thousandths of each. */
    public int gpuMilli() {
        return gpuMilli;
    }

    /** Memory of each; 0 where it does not matter. */
    public long gpuMemoryBytes() {
        return gpuMemoryBytes;
    }

    /** True for one or more whole devices. */
    public boolean wholeGpus() {
        return wholeGpus;
    }

    /** True where links between its devices must be fast enough. */
    public boolean linked() {
        return linked;
    }

    /** How many resources it asks for. */
    public int needs() {
        return columns.length;
    }

    /** The column of need {@code i}. */
    public int column(int i) {
        return columns[i];
    }

    /** The amount of need {@code i}. */
    public long amount(int i) {
        return amounts[i];
    }

    /** What a task holds of {@code column}. */
    public long amountIn(int column) {
        for (int i = 0; i < needs(); i++) {
            if (column(i) == column) {
                return amount(i);
            }
        }
        return 0;
    }

    /** The column of the first resource that {@code node} has too little left of; -1 where it has enough of all. */
    public int shortColumn(Nodes nodes, int node) {
        for (int i = 0; i < needs(); i++) {
            if (nodes.free(node, column(i)) < amount(i)) {
                return column(i);
            }
        }
        return -1;
    }
}
