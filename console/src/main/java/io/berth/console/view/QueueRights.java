package io.berth.console.view;

import io.berth.core.queue.FairShare;
import io.berth.core.queue.QueueRefusal;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueStanding;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a declared queue has a right to, and what it has of that.
 *
 * @param parent the queue that it is below; empty for none
 * @param weight beside its siblings
 * @param share the greatest part of the cluster that its jobs hold of a resource, 0 to 1
 * @param usedShare the same of what they held over time; null where the strategy does not look at that ({@code share: usage})
 * @param why the reason for which it may not hold more now; empty where it may, and where it waits for others below or above it alone
 * @param resources those that it has a quota or limit of, or that somebody has a quota of
 */
public record QueueRights(
        String parent,
        double weight,
        double share,
        @Nullable Double usedShare,
        String why,
        List<Resource> resources) {
    /**
     * One resource: GPUs, CPUs, bytes or whole units.
     *
     * @param limit null for none
     * @param borrowed of what is held, what is beyond the quota
     * @param used the mean of what was held, the past counting half after each half-life of the strategy; null where it does not look at that
     */
    public record Resource(
            String name,
            double quota,
            @Nullable Double limit,
            double held,
            double borrowed,
            @Nullable Double used) {}

    /** Of queue {@code node} as queues stand at {@code nowNanos}. */
    static QueueRights of(QueueStanding standing, int node, long nowNanos) {
        QueueUse use = standing.use();
        boolean looksBack = standing.share().kind() == FairShare.Kind.USAGE;
        QueueTree tree = use.tree();
        QueueSpec spec = tree.queues().get(node);
        List<Resource> resources = new ArrayList<>();
        for (int column = 0; column < tree.resources().size(); column++) {
            boolean limited = use.limit(node, column) != Long.MAX_VALUE;
            if (limited || use.governed(column)) {
                double unit = tree.unit(column);
                resources.add(new Resource(
                        tree.resources().get(column),
                        use.quota(node, column) / unit,
                        limited ? use.limit(node, column) / unit : null,
                        use.used(node, column) / unit,
                        use.borrowed(node, column) / unit,
                        looksBack ? standing.used(node, column, nowNanos) / unit : null));
            }
        }
        return new QueueRights(
                spec.parent(),
                (double) spec.weightMilli() / QueueSpec.WEIGHT_MILLI,
                use.dominantShare(node),
                looksBack ? standing.usedShare(node, nowNanos) : null,
                tree.leaf(node) ? why(use, node) : "",
                resources);
    }

    /** {@code amount} of {@code resource} in GPUs, CPUs, bytes or whole units. */
    public static double told(String resource, long amount) {
        return (double) amount / QueueTree.unit(resource);
    }

    private static String why(QueueUse use, int leaf) {
        QueueRefusal refusal = use.refusesMore(leaf);
        return refusal == null ? "" : refusal.reason().name().toLowerCase(Locale.ROOT);
    }
}
