package io.berth.gateway.tenant;

import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * What a tenant may take in a minute, requests and tokens: a bucket of each, of a minute's amount, that fills evenly. What an answer
 * takes is not known when its request comes, so that what is expected is taken then, and the rest when it is known, be it that a bucket
 * goes below 0.
 *
 * <p>Who is refused is told when to come again, and has a promise: until some seconds after that, what it wants is kept for it. So who
 * obeys is let in, however many come anew meanwhile; they are let in before only where all promises can still be kept. Two requests are
 * told apart by their prints. A promise is kept even if answers turned out longer than was expected when it was given.
 *
 * <p>It has no clock and is of one thread at a time.
 */
final class MinuteQuota {
    static final int REQUESTS = 0;
    static final int TOKENS = 1;

    private static final int KINDS = 2;
    /** Who is refused beyond these is told a time and has no promise. */
    private static final int MOST_PROMISES = 512;

    private static final long MILLI = 1_000_000;
    /** Who comes so much later than was said has lost its promise: Retry-After has whole seconds, and a way to go. */
    private static final long GRACE_NANOS = 2 * Nanos.SECOND;
    /** What sums of fractions may be wrong by. */
    private static final double NOTHING = 1e-6;

    /** What there is in a minute, of which this has a part. */
    private final double[] whole = new double[KINDS];

    private final double[] most = new double[KINDS];
    private final double[] left = new double[KINDS];
    /** Since it began: what was taken, but for what was given back. */
    private final double[] taken = new double[KINDS];

    private final ArrayDeque<Promise> promises = new ArrayDeque<>();
    private int parts = 1;
    private long atNanos;
    private int lacking;

    private record Promise(long dueNanos, long untilNanos, long print, double tokens) {}

    MinuteQuota(long nowNanos) {
        atNanos = nowNanos;
    }

    /** From now on there is so much in a minute, 0 for no limit. What was taken is taken. */
    void limit(long requests, long tokens, long nowNanos) {
        refill(nowNanos);
        limit(REQUESTS, (double) requests);
        limit(TOKENS, (double) tokens);
    }

    private void limit(int kind, double now) {
        whole[kind] = now;
        left[kind] += now / parts - most[kind];
        most[kind] = now / parts;
    }

    /** From now on this has one of {@code equal} parts of what is in a minute and of what is left, or all that all have, with 1. */
    void divide(int equal, long nowNanos) {
        refill(nowNanos);
        for (int kind = 0; kind < KINDS; kind++) {
            left[kind] *= parts / (double) equal;
            most[kind] = whole[kind] / equal;
        }
        parts = equal;
    }

    /** How much is taken at first of what is expected to take {@code tokens}: no more than there can be. */
    double reserve(double tokens) {
        return most[TOKENS] == 0 ? tokens : Math.min(tokens, most[TOKENS]);
    }

    /**
     * Takes {@code ask} with {@code tokens}, which are at most what {@link #reserve} says; returns 0, or where there is not enough, in how
     * many nanoseconds it may come again.
     */
    long take(double tokens, Ask ask, long nowNanos) {
        refill(nowNanos);
        promises.removeIf(promise -> promise.untilNanos < nowNanos);
        if (!ask.fresh() && promised(ask.print(), nowNanos) || fits(tokens, nowNanos)) {
            taken(REQUESTS, 1);
            taken(TOKENS, tokens);
            return 0;
        }
        long wait = waitAfterAll(tokens);
        if (promises.size() < MOST_PROMISES) {
            long due = nowNanos + wait;
            promises.add(new Promise(due, due + GRACE_NANOS + wait / 4, ask.print(), tokens));
        }
        return wait;
    }

    /** Which of the two there was not enough of, when it was last refused. */
    int lacking() {
        return lacking;
    }

    /** So much of {@code kind} was not taken after all; below 0 where more was. */
    void giveBack(int kind, double amount, long nowNanos) {
        refill(nowNanos);
        taken(kind, -amount);
    }

    /** So much of {@code kind} was taken elsewhere. */
    void takenElsewhere(int kind, double amount, long nowNanos) {
        refill(nowNanos);
        take(kind, amount);
    }

    /** There is no more left of {@code kind} than that: others know it. */
    void leave(int kind, double most, long nowNanos) {
        refill(nowNanos);
        left[kind] = Math.min(left[kind], most);
    }

    /** What was taken here of {@code kind}, but for what was given back. */
    long taken(int kind) {
        return (long) taken[kind];
    }

    private void taken(int kind, double amount) {
        taken[kind] += amount;
        take(kind, amount);
    }

    private void take(int kind, double amount) {
        left[kind] = most[kind] == 0 ? 0 : Math.min(most[kind], left[kind] - amount);
    }

    /** In a minute; 0 for no limit. */
    long most(int kind) {
        return (long) most[kind];
    }

    /** How much of {@code kind} there is now. */
    long left(int kind, long nowNanos) {
        refill(nowNanos);
        return Math.max(0, (long) (left[kind] + NOTHING));
    }

    /** Until the bucket is full. */
    long resetNanos(int kind) {
        return wholeMillis(until(kind, most[kind]));
    }

    private void refill(long nowNanos) {
        if (nowNanos > atNanos) {
            double part = (nowNanos - atNanos) / (double) Nanos.MINUTE;
            for (int kind = 0; kind < KINDS; kind++) {
                left[kind] = Math.min(most[kind], left[kind] + most[kind] * part);
            }
            atNanos = nowNanos;
        }
    }

    /** Whether somebody with that print was told to come now, whose promise is then kept. */
    private boolean promised(long print, long nowNanos) {
        Iterator<Promise> each = promises.iterator();
        while (each.hasNext()) {
            Promise promise = each.next();
            if (promise.print == print && promise.dueNanos <= nowNanos) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    /** Whether it can be taken now, and all promises be kept in their time. */
    private boolean fits(double tokens, long nowNanos) {
        double requests = 1;
        double sum = tokens;
        if (lacks(REQUESTS, requests, 0) || lacks(TOKENS, sum, 0)) {
            return false;
        }
        for (Promise promise : promises) {
            requests++;
            sum += promise.tokens;
            long ahead = Math.max(0, promise.dueNanos - nowNanos);
            if (lacks(REQUESTS, requests, ahead) || lacks(TOKENS, sum, ahead)) {
                return false;
            }
        }
        return true;
    }

    private boolean lacks(int kind, double wanted, long aheadNanos) {
        return most[kind] > 0 && left[kind] + most[kind] * (aheadNanos / (double) Nanos.MINUTE) + NOTHING < wanted;
    }

    /** Until all that is promised and a further request could be taken. */
    private long waitAfterAll(double tokens) {
        double sum = tokens;
        for (Promise promise : promises) {
            sum += promise.tokens;
        }
        long forRequests = until(REQUESTS, 1.0 + promises.size());
        long forTokens = until(TOKENS, sum);
        lacking = forTokens > forRequests ? TOKENS : REQUESTS;
        long wait = Math.max(forRequests, forTokens);
        return Math.max(MILLI, wholeMillis(wait));
    }

    private static long wholeMillis(long nanos) {
        return (nanos + MILLI - 1) / MILLI * MILLI;
    }

    private long until(int kind, double wanted) {
        double missing = wanted - left[kind] - NOTHING;
        return most[kind] == 0 || missing <= 0 ? 0 : (long) Math.ceil(missing / most[kind] * Nanos.MINUTE);
    }
}
