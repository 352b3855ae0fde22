package io.berth.edge.access;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * How much each tenant may submit: a bucket of tokens that fills at a steady rate. A submission takes one, one more for each 4 KiB of
 * its document, so that a tenant who sends megabytes does not have this machine read them all day, and one for each further task of
 * each job that it holds. What costs more than the bucket has may be owed, but only from a bucket that is half full: who floods has
 * none, and much at once comes from those who waited for it.
 */
public final class SubmitRate {
    /**
     * A job's document is a quarter of it. The worst megabyte of YAML takes 1.6 s to read on an EPYC core (a flow list of half a
     * million values), and 256 tokens are five seconds of the default rate: a third of a core for each tenant at most.
     */
    public static final int BYTES_PER_TOKEN = 4 << 10;

    private volatile double perSecond;
    private volatile double burst;
    private final double first;
    private final long beginNanos;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();

    private static final class Bucket {
        private double tokens;
        private long atNanos;
    }

    /**
     * @param perSecond tokens that come in a second, above 0
     * @param burst how many are kept, at least 1
     * @param first how many each tenant has to begin with, at most {@code burst}
     * @param nanoTime a clock of which only differences mean something
     */
    public SubmitRate(double perSecond, double burst, double first, LongSupplier nanoTime) {
        check(perSecond, burst);
        this.first = first;
        this.perSecond = perSecond;
        this.burst = burst;
        this.nanoTime = nanoTime;
        this.beginNanos = nanoTime.getAsLong();
    }

    /** Changes the rate; what buckets hold stays, up to the new burst. */
    public void set(double newPerSecond, double newBurst) {
        check(newPerSecond, newBurst);
        perSecond = newPerSecond;
        burst = newBurst;
    }

    private static void check(double perSecond, double burst) {
        if (!(perSecond > 0) || !(burst >= 1)) {
            throw new IllegalArgumentException(
                    "The perSecond (" + perSecond + ") must be above 0, the burst (" + burst + ") at least 1.");
        }
    }

    /**
     * Takes what a document of {@code bytes} costs from {@code caller}'s bucket where there is enough in it; zero then, else how long
     * to wait for that, and nothing is taken. Those of no tenant, who are trusted with all, are not counted.
     */
    public Duration take(Caller caller, long bytes) {
        return take(caller, 0, cost(bytes));
    }

    /** The same for {@code tokens} more for what a document of {@code bytes} holds, which was paid for. */
    public Duration takeMore(Caller caller, long bytes, double tokens) {
        return tokens <= 0 ? Duration.ZERO : take(caller, cost(bytes), tokens);
    }

    private static double cost(long bytes) {
        return 1 + (double) bytes / BYTES_PER_TOKEN;
    }

    private Duration take(Caller caller, double paid, double tokens) {
        if (caller.seesAll()) {
            return Duration.ZERO;
        }
        Bucket bucket = bucket(caller);
        synchronized (bucket) {
            fill(bucket);
            double missing = Math.min(paid + tokens, Math.max(1, burst / 2)) - (paid + bucket.tokens);
            if (missing > 0) {
                return Duration.ofNanos((long) (missing / perSecond * 1e9) + 1);
            }
            bucket.tokens -= tokens;
            return Duration.ZERO;
        }
    }

    /** Takes {@code tokens} more, whether or not they are there; gives them back where they are below 0. */
    public void charge(Caller caller, double tokens) {
        if (!caller.seesAll()) {
            Bucket bucket = bucket(caller);
            synchronized (bucket) {
                fill(bucket);
                bucket.tokens = Math.min(burst, bucket.tokens - tokens);
            }
        }
    }

    private Bucket bucket(Caller caller) {
        return buckets.computeIfAbsent(caller.scope().name(), _ -> {
            Bucket bucket = new Bucket();
            bucket.tokens = Math.min(burst, first);
            bucket.atNanos = beginNanos;
            return bucket;
        });
    }

    private void fill(Bucket bucket) {
        long now = nanoTime.getAsLong();
        bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.atNanos) / 1e9 * perSecond);
        bucket.atNanos = now;
    }
}
