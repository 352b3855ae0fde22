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
 * The node that does least by the usage plugin of Volcano.
 *
 * <p>Goals: even out what nodes do. Constraints: none beyond fit.
 *
 * <p>Algorithm: a node whose measurement is older than five minutes, or that has none, scores 0. Else composite = min(1, (measured + Σ
 * estimates)/capacity) for each resource, over the tasks that the measurement does not show, this one among them; each is taken to use 70 %
 * of what it asks for (250 m and 200 MiB where it asks for nothing), and 1.2 times that, but never more than it asks for, where the
 * composite without this risk is 0.6 or more. The score is the mean over CPU and memory, and over GPUs for tasks that ask for some, of ⌊(1
 * − composite) · 100 · weight⌋. A node of 10 CPUs that uses 2 CPUs, no task unseen, and a task of 4 CPUs: composite 0.48, so 52 at weight
 * 1; where it uses 5 CPUs, composite 0.78 counts with the risk as 0.836, so 16.
 *
 * <p>Source: volcano-sh/volcano, pkg/scheduler/plugins/usage, with GPUs, which it does not know.
 */
public final class VolcanoUsage implements Scorer {
    /** The highest weight. */
    public static final long MOST_WEIGHT = 100;

    private static final double PERCENT = 100;
    private static final double RISKY = 0.6;
    /** 1.2 times 70 per cent. */
    private static final Estimate WITH_RISK = new Estimate(84, 84, 84);

    private final Gauge gauge;
    private final Gauge risky;
    private final long weight;

    /** @param weight what each per cent is worth */
    public VolcanoUsage(Span span, Statistic statistic, long weight) {
        this.gauge = new Gauge(span, statistic, Estimate.VOLCANO, Counting.FACTORS);
        this.risky = new Gauge(span, statistic, WITH_RISK, Counting.FACTORS);
        this.weight = weight;
    }

    /** The best score that there is. */
    public long highest() {
        return (long) PERCENT * weight;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        NodeLoad load = Gauge.load(nodes, node, Freshness.DECAYED);
        if (load == null) {
            return 0;
        }
        Use beyond = gauge.unshown(nodes, node, load, shape).plus(gauge.of(nodes, shape));
        Use atRisk = risky.unshown(nodes, node, load, shape).plus(risky.of(nodes, shape));
        long cpu = left(gauge.cpu(nodes, node, load, beyond), risky.cpu(nodes, node, load, atRisk));
        long memory = left(gauge.memory(nodes, node, load, beyond), risky.memory(nodes, node, load, atRisk));
        if (shape.gpus() == 0) {
            return (cpu + memory) / 2;
        }
        long gpu = left(gauge.gpu(nodes, node, load, beyond), risky.gpu(nodes, node, load, atRisk));
        return (cpu + memory + gpu) / 3;
    }

    private long left(double used, double withRisk) {
        if (used < 0) {
            return 0;
        }
        double composite = StrictMath.min(1, used >= RISKY ? withRisk : used);
        return Gauge.whole((1 - composite) * PERCENT * weight);
    }
}
