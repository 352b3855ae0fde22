package io.berth.console.view;

import io.berth.core.decision.Reason;
import io.berth.core.queue.QueueRefusal;
import io.berth.core.queue.QueueSpec;
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
 * @param why the reason for which it may not hold more now; empty where it may, and where it waits for others below or above it alone
 * @param resources those that it has a quota or limit of, or that somebody has a quota of
 */
public record QueueRights(String parent, double weight, double share, String why, List<Resource> resources) {
    /**
     * One resource: GPUs, CPUs, bytes or whole units.
     *
     * @param limit null for none
     * @param borrowed of what is held, what is beyond the quota
     */
    public record Resource(
            String name, double quota, @Nullable Double limit, double held, double borrowed) {}

    /** Of queue {@code node} where queues hold what {@code use} says. */
    static QueueRights of(QueueUse use, int node) {
        QueueTree tree = use.tree();
        QueueSpec spec = tree.queues().get(node);
        List<Resource> resources = new ArrayList<>();
        for (int column = 0; column < tree.resources().size(); column++) {
            boolean limited = use.limit(node, column) != Long.MAX_VALUE;
            if (limited || use.governed(column)) {
                double unit = unit(tree, column);
                resources.add(new Resource(
                        tree.resources().get(column),
                        use.quota(node, column) / unit,
                        limited ? use.limit(node, column) / unit : null,
                        use.used(node, column) / unit,
                        use.borrowed(node, column) / unit));
            }
        }
        return new QueueRights(
                spec.parent(),
                (double) spec.weightMilli() / QueueSpec.WEIGHT_MILLI,
                use.dominantShare(node),
                tree.leaf(node) ? why(use, node) : "",
                resources);
    }

    private static double unit(QueueTree tree, int column) {
        String resource = tree.resources().get(column);
        boolean milli = resource.equals(QueueTree.GPU) || resource.equals(QueueTree.CPU);
        return milli ? QueueTree.OF_ONE : 1;
    }

    /** Why not a unit more of some resource, the first for which there is a reason. */
    private static String why(QueueUse use, int leaf) {
        for (int column = 0; column < use.tree().resources().size(); column++) {
            long[] one = new long[use.tree().resources().size()];
            one[column] = (long) unit(use.tree(), column);
            QueueRefusal refusal = use.refuses(leaf, one);
            if (refusal != null) {
                return reason(refusal).name().toLowerCase(Locale.ROOT);
            }
        }
        return "";
    }

    private static Reason reason(QueueRefusal refusal) {
        return switch (refusal) {
            case LIMIT -> Reason.QUEUE_LIMIT;
            case BORROW -> Reason.QUEUE_BORROWED;
            case QUOTA -> Reason.QUEUE_QUOTA;
        };
    }
}
