package io.berth.core.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A right of a queue that would have to be greater.
 *
 * @param resource of which
 * @param from what it is now, as the cluster is
 * @param to what it would have to be at least; CPUs and GPUs are rounded up to whole ones
 */
public record QueueRaise(String queue, Right right, String resource, long from, long to) {
    /** What is greater. */
    public enum Right {
        QUOTA,
        LIMIT,
        BORROW
    }

    /** All that is in the way of jobs of {@code leaf} that would hold {@code amounts} more, the first kind of it; empty where nothing is. */
    public static List<QueueRaise> of(QueueUse use, int leaf, long[] amounts) {
        @Nullable QueueRefusal refusal = use.refuses(leaf, amounts);
        List<QueueRaise> raises = new ArrayList<>();
        for (int column = 0; refusal != null && column < amounts.length; column++) {
            if (amounts[column] > 0) {
                switch (refusal) {
                    case LIMIT -> limits(use, leaf, column, amounts[column], raises);
                    case BORROW -> borrowed(use, leaf, column, amounts[column], raises);
                    case QUOTA -> quota(use, leaf, column, amounts[column], raises);
                }
            }
        }
        return raises;
    }

    /** {@code queues} with this. */
    public List<QueueSpec> in(List<QueueSpec> queues) {
        return queues.stream()
                .map(spec -> spec.name().equals(queue) ? raised(spec) : spec)
                .toList();
    }

    private QueueSpec raised(QueueSpec spec) {
        QueueAmount amount = QueueAmount.of(to);
        return switch (right) {
            case QUOTA -> spec.deserving(resource, amount);
            case LIMIT -> spec.limited(resource, amount);
            case BORROW -> spec.borrowing(resource, amount);
        };
    }

    private static void limits(QueueUse use, int leaf, int column, long amount, List<QueueRaise> raises) {
        for (int node = leaf; node != use.tree().root(); node = use.tree().parent(node)) {
            long wanted = Rights.sum(use.used(node, column), amount);
            if (wanted > use.limit(node, column)) {
                raises.add(raise(use, node, column, Right.LIMIT, wanted));
            }
        }
    }

    private static void borrowed(QueueUse use, int leaf, int column, long amount, List<QueueRaise> raises) {
        for (int node = leaf; node != use.tree().root(); node = use.tree().parent(node)) {
            long wanted = Rights.sum(use.used(node, column), amount) - use.quota(node, column);
            if (use.governed(column) && wanted > use.borrow(node, column)) {
                raises.add(raise(use, node, column, Right.BORROW, wanted));
            }
        }
    }

    private static void quota(QueueUse use, int leaf, int column, long amount, List<QueueRaise> raises) {
        long wanted = Rights.sum(use.used(leaf, column), amount);
        if (use.governed(column) && wanted > use.quota(leaf, column)) {
            raises.add(raise(use, leaf, column, Right.QUOTA, wanted));
        }
    }

    private static QueueRaise raise(QueueUse use, int node, int column, Right right, long wanted) {
        String resource = use.tree().resources().get(column);
        int unit = QueueTree.unit(resource);
        long whole = (wanted + unit - 1) / unit * unit;
        long from = switch (right) {
            case QUOTA -> use.quota(node, column);
            case LIMIT -> use.limit(node, column);
            case BORROW -> use.borrow(node, column);
        };
        return new QueueRaise(use.tree().queues().get(node).name(), right, resource, from, whole);
    }
}
