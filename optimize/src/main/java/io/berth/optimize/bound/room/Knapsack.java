package io.berth.optimize.bound.room;

import java.util.Arrays;

/**
 * Exact 0/1 knapsacks, one after the other. Items whose profit differs so much from what their weight is worth that no best choice
 * can turn them round are settled first, after Dantzig's bound; dynamic programming over the weight decides on the others (Martello
 * and Toth, "Knapsack Problems", 1990, §2.2 and §2.6; the others are the "core" of Balas and Zemel 1980).
 */
final class Knapsack {
    /** So many items around the last that fits give a choice that is nearly always the best. */
    private static final int AROUND = 20;

    // The items on offer.
    private int count;
    private final int[] items;
    private final int[] weights;
    private final long[] profits;

    // By profit per weight, falling, and the item at which room ends.
    private final long[] keys;
    private final int[] core;
    private int coreCount;

    private final int[] chosen;
    private int chosenCount;

    /** The best profit by room, with the first items of the core; one layer per item. */
    private long[][] layers = new long[1][0];

    private long work;

    Knapsack(int most) {
        items = new int[most];
        weights = new int[most];
        profits = new long[most];
        keys = new long[most];
        core = new int[most];
        chosen = new int[most];
    }

    /** Forgets all items. */
    void clear() {
        count = 0;
        chosenCount = 0;
    }

    /** Offers an item of a profit above 0. */
    void offer(int item, int weight, long profit) {
        items[count] = item;
        weights[count] = weight;
        profits[count++] = profit;
    }

    /** How many items the last choice has. */
    int chosen() {
        return chosenCount;
    }

    /** One of the items of the last choice. */
    int chosen(int at) {
        return items[chosen[at]];
    }

    /** How many steps all solutions took: items sorted, two for one, and cells filled, one for 32. */
    long work() {
        return work;
    }

    /** The largest profit of items that {@code room} holds together; no weight is above it. */
    long solve(int room) {
        long weight = 0;
        long profit = 0;
        for (int at = 0; at < count; at++) {
            weight += weights[at];
            profit += profits[at];
        }
        if (weight <= room) {
            for (int at = 0; at < count; at++) {
                chosen[chosenCount++] = at;
            }
            return profit;
        }
        work += 2L * count;
        sort();
        return solveTight(room);
    }

    private void sort() {
        for (int at = 0; at < count; at++) {
            float worth = weights[at] == 0 ? Float.MAX_VALUE : (float) profits[at] / weights[at];
            keys[at] = (long) -Float.floatToIntBits(worth) << 32 | at;
        }
        Arrays.sort(keys, 0, count);
    }

    private int sorted(int at) {
        return (int) keys[at];
    }

    private long solveTight(int room) {
        int left = room;
        int at = 0;
        while (weights[sorted(at)] <= left) {
            left -= weights[sorted(at++)];
        }
        int last = sorted(at);
        double worth = (double) profits[last] / weights[last];
        settle(room, worth, fillGreedily(room));
        if (coreCount > AROUND) {
            settle(room, worth, fillAround(at, room));
        }
        return fillCore(room);
    }

    /** Decides on the items around the last that fits whole, with all before them taken: nearly always the best choice. */
    private long fillAround(int last, int room) {
        int from = Math.max(0, last - AROUND / 2);
        int to = Math.min(count, last + AROUND / 2);
        chosenCount = 0;
        coreCount = 0;
        for (int at = 0; at < from; at++) {
            chosen[chosenCount++] = sorted(at);
        }
        for (int at = from; at < to; at++) {
            core[coreCount++] = sorted(at);
        }
        return fillCore(room);
    }

    /** What comes of taking what fits in the order of worth: a choice to beat. */
    private long fillGreedily(int room) {
        long profit = 0;
        int left = room;
        for (int at = 0; at < count; at++) {
            int item = sorted(at);
            if (weights[item] <= left) {
                left -= weights[item];
                profit += profits[item];
            }
        }
        return profit;
    }

    /**
     * Whatever a unit of weight is said to be worth, {@code worth * room + Σ max(0, profit - worth * weight)} is an upper bound, and
     * less by {@code |profit - worth * weight|} for choices that turn an item round. Items with which that is below the choice to
     * beat are settled.
     */
    private void settle(int room, double worth, long floor) {
        double bound = worth * room;
        for (int at = 0; at < count; at++) {
            bound += Math.max(0, profits[at] - worth * weights[at]);
        }
        // Rounding must never settle an item wrongly: far more than the error of the sum.
        double most = bound * (1 + 1e-10) + 1e-3 - (double) floor;
        coreCount = 0;
        chosenCount = 0;
        for (int at = 0; at < count; at++) {
            int item = sorted(at);
            double gain = profits[item] - worth * weights[item];
            if (Math.abs(gain) <= most) {
                core[coreCount++] = item;
            } else if (gain > 0) {
                chosen[chosenCount++] = item;
            }
        }
    }

    /** Adds to what is chosen the best of the core that room is left for; gives the profit of all. */
    private long fillCore(int whole) {
        int room = whole;
        long base = 0;
        for (int at = 0; at < chosenCount; at++) {
            base += profits[chosen[at]];
            room -= weights[chosen[at]];
        }
        widen(room);
        Arrays.fill(layers[0], 0, room + 1, 0);
        for (int at = 0; at < coreCount; at++) {
            fill(layers[at + 1], layers[at], core[at], room);
        }
        work += (long) coreCount * room >> 5;
        int left = room;
        for (int at = coreCount - 1; at >= 0; at--) {
            if (layers[at + 1][left] != layers[at][left]) {
                chosen[chosenCount++] = core[at];
                left -= weights[core[at]];
            }
        }
        return base + layers[coreCount][room];
    }

    private void widen(int room) {
        if (layers.length <= coreCount) {
            int before = layers.length;
            layers = Arrays.copyOf(layers, 2 * coreCount + 1);
            Arrays.fill(layers, before, layers.length, new long[0]);
        }
        for (int at = 0; at <= coreCount; at++) {
            if (layers[at].length <= room) {
                layers[at] = new long[room + 1];
            }
        }
    }

    /** Two layers and nothing decided in the loop: so it runs many cells at a time. */
    private void fill(long[] with, long[] without, int item, int room) {
        int weight = weights[item];
        long profit = profits[item];
        int same = Math.min(weight, room + 1);
        System.arraycopy(without, 0, with, 0, same);
        for (int at = weight; at <= room; at++) {
            with[at] = Math.max(without[at], without[at - weight] + profit);
        }
    }
}
