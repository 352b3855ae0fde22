package io.berth.optimize.bound;

import java.util.Arrays;

/**
 * Exact 0/1 knapsacks, one after the other. Items whose profit differs so much from what their weight is worth that no best choice
 * can turn them round are settled first, after Dantzig's bound; dynamic programming over the weight decides on the others (Martello
 * and Toth, "Knapsack Problems", 1990, §2.2 and §2.6; the others are the "core" of Balas and Zemel 1980).
 */
final class Knapsack {
    // The items on offer.
    private int count;
    private final int[] items;
    private final int[] weights;
    private final long[] profits;

    // By profit per weight, falling, and the item at which room ends.
    private final long[] keys;
    private int[] core;
    private int coreCount;

    private int[] chosen;
    private int chosenCount;

    private long[] best = new long[0];
    private long[] taken = new long[0];
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

    /** How many steps all solutions took: items looked at and cells filled, 16 for one. */
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
        work += count;
        if (weight <= room) {
            for (int at = 0; at < count; at++) {
                chosen[chosenCount++] = at;
            }
            return profit;
        }
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
        long floor = fillGreedily(room);
        settle(room, worth, floor);
        long base = 0;
        for (int k = 0; k < chosenCount; k++) {
            base += profits[chosen[k]];
            room -= weights[chosen[k]];
        }
        return base + fillCore(room);
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

    private long fillCore(int room) {
        int words = (room + 64) >>> 6;
        if (best.length <= room) {
            best = new long[room + 1];
        }
        if (taken.length < words * coreCount) {
            taken = new long[words * coreCount];
        }
        Arrays.fill(best, 0, room + 1, 0);
        Arrays.fill(taken, 0, words * coreCount, 0);
        for (int at = 0; at < coreCount; at++) {
            fill(weights[core[at]], profits[core[at]], room, at * words);
        }
        work += (long) coreCount * room >> 4;
        int left = room;
        for (int at = coreCount - 1; at >= 0; at--) {
            if ((taken[at * words + (left >> 6)] >>> left & 1) != 0) {
                chosen[chosenCount++] = core[at];
                left -= weights[core[at]];
            }
        }
        return best[room];
    }

    private void fill(int weight, long profit, int room, int offset) {
        for (int at = room; at >= weight; at--) {
            long with = best[at - weight] + profit;
            if (with > best[at]) {
                best[at] = with;
                taken[offset + (at >> 6)] |= 1L << at;
            }
        }
    }
}
