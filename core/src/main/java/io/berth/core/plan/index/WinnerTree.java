package io.berth.core.plan.index;

import java.util.Arrays;

/**
 * The first of many nodes in an order that its owner keeps and changes: the better of two in each parent, so that a node that changed costs
 * as many comparisons as the tree is high. Of equals the lower node is first, so it does not matter how the tree came to be.
 */
public final class WinnerTree {
    private final Order order;
    /** The winners: leaf {@code leaves + node}, the better child in each parent; -1 where there is none. */
    private int[] winners = {-1, -1};

    private int leaves = 1;

    /** Which of two nodes is better. */
    @FunctionalInterface
    public interface Order {
        /** Negative where {@code one} is better than {@code other}, 0 where they are equal. */
        int compare(int one, int other);
    }

    /** No nodes, in {@code order}. */
    public WinnerTree(Order order) {
        this.order = order;
    }

    /** The best node; -1 where there is none. */
    public int winner() {
        return winners[1];
    }

    /** How many nodes there is room for. */
    public int capacity() {
        return leaves;
    }

    /** Makes room for {@code count} nodes; what is kept of each must reach as far as {@link #capacity}. */
    public void reach(int count) {
        int wanted = count <= 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
        if (wanted <= leaves) {
            return;
        }
        int[] known = winners;
        int had = leaves;
        leaves = wanted;
        winners = new int[2 * leaves];
        Arrays.fill(winners, -1);
        System.arraycopy(known, had, winners, leaves, had);
        play();
    }

    /** {@code node} takes part; {@link #play} or {@link #update} must follow. */
    public void enter(int node) {
        winners[leaves + node] = node;
    }

    /** Where {@code node} stands in the order changed; it takes part. */
    public void update(int node) {
        enter(node);
        for (int at = leaves + node; at > 1; at >>= 1) {
            winners[at >> 1] = better(winners[at], winners[at ^ 1]);
        }
    }

    /** Where any nodes stand changed. */
    public void play() {
        for (int parent = leaves - 1; parent > 0; parent--) {
            winners[parent] = better(winners[2 * parent], winners[2 * parent + 1]);
        }
    }

    private int better(int one, int other) {
        if (one < 0 || other < 0) {
            return StrictMath.max(one, other);
        }
        int compared = order.compare(one, other);
        if (compared == 0) {
            return StrictMath.min(one, other);
        }
        return compared < 0 ? one : other;
    }
}
