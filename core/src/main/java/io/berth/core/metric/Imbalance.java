package io.berth.core.metric;

import io.berth.core.cluster.ChangeReader;
import java.util.Arrays;

/**
 * How evenly a resource is allocated over the nodes, weighted by time: the node utilisation variance 1/N Σ(U_i − Ū)²
 * (population), the resource idle rate Σ idle_i / Σ total_i and the allocated share.
 *
 * <p>U_i is the allocated part of node i in millionths; sums over nodes are whole numbers, so that they are exact whatever
 * the order, and a change costs only the node that changed. Nodes without the resource do not count.
 */
public final class Imbalance {
    private static final long SCALE = 1_000_000;
    private static final int STRIDE = 3;
    private static final int ALLOCATED = 1;
    private static final int TOTAL = 2;

    /** Of each node, side by side since they are read together: its utilisation, what of it is allocated, how much it has. */
    private long[] cells = new long[0];

    private long members;
    private long sum;
    private long sumOfSquares;
    private long allAllocated;
    private long allTotal;
    private long largestTotal;
    private double varianceSeconds;
    private double idleSeconds;
    private double allocatedSeconds;
    private double seconds;

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

    /** Makes room for {@code count} nodes. */
    public void grow(int count) {
        cells = Arrays.copyOf(cells, STRIDE * ChangeReader.room(cells.length / STRIDE, count));
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

    /** The largest amount of the whole so far. */
    public long largestTotal() {
        return largestTotal;
    }

    /** What it was over time so far. */
    HeldSums.Sums sums() {
        return new HeldSums.Sums(varianceSeconds, idleSeconds, allocatedSeconds, seconds);
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

    /** Node {@code node} holds {@code held} of {@code newTotal} from now on; of nothing where it has or is no more. */
    public void set(int node, long held, long newTotal) {
        int at = node * STRIDE;
        long oldTotal = cells[at + TOTAL];
        long oldHeld = cells[at + ALLOCATED];
        if (oldTotal == newTotal && oldHeld == held) {
            return;
        }
        long before = cells[at];
        long now = newTotal == 0 ? 0 : StrictMath.round((double) held / newTotal * SCALE);
        members += (newTotal > 0 ? 1 : 0) - (oldTotal > 0 ? 1 : 0);
        sum += now - before;
        sumOfSquares += now * now - before * before;
        allAllocated += held - oldHeld;
        allTotal += newTotal - oldTotal;
        largestTotal = StrictMath.max(largestTotal, allTotal);
        cells[at] = now;
        cells[at + ALLOCATED] = held;
        cells[at + TOTAL] = newTotal;
    }
}
