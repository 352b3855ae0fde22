package io.berth.core.pool;

import io.berth.core.time.Nanos;

/**
 * How many nodes a pool gets, and how nodes move to it and away.
 *
 * @param quota so many it deserves: where its jobs need them it gets them back from pools that hold more than theirs
 * @param limit so many it holds at most, at least {@code quota}
 * @param lend so many of its quota others may have while its jobs do not need them
 * @param holdNanos for so long a node stays with it at least, but where one that others lent is called back
 * @param patienceNanos so long those go on that still run on a node when it comes back to this pool; {@link Nanos#NEVER} until they end
 */
public record PoolTerms(int quota, int limit, int lend, long holdNanos, long patienceNanos) {
    /** All of its nodes. */
    public static final int ALL = Integer.MAX_VALUE;

    public PoolTerms {
        if (quota < 0 || limit < quota || lend < 0) {
            throw new IllegalArgumentException("The quota (" + quota + ") and what is lent of it (" + lend
                    + ") must not be negative, nor the limit (" + limit + ") below the quota.");
        }
        if (limit == 0) {
            throw new IllegalArgumentException("A pool needs a limit above 0: it would never have a node.");
        }
        if (holdNanos < 0 || patienceNanos < 0) {
            throw new IllegalArgumentException("The hold (" + Nanos.format(holdNanos) + ") and the patience ("
                    + Nanos.format(patienceNanos) + ") must not be negative.");
        }
    }

    /** {@code nodes} and no others, at any time. */
    public static PoolTerms fixed(int nodes) {
        return new PoolTerms(nodes, nodes, 0, 0, Nanos.NEVER);
    }

    /** True where it is always the same many nodes. */
    public boolean fixed() {
        return quota == limit && lend == 0 && holdNanos == 0 && patienceNanos == Nanos.NEVER;
    }

    /** So many of its nodes nobody else ever gets. */
    public int keeps() {
        return lend >= quota ? 0 : quota - lend;
    }
}
