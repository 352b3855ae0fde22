package io.berth.learn.imitation;

import io.berth.core.policy.KeyedOrder;
import io.berth.learn.environment.ordering.Foresight;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import java.util.Arrays;

/**
 * Knows how long jobs really run, and tries each of the best rows of an order: the world goes on with the order, and the row after
 * which the bounded slowdown is least goes next. Played to the end of an episode it is never worse than its order.
 *
 * <p>Cost: for each choice as many plays as there are candidates; each is about as long as the rest of the episode.
 *
 * <p>Source: Bertsekas, Tsitsiklis, Wu: Rollout algorithms for combinatorial optimization, Journal of Heuristics 3, 1997, §2-3; that a
 * candidate must be better by a margin is ours: choices that hardly matter are left to the order, where they can be learnt.
 */
public final class Oracle implements Teacher {
    private static final double MILLION = 1e6;

    private final OrderTeacher base;
    private final Foresight foresight;
    private final int candidates;
    private final double margin;
    private boolean[] tried = new boolean[0];
    private long[] order = new long[0];

    /**
     * How it looks ahead.
     *
     * @param horizon how far
     * @param candidates rows that are tried: the best of the order
     * @param margin the share of what the order's choice would cost by which another row must be better
     */
    public record Options(Foresight.Horizon horizon, int candidates, double margin) {}

    /** Looks ahead in episodes of {@code jobs} with {@code order}. */
    public Oracle(OrderingJobs jobs, boolean backfill, KeyedOrder order, Options options) {
        this.base = new OrderTeacher(jobs, order);
        this.foresight = new Foresight(jobs, backfill, order, options.horizon());
        this.candidates = options.candidates();
        this.margin = options.margin();
    }

    @Override
    public int choose(QueueOrdering environment, long[] keys) {
        int rows = environment.rows();
        base.choose(environment, keys);
        if (rows == 1) {
            return 0;
        }
        if (order.length < rows) {
            order = new long[rows];
            tried = new boolean[rows];
        }
        System.arraycopy(keys, 0, order, 0, rows);
        Arrays.fill(tried, 0, rows, false);
        Arrays.fill(keys, 0, rows, Long.MAX_VALUE);
        int best = next(environment);
        keys[best] = cost(environment, best);
        long limit = (long) (keys[best] * (1 - margin));
        for (int i = 1; i < Math.min(candidates, rows); i++) {
            int row = next(environment);
            keys[row] = cost(environment, row);
            if (keys[row] < keys[best] && keys[row] <= limit) {
                best = row;
            }
        }
        rank(keys, keys[best], rows);
        return best;
    }

    /** What costs as much as the choice is liked as much; what would be better, but by less than the margin, is not. */
    private void rank(long[] keys, long cost, int rows) {
        for (int row = 0; row < rows; row++) {
            if (tried[row]) {
                keys[row] = keys[row] == cost ? 0 : Math.max(1, keys[row] - cost);
            }
        }
    }

    /** In whole millionths: sums that differ by the order of their terms are equal. */
    private long cost(QueueOrdering environment, int row) {
        return Math.round(foresight.slowdowns(environment, row) * MILLION);
    }

    /** The row that the order likes best of those not tried, which then is. */
    private int next(QueueOrdering environment) {
        int best = -1;
        for (int row = 0; row < environment.rows(); row++) {
            if (!tried[row] && (best < 0 || before(environment, row, best))) {
                best = row;
            }
        }
        tried[best] = true;
        return best;
    }

    private boolean before(QueueOrdering environment, int row, int other) {
        return order[row] < order[other] || order[row] == order[other] && environment.job(row) < environment.job(other);
    }
}
