package io.berth.core.plan.preempt;

import io.berth.core.plan.queue.QueueBook;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The queues that hold more than their quota, by share, those with the greatest first: below each queue of the tree those that are below it. Made once in
 * a pass, and brought up to date as jobs start and stop, so that who gives to whom is found without a look at all queues.
 */
final class Givers {
    private static final Comparator<Giver> GREATEST_FIRST =
            Comparator.comparingDouble(Giver::share).reversed().thenComparingInt(Giver::leaf);

    private final QueueBook book;
    private final IntToDoubleFunction share;
    /** What queues hold, as far as {@code seen} goes. */
    private final QueueUse use;

    private final QueueTree tree;
    private final double[] shares;
    private final boolean[] listed;
    private final List<TreeSet<Giver>> below = new ArrayList<>();
    private int seen;

    /** A queue, and its share as it was when it came to its place. */
    record Giver(int leaf, double share) {
        /** Negative where it gives before {@code other}. */
        int compare(Giver other) {
            return GREATEST_FIRST.compare(this, other);
        }
    }

    /** @param share of a queue, as the book has it later */
    Givers(QueueBook book, IntToDoubleFunction share) {
        this.book = book;
        this.share = share;
        this.use = book.later();
        this.tree = use.tree();
        this.shares = new double[tree.size()];
        this.listed = new boolean[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            below.add(new TreeSet<>(GREATEST_FIRST));
        }
        for (int leaf = 0; leaf < tree.root(); leaf++) {
            enter(leaf);
        }
        this.seen = book.changes();
    }

    /** Those that changed since the last call; all queues are where they are now. */
    List<Integer> catchUp() {
        List<Integer> changed = book.changedSince(seen);
        changed.forEach(this::enter);
        seen = book.changes();
        return changed;
    }

    /** Those below {@code node} that are not below {@code but}. */
    Iterator<Giver> below(int node, int but) {
        return below.get(node).stream()
                .filter(giver -> !use.isAbove(but, giver.leaf))
                .iterator();
    }

    private void enter(int leaf) {
        Giver before = listed[leaf] ? new Giver(leaf, shares[leaf]) : null;
        listed[leaf] = use.borrows(leaf);
        Giver now = null;
        if (listed[leaf]) {
            shares[leaf] = share.applyAsDouble(leaf);
            now = new Giver(leaf, shares[leaf]);
        }
        replace(before, now, leaf);
    }

    private void replace(@Nullable Giver before, @Nullable Giver now, int leaf) {
        for (int node = tree.parent(leaf); node >= 0; node = tree.parent(node)) {
            if (before != null) {
                below.get(node).remove(before);
            }
            if (now != null) {
                below.get(node).add(now);
            }
        }
    }
}
