package io.berth.core.policy.load;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.Estimate;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.policy.Scorer;

/**
 * The node that does least by Koordinator's LoadAwareScheduling.
 *
 * <p>Goals: even out what nodes do. Constraints: none beyond fit.
 *
 * <p>Algorithm: a node whose measurement is older than 180 s, or that has none, scores 0. Else the score of a resource is ⌊100 · (capacity −
 * used)/capacity⌋, 0 where more is used; used is what was measured, and 85 % of the CPU and 70 % of the memory that tasks ask for which the
 * measurement does not show, this one among them (250 m and 200 MiB where they ask for nothing). The score of the node is the mean over
 * CPU and memory, and over GPUs for tasks that ask for some, rounded down; or the least of them where {@code dominant} is 1. A node of 10
 * CPUs that uses 2 CPUs, no task unseen, and a task of 4 CPUs: used 5.4, so 46.
 *
 * <p>Source: koordinator-sh/koordinator, pkg/scheduler/plugins/loadaware, with GPUs, which it does not know.
 */
public final class KoordinatorLoadAware implements Scorer {
    public static final long HIGHEST = 100;

    private final Gauge gauge;
    private final boolean dominant;

    /** @param dominant true where the scarcest resource counts alone */
    public KoordinatorLoadAware(Span span, Statistic statistic, boolean dominant) {
        this.gauge = new Gauge(span, statistic, Estimate.KOORDINATOR, Counting.FACTORS);
        this.dominant = dominant;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        NodeLoad load = Gauge.load(nodes, node, Freshness.FRESH);
        if (load == null) {
            return 0;
        }
        Use beyond = gauge.unshown(nodes, node, load, shape).plus(gauge.of(nodes, shape));
        long cpu = left(gauge.cpu(nodes, node, load, beyond));
        long memory = left(gauge.memory(nodes, node, load, beyond));
        long both = dominant ? StrictMath.min(cpu, memory) : cpu + memory;
        if (shape.gpus() == 0) {
            return dominant ? both : both / 2;
        }
        long gpu = left(gauge.gpu(nodes, node, load, beyond));
        return dominant ? StrictMath.min(both, gpu) : (both + gpu) / 3;
    }

    private static long left(double used) {
        return used < 0 ? 0 : Gauge.whole(HIGHEST * StrictMath.max(0, 1 - used));
    }
}
