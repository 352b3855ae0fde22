package io.berth.core.plan.backfill;

import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * On which nodes, and there from when until when, there may be room that was not there when the waiting jobs looked last. What
 * is freed while a pass goes on counts for the jobs behind in the queue, and in the next pass for all.
 */
final class FreedRoom {
    private TreeSet<Integer> nodes = new TreeSet<>();
    private TreeSet<Integer> laterNodes = new TreeSet<>();
    /** The earliest of all. */
    private long first = Long.MAX_VALUE;

    private long laterFirst = Long.MAX_VALUE;
    private long[] from = new long[0];
    private long[] until = new long[0];
    private long[] laterFrom = new long[0];
    private long[] laterUntil = new long[0];

    /** Makes room for {@code count} nodes; on those that came nothing was freed. */
    void grow(int count) {
        int known = from.length;
        from = filled(from, known, count, Long.MAX_VALUE);
        until = filled(until, known, count, Long.MIN_VALUE);
        laterFrom = filled(laterFrom, known, count, Long.MAX_VALUE);
        laterUntil = filled(laterUntil, known, count, Long.MIN_VALUE);
    }

    /** A pass begins. */
    void begin() {
        first = laterFirst;
        laterFirst = Long.MAX_VALUE;
        for (int node : nodes) {
            from[node] = Long.MAX_VALUE;
            until[node] = Long.MIN_VALUE;
        }
        nodes.clear();
        TreeSet<Integer> emptied = nodes;
        nodes = laterNodes;
        laterNodes = emptied;
        long[] hold = from;
        from = laterFrom;
        laterFrom = hold;
        hold = until;
        until = laterUntil;
        laterUntil = hold;
    }

    /** There is room since the last pass. */
    void add(int node, long start, long end) {
        nodes.add(node);
        first = StrictMath.min(first, start);
        from[node] = StrictMath.min(from[node], start);
        until[node] = StrictMath.max(until[node], end);
    }

    /** This pass makes room. */
    void addNow(int node, long start, long end) {
        add(node, start, end);
        laterNodes.add(node);
        laterFirst = StrictMath.min(laterFirst, start);
        laterFrom[node] = StrictMath.min(laterFrom[node], start);
        laterUntil[node] = StrictMath.max(laterUntil[node], end);
    }

    /** The nodes, by number. */
    TreeSet<Integer> nodes() {
        return nodes;
    }

    /** True where something that runs for {@code duration} could use what was freed, and start before {@code before}. */
    boolean helps(long duration, long before) {
        return !nodes.isEmpty() && (first == Long.MIN_VALUE || first - duration < before - 1);
    }

    /** The first start of something that runs for {@code duration} and uses what was freed on {@code node}. */
    long firstStart(int node, long duration) {
        boolean all = from[node] == Long.MIN_VALUE || duration == Nanos.NEVER;
        return all ? Long.MIN_VALUE : from[node] - duration + 1;
    }

    /** Before when it starts. */
    long endNanos(int node) {
        return until[node];
    }

    private static long[] filled(long[] known, int from, int count, long value) {
        long[] filled = Arrays.copyOf(known, count);
        Arrays.fill(filled, from, count, value);
        return filled;
    }
}
