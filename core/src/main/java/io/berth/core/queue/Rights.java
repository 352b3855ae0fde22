package io.berth.core.queue;

import java.util.Arrays;
import java.util.SortedMap;

/**
 * What each queue has a right to while the cluster has so much, by queue and resource. The arithmetic is that of Kueue's cohorts
 * (kubernetes-sigs/kueue, {@code pkg/cache/scheduler/resource_node.go}), where the cluster itself is the cohort of all: what is nobody's quota is its own, and
 * is lent to whoever comes.
 *
 * <p>The quota of a queue that has others below it is theirs together, or what it says where that is more; what it has beyond theirs is of those
 * who say nothing themselves, by weight. A resource of which nobody has a quota is bounded by limits alone; of one that somebody has, a queue that
 * says nothing, and none above it, has none.
 */
final class Rights {
    /** No bound. */
    static final long NEVER_SHORT = Long.MAX_VALUE;

    private final QueueTree tree;
    private final int columns;
    private final long[] capacity;
    private final boolean[] governed;
    private final long[] quota;
    /** What a queue may use of its own and what those below it lend to one another. */
    private final long[] pool;
    /** Of that, what it does not lend. */
    private final long[] kept;

    private final long[] limit;
    private final long[] borrow;

    /** @param capacity of the cluster, by resource */
    Rights(QueueTree tree, long[] capacity) {
        this.tree = tree;
        this.columns = tree.resources().size();
        this.capacity = capacity.clone();
        int cells = tree.size() * columns;
        this.governed = new boolean[columns];
        this.quota = new long[cells];
        this.pool = new long[cells];
        this.kept = new long[cells];
        this.limit = new long[cells];
        this.borrow = new long[cells];
        Arrays.fill(limit, NEVER_SHORT);
        Arrays.fill(borrow, NEVER_SHORT);
        for (int node = 0; node < tree.root(); node++) {
            declare(node);
        }
        int[] downward = tree.downward();
        for (int at = downward.length - 1; at >= 0; at--) {
            addUp(downward[at]);
        }
        for (int node : downward) {
            spread(node);
        }
        for (int at = downward.length - 1; at >= 0; at--) {
            lend(downward[at]);
        }
    }

    private void declare(int node) {
        QueueSpec spec = tree.queues().get(node);
        for (int column = 0; column < columns; column++) {
            int cell = cell(node, column);
            String resource = tree.resources().get(column);
            governed[column] |= spec.quota().containsKey(resource);
            quota[cell] = amount(spec.quota(), column, 0);
            limit[cell] = amount(spec.limit(), column, NEVER_SHORT);
            borrow[cell] = amount(spec.borrow(), column, NEVER_SHORT);
            // Until those below it are known: what it lends at most.
            kept[cell] = amount(spec.lend(), column, NEVER_SHORT);
        }
    }

    private long amount(SortedMap<String, QueueAmount> amounts, int column, long absent) {
        QueueAmount amount = amounts.get(tree.resources().get(column));
        return amount == null ? absent : amount.in(capacity[column]);
    }

    /** It has what it says, or what those below it have together where that is more. */
    private void addUp(int node) {
        for (int column = 0; column < columns; column++) {
            long own = node == tree.root() ? capacity[column] : quota[cell(node, column)];
            quota[cell(node, column)] = StrictMath.max(own, below(node, column));
        }
    }

    /** What it has beyond those below it is theirs who say nothing themselves, by their weights; what the cluster has so is nobody's. */
    private void spread(int node) {
        for (int column = 0; column < columns && node != tree.root(); column++) {
            long rest = quota[cell(node, column)] - below(node, column);
            double weights = 0;
            for (int child : tree.children(node)) {
                weights += says(child, column) ? 0 : tree.queues().get(child).weightMilli();
            }
            for (int child : tree.children(node)) {
                double weight =
                        says(child, column) ? 0 : tree.queues().get(child).weightMilli();
                quota[cell(child, column)] += weight > 0 ? (long) (rest * (weight / weights)) : 0;
            }
        }
    }

    private boolean says(int node, int column) {
        return tree.queues().get(node).quota().containsKey(tree.resources().get(column));
    }

    /** Those below it have added what they lend to {@code pool}. */
    private void lend(int node) {
        for (int column = 0; column < columns; column++) {
            int cell = cell(node, column);
            pool[cell] = sum(pool[cell], quota[cell] - below(node, column));
            long lends = node == tree.root() ? NEVER_SHORT : kept[cell];
            kept[cell] = lends == NEVER_SHORT ? 0 : StrictMath.max(0, pool[cell] - lends);
            if (node != tree.root()) {
                int parent = cell(tree.parent(node), column);
                pool[parent] = sum(pool[parent], pool[cell] - kept[cell]);
            }
        }
    }

    private long below(int node, int column) {
        long below = 0;
        for (int child : tree.children(node)) {
            below = sum(below, quota[cell(child, column)]);
        }
        return below;
    }

    /** The sum of two that are not negative, the greatest number where it is more than that. */
    static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    int cell(int node, int column) {
        return node * columns + column;
    }

    /** How much the cluster has. */
    long capacity(int column) {
        return capacity[column];
    }

    boolean isFor(long[] ofCapacity) {
        return Arrays.equals(capacity, ofCapacity);
    }

    /** True where somebody has a quota of it. */
    boolean governed(int column) {
        return governed[column];
    }

    long quota(int node, int column) {
        return quota[cell(node, column)];
    }

    long pool(int node, int column) {
        return pool[cell(node, column)];
    }

    long kept(int node, int column) {
        return kept[cell(node, column)];
    }

    long limit(int node, int column) {
        return limit[cell(node, column)];
    }

    long borrow(int node, int column) {
        return borrow[cell(node, column)];
    }
}
