package io.berth.core.plan.queue;

import io.berth.core.queue.QueueTree;
import io.berth.core.queue.Queues;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of one pass in the order in which queues take turns: from the root down the queue with the least share by its weight, and of
 * that its first job (progressive filling; Ghodsi et al., NSDI 2011, algorithm 1). After each start shares are what they became.
 *
 * <p>First go the jobs with which their queue holds no more than its quota, then all others: who borrows gets what is left. So a job that
 * was stopped as its queue had borrowed does not come before the one that it was stopped for.
 */
public final class QueueTurns implements Iterator<Job> {
    private final QueueBook book;
    private final Queues queues;
    private final QueueTree tree;
    private final long nowNanos;
    private final double[] share;
    private final double[] past;
    /** By queue, those below it that have jobs left, the next first; null where there are none. */
    private final @Nullable TreeSet<Integer>[] below;
    /** By queue, its jobs that were not handed out yet. */
    private final TreeMap<Integer, Iterator<Job>> left = new TreeMap<>();

    /** By queue, those with which it would borrow. */
    private final TreeMap<Integer, Deque<Job>> borrowing = new TreeMap<>();

    /** Those in queues that are not declared. */
    private final List<Job> outside;

    private final BooleanSupplier over;
    private boolean borrows;
    private @Nullable Job next;
    /** How many changes of the book the shares tell of. */
    private int seen;

    /**
     * @param queue of which all are handed out, or those that may start
     * @param outside of queues that are not declared, who go last
     * @param over true where nobody can start any more
     */
    QueueTurns(
            QueueBook book,
            State state,
            TreeMap<String, Iterator<Job>> queue,
            List<Job> outside,
            BooleanSupplier over) {
        this.book = book;
        this.queues = state.queues();
        this.over = over;
        this.tree = book.later().tree();
        this.nowNanos = state.nowNanos();
        this.share = new double[tree.size()];
        this.past = new double[tree.size()];
        this.below = none(tree.size());
        this.outside = outside;
        this.seen = book.changes();
        queue.forEach((name, jobs) -> {
            int leaf = tree.leaf(name);
            left.put(leaf, jobs);
            enter(leaf);
        });
    }

    @SuppressWarnings("unchecked")
    private static @Nullable TreeSet<Integer>[] none(int size) {
        return (@Nullable TreeSet<Integer>[]) new TreeSet<?>[size];
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            next = find();
        }
        return next != null;
    }

    @Override
    public Job next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Job job = next;
        next = null;
        return job;
    }

    private @Nullable Job find() {
        if (over.getAsBoolean()) {
            return null;
        }
        book.changedSince(seen).forEach(this::reenter);
        seen = book.changes();
        Job found = descend();
        if (found == null && !borrows) {
            borrows = true;
            borrowing.keySet().forEach(this::enter);
            found = descend();
        }
        return found == null && !outside.isEmpty() ? outside.removeFirst() : found;
    }

    /** The first job of the queue whose turn it is; null where none is left. */
    private @Nullable Job descend() {
        int root = tree.root();
        int at = root;
        while (true) {
            TreeSet<Integer> children = below[at];
            if (children != null && !children.isEmpty()) {
                at = children.first();
                continue;
            }
            Job job = tree.leaf(at) ? take(at) : null;
            if (job != null || at == root) {
                return job;
            }
            leave(at);
            at = root;
        }
    }

    private @Nullable Job take(int leaf) {
        if (borrows) {
            Deque<Job> jobs = borrowing.get(leaf);
            return jobs == null ? null : jobs.poll();
        }
        Iterator<Job> jobs = left.get(leaf);
        while (jobs != null && jobs.hasNext()) {
            Job job = jobs.next();
            if (book.withinQuota(leaf, job)) {
                return job;
            }
            borrowing.computeIfAbsent(leaf, _ -> new ArrayDeque<>()).add(job);
        }
        return null;
    }

    /** {@code node} takes part, and all above it. */
    private void enter(int node) {
        for (int at = node; at != tree.root(); at = tree.parent(at)) {
            int parent = tree.parent(at);
            TreeSet<Integer> children = below[parent];
            if (children == null) {
                children = new TreeSet<>(this::compare);
                below[parent] = children;
            }
            children.remove(at);
            look(at);
            children.add(at);
        }
    }

    /** What {@code leaf} holds is otherwise. */
    private void reenter(int leaf) {
        for (int at = leaf; at != tree.root(); at = tree.parent(at)) {
            TreeSet<Integer> children = below[tree.parent(at)];
            boolean took = children != null && children.remove(at);
            look(at);
            if (children != null && took) {
                children.add(at);
            }
        }
    }

    private void look(int node) {
        share[node] = queues.share(node, book.later(), nowNanos);
        past[node] = queues.pastShare(node, book.later(), nowNanos);
    }

    private void leave(int node) {
        TreeSet<Integer> children = below[tree.parent(node)];
        if (children != null) {
            children.remove(node);
        }
    }

    private int compare(int one, int other) {
        int order = Double.compare(share[one], share[other]);
        order = order != 0 ? order : Double.compare(past[one], past[other]);
        return order != 0 ? order : Integer.compare(one, other);
    }
}
