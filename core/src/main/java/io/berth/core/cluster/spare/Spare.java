package io.berth.core.cluster.spare;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The second account of the nodes of a table, by node number: what best-effort tasks hold, and what is known of the use of the others. In the
 * first, that of all others, best-effort tasks hold nothing. A table without best-effort tasks has none of it.
 */
public final class Spare {
    private static final Amount NOTHING = Amount.nothing(0);

    private final TreeMap<Integer, Amount> held = new TreeMap<>();
    private final TreeMap<Integer, Integer> tasks = new TreeMap<>();
    private final TreeMap<Integer, Measured> known = new TreeMap<>();
    private boolean wanted;

    /** The same once more, for another thread if need be. */
    public Spare copy() {
        Spare copy = new Spare();
        copy.held.putAll(held);
        copy.tasks.putAll(tasks);
        copy.known.putAll(known);
        copy.wanted = wanted;
        return copy;
    }

    /** Somebody asked for what others do not use, where {@code asks}. */
    public void want(boolean asks) {
        wanted |= asks;
    }

    /** True where somebody ever did: else nobody need measure it. */
    public boolean wanted() {
        return wanted;
    }

    /** What best-effort tasks hold of a node. */
    public Amount held(int node) {
        return held.getOrDefault(node, NOTHING);
    }

    /** The nodes of which they hold something. */
    public SortedSet<Integer> holding() {
        return Collections.unmodifiableSortedSet(held.navigableKeySet());
    }

    /** A best-effort task takes {@code amount} of a node ({@code sign} 1), or gives it back (-1). */
    public void move(int node, Amount amount, int sign) {
        int count = tasks(node) + sign;
        if (count == 0) {
            held.remove(node);
            tasks.remove(node);
        } else {
            held.put(node, held(node).plus(amount, sign));
            tasks.put(node, count);
        }
    }

    /** How many best-effort tasks are on a node. */
    public int tasks(int node) {
        return tasks.getOrDefault(node, 0);
    }

    /** Nothing is held of a node any more. */
    public void clear(int node) {
        held.remove(node);
        tasks.remove(node);
        known.remove(node);
    }

    /** What was measured of a node last; null for nothing. */
    public @Nullable Measured known(int node) {
        return known.get(node);
    }

    /** The nodes of which something was measured. */
    public SortedSet<Integer> measured() {
        return Collections.unmodifiableSortedSet(known.navigableKeySet());
    }

    /** Something else is known of a node; null for nothing. */
    public void observe(int node, @Nullable Measured now) {
        if (now == null) {
            known.remove(node);
        } else {
            known.put(node, now);
        }
    }
}
