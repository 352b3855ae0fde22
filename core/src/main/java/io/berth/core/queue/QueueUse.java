package io.berth.core.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of each queue hold, of the queues above it too, and what may be taken yet. All amounts are whole numbers, kept as jobs
 * take and give; each costs as many steps as the tree is deep.
 */
public final class QueueUse {
    private final QueueTree tree;
    private final int columns;
    private Rights rights;
    private long[] used;
    /** As {@link #used}; of a queue with others below it what those draw beyond what they keep for themselves. */
    private long[] drawn;

    /** Rises with each change. */
    private long changes;

    /** Nobody holds anything of a cluster that has {@code capacity}. */
    QueueUse(QueueTree tree, long[] capacity) {
        this.tree = tree;
        this.columns = tree.resources().size();
        this.rights = new Rights(tree, capacity);
        this.used = new long[tree.size() * columns];
        this.drawn = new long[tree.size() * columns];
    }

    /** The same, apart from now on. */
    public QueueUse copy() {
        QueueUse copy = new QueueUse(this);
        copy.become(this);
        return copy;
    }

    private QueueUse(QueueUse like) {
        this.tree = like.tree;
        this.columns = like.columns;
        this.rights = like.rights;
        this.used = new long[like.used.length];
        this.drawn = new long[like.drawn.length];
    }

    /** Is as {@code other} of the same queues from now on, until something is taken or given. */
    public void become(QueueUse other) {
        rights = other.rights;
        System.arraycopy(other.used, 0, used, 0, used.length);
        System.arraycopy(other.drawn, 0, drawn, 0, drawn.length);
        changes++;
    }

    /** The same of {@code leaf} and of all queues above it. */
    public void become(QueueUse other, int leaf) {
        for (int node = leaf; node >= 0; node = tree.parent(node)) {
            int first = rights.cell(node, 0);
            System.arraycopy(other.used, first, used, first, columns);
            System.arraycopy(other.drawn, first, drawn, first, columns);
        }
        changes++;
    }

    /** The queues. */
    public QueueTree tree() {
        return tree;
    }

    /** Rises with each change. */
    public long changes() {
        return changes;
    }

    /** The cluster has {@code capacity} from now on: parts of it are worth something else. True where it had another before. */
    boolean capacity(long[] capacity) {
        if (rights.isFor(capacity)) {
            return false;
        }
        rights = new Rights(tree, capacity);
        long[] before = used;
        used = new long[before.length];
        drawn = new long[before.length];
        long[] amounts = new long[columns];
        for (int node = 0; node < tree.root(); node++) {
            if (tree.leaf(node)) {
                System.arraycopy(before, node * columns, amounts, 0, columns);
                take(node, amounts);
            }
        }
        changes++;
        return true;
    }

    /** Jobs of {@code leaf} hold {@code amounts} more, by resource. */
    public void take(int leaf, long[] amounts) {
        changes++;
        for (int column = 0; column < columns; column++) {
            if (amounts[column] > 0) {
                for (int node = leaf; node >= 0; node = tree.parent(node)) {
                    used[rights.cell(node, column)] += amounts[column];
                }
                draw(leaf, column, amounts[column]);
            }
        }
    }

    private void draw(int leaf, int column, long amount) {
        long left = amount;
        for (int node = leaf; node >= 0 && left > 0; node = tree.parent(node)) {
            int cell = rights.cell(node, column);
            long own = StrictMath.max(0, rights.kept(node, column) - drawn[cell]);
            drawn[cell] += left;
            left -= own;
        }
    }

    /** They hold {@code amounts} less, which were taken before. */
    public void give(int leaf, long[] amounts) {
        changes++;
        for (int column = 0; column < columns; column++) {
            if (amounts[column] > 0) {
                for (int node = leaf; node >= 0; node = tree.parent(node)) {
                    used[rights.cell(node, column)] -= amounts[column];
                }
                giveBack(leaf, column, amounts[column]);
            }
        }
    }

    private void giveBack(int leaf, int column, long amount) {
        long left = amount;
        for (int node = leaf; node >= 0 && left > 0; node = tree.parent(node)) {
            int cell = rights.cell(node, column);
            long beyond = drawn[cell] - rights.kept(node, column);
            drawn[cell] -= left;
            left = StrictMath.min(left, beyond);
        }
    }

    /** Why the jobs of {@code leaf} may not hold {@code amounts} more; null where they may. */
    public @Nullable QueueRefusal refuses(int leaf, long[] amounts) {
        QueueRefusal refusal = null;
        for (int column = 0; column < columns; column++) {
            if (amounts[column] > 0) {
                if (beyondLimit(leaf, column, amounts[column])) {
                    return QueueRefusal.LIMIT;
                }
                refusal = refusal == null ? beyondQuota(leaf, column, amounts[column]) : refusal;
            }
        }
        return refusal;
    }

    /**
     * Why the jobs of {@code leaf} may not hold one more of some resource, the first for which there is a reason; null where they may. What is not for them at all
     * does not count.
     */
    public @Nullable QueueRefusal refusesMore(int leaf) {
        QueueRefusal refusal = null;
        for (int column = 0; column < columns && refusal == null; column++) {
            long[] one = new long[columns];
            one[column] = tree.unit(column);
            refusal = rights.limit(leaf, column) == 0 ? null : refuses(leaf, one);
        }
        return refusal;
    }

    private boolean beyondLimit(int leaf, int column, long amount) {
        boolean beyond = false;
        for (int node = leaf; node != tree.root(); node = tree.parent(node)) {
            beyond |= Rights.sum(used(node, column), amount) > rights.limit(node, column);
        }
        return beyond;
    }

    private @Nullable QueueRefusal beyondQuota(int leaf, int column, long amount) {
        if (!rights.governed(column) || amount <= available(leaf, column, true)) {
            return null;
        }
        return amount <= available(leaf, column, false) ? QueueRefusal.BORROW : QueueRefusal.QUOTA;
    }

    /**
     * What {@code node} may take yet of its own and what is lent to it, in bounds of borrowing where those are asked. A group that may borrow nothing is by itself: to
     * those in it nobody else lends.
     */
    private long available(int node, int column, boolean bounded) {
        int cell = rights.cell(node, column);
        if (node == tree.root()) {
            return rights.pool(node, column) - drawn[cell];
        }
        long kept = rights.kept(node, column);
        long lent = available(tree.parent(node), column, bounded);
        boolean counts = bounded || rights.borrow(node, column) == 0 && !tree.leaf(node);
        if (counts && rights.borrow(node, column) != Rights.NEVER_SHORT) {
            long own = rights.pool(node, column) - kept - StrictMath.max(0, drawn[cell] - kept);
            lent = StrictMath.min(lent, own + rights.borrow(node, column));
        }
        return Rights.sum(StrictMath.max(0, kept - drawn[cell]), StrictMath.max(0, lent));
    }

    /** True where the jobs of {@code leaf} never may hold {@code amounts}, whatever others do. */
    public boolean neverHolds(int leaf, long[] amounts) {
        boolean never = false;
        for (int column = 0; column < columns; column++) {
            for (int node = leaf; node != tree.root() && amounts[column] > 0; node = tree.parent(node)) {
                never |= amounts[column] > rights.limit(node, column);
                never |= rights.governed(column)
                        && amounts[column] > Rights.sum(rights.quota(node, column), rights.borrow(node, column));
            }
        }
        return never;
    }

    /** True where the queues from {@code node} up to {@code until}, which is above it, hold no more than their quota with {@code amounts} more. */
    public boolean withinQuota(int node, int until, long[] amounts) {
        boolean within = true;
        for (int at = node; at != until; at = tree.parent(at)) {
            for (int column = 0; column < columns; column++) {
                within &= amounts[column] == 0
                        || !rights.governed(column)
                        || Rights.sum(used(at, column), amounts[column]) <= rights.quota(at, column);
            }
        }
        return within;
    }

    /**
     * True where the queues from {@code node} up to {@code until} hold no less than their quota without {@code amounts}, of the resources that
     * {@code wanted} has; and {@code amounts} has one of those.
     */
    public boolean keepsQuota(int node, int until, long[] amounts, long[] wanted) {
        boolean any = false;
        boolean keeps = true;
        for (int column = 0; column < columns; column++) {
            boolean matters = rights.governed(column) && amounts[column] > 0 && wanted[column] > 0;
            any |= matters;
            for (int at = node; matters && at != until; at = tree.parent(at)) {
                keeps &= used(at, column) - amounts[column] >= rights.quota(at, column);
            }
        }
        return any && keeps;
    }

    /** The queue right above both, or the cluster. */
    public int above(int one, int other) {
        int common = tree.root();
        for (int at = tree.parent(one); at >= 0; at = tree.parent(at)) {
            if (isAbove(at, other)) {
                return at;
            }
        }
        return common;
    }

    /** True where {@code below} is {@code node}, or one below it. */
    public boolean isAbove(int node, int below) {
        int at = below;
        while (at >= 0 && at != node) {
            at = tree.parent(at);
        }
        return at == node;
    }

    /** What the jobs of {@code node}, and those below it, hold. */
    public long used(int node, int column) {
        return used[rights.cell(node, column)];
    }

    /** What {@code node} deserves of it, as the cluster is. */
    public long quota(int node, int column) {
        return rights.quota(node, column);
    }

    /** What it may hold at most; {@link Long#MAX_VALUE} where nobody says. */
    public long limit(int node, int column) {
        return rights.limit(node, column);
    }

    /** What it may hold beyond its quota; {@link Long#MAX_VALUE} where nobody says. */
    public long borrow(int node, int column) {
        return rights.borrow(node, column);
    }

    /** True where somebody has a quota of it. */
    public boolean governed(int column) {
        return rights.governed(column);
    }

    /** What the cluster has of it. */
    public long capacity(int column) {
        return rights.capacity(column);
    }

    /** What it holds beyond its quota, of what somebody has a quota of. */
    public long borrowed(int node, int column) {
        return rights.governed(column) ? StrictMath.max(0, used(node, column) - rights.quota(node, column)) : 0;
    }

    /** True where somebody has a quota of something of {@code amounts}. */
    public boolean governs(long[] amounts) {
        boolean governs = false;
        for (int column = 0; column < columns; column++) {
            governs |= amounts[column] > 0 && rights.governed(column);
        }
        return governs;
    }

    /** True where it is one that jobs may be in, which holds more than its quota of something. */
    public boolean borrows(int node) {
        boolean borrows = false;
        for (int column = 0; column < columns; column++) {
            borrows |= borrowed(node, column) > 0;
        }
        return borrows && tree.leaf(node);
    }

    /** True where it has a quota, and holds less of each resource that it has one of. */
    public boolean belowQuota(int node) {
        boolean has = false;
        boolean below = true;
        for (int column = 0; column < columns; column++) {
            long quota = rights.quota(node, column);
            if (quota > 0) {
                has = true;
                below &= used(node, column) < quota;
            }
        }
        return has && below;
    }

    /** The greatest part of what the cluster has that its jobs hold of a resource (Ghodsi et al., NSDI 2011). */
    public double dominantShare(int node) {
        double dominant = 0;
        for (int column = 0; column < columns; column++) {
            dominant = StrictMath.max(dominant, part((double) used(node, column), rights.capacity(column)));
        }
        return dominant;
    }

    static double part(double used, long capacity) {
        return capacity > 0 ? used / capacity : used > 0 ? Double.POSITIVE_INFINITY : 0;
    }

    /** True where both hold the same. */
    public boolean same(QueueUse other) {
        return tree == other.tree && Arrays.equals(used, other.used) && Arrays.equals(drawn, other.drawn);
    }
}
