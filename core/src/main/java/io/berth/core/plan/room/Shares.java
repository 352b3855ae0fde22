package io.berth.core.plan.room;

import io.berth.core.policy.domain.Fill;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How many tasks each of several domains gets, by how many it holds. */
final class Shares {
    private Shares() {}

    /** All {@code tasks} as {@code fill} says; null where they do not fit. */
    static int @Nullable [] of(Fill fill, long[] holds, int tasks) {
        int[] order = order(holds, fill != Fill.LEAST_ROOM);
        int[] shares = new int[holds.length];
        int left = tasks;
        for (int at = 0; at < order.length && left > 0; at++) {
            int domain = fill == Fill.FEWEST && holds[order[at]] >= left ? last(order, at, holds, left) : order[at];
            shares[domain] = (int) StrictMath.min(holds[domain], left);
            left -= shares[domain];
        }
        return left == 0 ? shares : null;
    }

    /** Of those that stand in falling order from {@code from} on, the smallest that holds {@code tasks}; of equal ones the first. */
    private static int last(int[] order, int from, long[] holds, int tasks) {
        int last = from;
        for (int at = from; at < order.length && holds[order[at]] >= tasks; at++) {
            last = holds[order[at]] < holds[order[last]] ? at : last;
        }
        return order[last];
    }

    /**
     * All {@code tasks} over as few domains as can be, of which no two that get some differ by more than {@code tolerance}; those with least
     * room that will do, each as near to its equal part as that lets it. Null where it cannot be.
     */
    static int @Nullable [] even(long[] holds, int tasks, int tolerance) {
        int[] order = order(holds, false);
        for (int count = 1; count <= StrictMath.min(order.length, tasks); count++) {
            for (int least = tasks / count;
                    least >= 1 && tasks - (long) least * count <= (long) tolerance * count;
                    least--) {
                int[] shares = tightest(holds, order, new Window(order.length - count, count, least, tolerance), tasks);
                if (shares.length > 0) {
                    return shares;
                }
            }
        }
        return null;
    }

    /** Of the windows as large as that of most room the one of least that will do; empty where that of most room will not. */
    private static int[] tightest(long[] holds, int[] order, Window most, int tasks) {
        int[] shares = window(holds, order, most, tasks);
        for (int from = 0; from < most.from && shares.length > 0; from++) {
            int[] less = window(holds, order, new Window(from, most.count, most.least, most.tolerance), tasks);
            if (less.length > 0) {
                return less;
            }
        }
        return shares;
    }

    /** So many domains in rising order of room from one on, each of which gets at least so many tasks. */
    private record Window(int from, int count, int least, int tolerance) {}

    private static int[] window(long[] holds, int[] order, Window window, int tasks) {
        int[] shares = new int[holds.length];
        int left = tasks - window.least * window.count;
        if (holds[order[window.from]] < window.least) {
            return new int[0];
        }
        // Those with more room take what is above the least: all one more before any two more.
        for (int at = window.from; at < window.from + window.count; at++) {
            shares[order[at]] = window.least;
        }
        for (int more = 1; more <= window.tolerance && left > 0; more++) {
            for (int at = window.from + window.count - 1; at >= window.from && left > 0; at--) {
                if (holds[order[at]] >= window.least + more) {
                    shares[order[at]]++;
                    left--;
                }
            }
        }
        return left == 0 ? shares : new int[0];
    }

    private static int[] order(long[] holds, boolean falling) {
        Comparator<Integer> byRoom = Comparator.comparingLong(domain -> falling ? -holds[domain] : holds[domain]);
        List<Integer> order =
                IntStream.range(0, holds.length).boxed().sorted(byRoom).toList();
        return order.stream().mapToInt(Integer::intValue).toArray();
    }
}
