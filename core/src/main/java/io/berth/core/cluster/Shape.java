package io.berth.core.cluster;

import io.berth.core.workload.Demand;

/** A demand as the node table reads it; equal demands share one. */
public final class Shape {
    private final int id;
    private final Demand demand;
    private final int[] resources;
    private final long[] amounts;
    private final long models;

    /**
     * @param id its number in the state, dense from 0
     * @param models the bits of the GPU models that will do, -1 for any
     */
    public Shape(int id, Demand demand, long models) {
        this.id = id;
        this.demand = demand;
        this.models = models;
        long[] all = {
            demand.cpuMilli(),
            demand.memoryBytes(),
            demand.diskBytes(),
            demand.diskIoBytesPerSecond(),
            demand.networkBytesPerSecond(),
            1
        };
        int used = 0;
        for (long amount : all) {
            used += amount > 0 ? 1 : 0;
        }
        this.resources = new int[used];
        this.amounts = new long[used];
        int next = 0;
        for (int r = 0; r < all.length; r++) {
            if (all[r] > 0) {
                resources[next] = r;
                amounts[next++] = all[r];
            }
        }
    }

    public int id() {
        return id;
    }

    public Demand demand() {
        return demand;
    }

    /** 0 for a share of a device, else how many whole devices; see {@link Nodes#gpuSizes}. */
    public int gpuSize() {
        return demand.wholeGpus() ? demand.gpus() : 0;
    }

    /** How many resources it asks for. */
    int needs() {
        return resources.length;
    }

    /** The column of need {@code i}. */
    int resource(int i) {
        return resources[i];
    }

    /** The amount of need {@code i}. */
    long amount(int i) {
        return amounts[i];
    }

    /** True where devices of {@code modelBit} will do. */
    public boolean accepts(long modelBit) {
        return (models & modelBit) != 0 || models == -1;
    }
}
