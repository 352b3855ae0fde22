package io.berth.core.metric;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import java.util.Arrays;

/**
 * How evenly a resource is allocated over the nodes, weighted by time: the node utilisation variance 1/N Σ(U_i − Ū)²
 * (population), the resource idle rate Σ idle_i / Σ total_i and the allocated share.
 *
 * <p>U_i is the allocated part of node i in millionths; sums over nodes are whole numbers kept up to date from the change
 * log, so an instant costs only the nodes that changed. Nodes without the resource do not count.
 */
public final class Imbalance implements ChangeReader.Rows {
    private static final long SCALE = 1_000_000;

    private final Nodes nodes;
    private final Measured measured;
    private final ChangeReader reader;
    private long[] utilisation = new long[0];
    private long[] allocated = new long[0];
    private long[] total = new long[0];
    private long members;
    private long sum;
    private long sumOfSquares;
    private long allAllocated;
    private long allTotal;
    private double varianceSeconds;
    private double idleSeconds;
    private double allocatedSeconds;
    private double seconds;

    /** What is measured. */
    public enum Measured {
        CPU,
        MEMORY,
        GPU
    }

    public Imbalance(Nodes nodes, Measured measured) {
        this.nodes = nodes;
        this.measured = measured;
        this.reader = new ChangeReader(nodes);
    }

    /** The present allocation held for {@code nanos}. */
    public void elapse(long nanos) {
        if (nanos <= 0 || allTotal <= 0) {
            return;
        }
        double elapsed = nanos / 1e9;
        seconds += elapsed;
        varianceSeconds += variance() * elapsed;
        idleSeconds += (double) (allTotal - allAllocated) / allTotal * elapsed;
        allocatedSeconds += (double) allAllocated / allTotal * elapsed;
    }

    /** Looks at the nodes that changed. */
    public void catchUp() {
        reader.catchUp(this);
    }

    @Override
    public void resize(int count) {
        utilisation = Arrays.copyOf(utilisation, count);
        allocated = Arrays.copyOf(allocated, count);
        total = Arrays.copyOf(total, count);
    }

    /** The present variance of the utilisation over the nodes that have the resource. */
    public double variance() {
        if (members == 0) {
            return 0;
        }
        double mean = (double) sum / members;
        double variance = (double) sumOfSquares / members - mean * mean;
        return StrictMath.max(0, variance) / ((double) SCALE * SCALE);
    }

    /** The present allocated share of the whole, 0 to 1. */
    public double allocatedShare() {
        return allTotal == 0 ? 0 : (double) allAllocated / allTotal;
    }

    /** The allocated amount now. */
    public long allocated() {
        return allAllocated;
    }

    /** The amount of the whole now. */
    public long total() {
        return allTotal;
    }

    /** Mean variance over time. */
    public double meanVariance() {
        return seconds == 0 ? 0 : varianceSeconds / seconds;
    }

    /** Mean idle rate over time, 0 to 1. */
    public double meanIdleRate() {
        return seconds == 0 ? 0 : idleSeconds / seconds;
    }

    /** Mean allocated share over time, 0 to 1. */
    public double meanAllocatedShare() {
        return seconds == 0 ? 0 : allocatedSeconds / seconds;
    }

    @Override
    public void update(int node) {
        long oldTotal = total[node];
        if (oldTotal > 0) {
            members--;
            sum -= utilisation[node];
            sumOfSquares -= utilisation[node] * utilisation[node];
            allAllocated -= allocated[node];
            allTotal -= oldTotal;
        }
        long newTotal = nodes.present(node) ? capacity(node) : 0;
        total[node] = newTotal;
        if (newTotal > 0) {
            long held = newTotal - StrictMath.max(0, free(node));
            allocated[node] = held;
            utilisation[node] = StrictMath.round((double) held / newTotal * SCALE);
            members++;
            sum += utilisation[node];
            sumOfSquares += utilisation[node] * utilisation[node];
            allAllocated += held;
            allTotal += newTotal;
        }
    }

    private long capacity(int node) {
        return switch (measured) {
            case CPU -> nodes.total(node, Resource.CPU);
            case MEMORY -> nodes.total(node, Resource.MEMORY);
            case GPU -> nodes.gpus(node) * 1000L;
        };
    }

    private long free(int node) {
        return switch (measured) {
            case CPU -> nodes.free(node, Resource.CPU);
            case MEMORY -> nodes.free(node, Resource.MEMORY);
            case GPU -> nodes.totalFreeMilli(node);
        };
    }
}
