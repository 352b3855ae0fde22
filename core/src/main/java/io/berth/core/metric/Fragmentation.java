package io.berth.core.metric;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.policy.placement.FragmentationMix;
import java.util.Arrays;
import java.util.List;

/**
 * The part of the free GPU capacity that a task drawn from the workload's mix is expected not to be able to use.
 *
 * <p>Source: Weng et al., Beware of Fragmentation, USENIX ATC 2023, §3; typical tasks are 95 % of the mix.
 */
public final class Fragmentation {
    private static final double COVERAGE_PCT = 95;

    /** Fragments are kept in millionths of a thousandth, so that their sum is exact whatever the order. */
    private static final double SCALE = 1e6;

    private final Nodes nodes;
    private final FragmentationMix mix;
    private long[] fragments = new long[0];
    private long[] free = new long[0];
    private long freeSum;
    private long fragmentSum;
    private double shareSeconds;
    private double seconds;

    public Fragmentation(Nodes nodes, List<ShapeCount> mix) {
        this.nodes = nodes;
        this.mix = new FragmentationMix(mix, COVERAGE_PCT);
    }

    /** The present fragmentation held for {@code nanos}. */
    public void elapse(long nanos) {
        if (nanos > 0 && freeSum > 0) {
            shareSeconds += share() * nanos / 1e9;
            seconds += nanos / 1e9;
        }
    }

    /** Fragments in free capacity now, 0 to 1. */
    public double share() {
        return freeSum == 0 ? 0 : fragmentSum / SCALE / freeSum;
    }

    /** The share times the seconds with free capacity, so far. */
    double shareSeconds() {
        return shareSeconds;
    }

    /** The seconds with free capacity, so far. */
    double seconds() {
        return seconds;
    }

    /** Mean share over time, 0 to 1. */
    public double meanShare() {
        return seconds == 0 ? 0 : shareSeconds / seconds;
    }

    /** Makes room for {@code count} nodes. */
    public void grow(int count) {
        int room = ChangeReader.room(free.length, count);
        fragments = Arrays.copyOf(fragments, room);
        free = Arrays.copyOf(free, room);
    }

    /** Looks at a node again. */
    public void update(int node) {
        boolean present = nodes.present(node);
        freeSum -= free[node];
        fragmentSum -= fragments[node];
        free[node] = present ? nodes.totalFreeMilli(node) : 0;
        double fragment = present && mix.load(nodes, node) ? mix.fragmentation(nodes.free(node, Resource.CPU)) : 0;
        fragments[node] = StrictMath.round(fragment * SCALE);
        freeSum += free[node];
        fragmentSum += fragments[node];
    }
}
