package io.berth.console.access;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * How much each tenant may submit: a bucket of tokens that fills at a steady rate. A submission takes one, one more for each 4 KiB of
 * its document, so that a tenant who sends megabytes does not have this machine read them all day, and one for each further task of
 * each job that it holds. A bucket that has one may be made to owe the rest.
 */
public final class SubmitRate {
    /**
     * A job's document is a quarter of it. The worst megabyte of YAML takes 1.6 s to read on an EPYC core (a flow list of half a
     * million values), and 256 tokens are five seconds of the default rate: a third of a core for each tenant at most.
     */
    public static final int BYTES_PER_TOKEN = 4 << 10;

    private volatile double perSecond;
    private volatile double burst;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();

    private static final class Bucket {
        private double tokens;
        private long atNanos;
    }

    /**
     * @param perSecond tokens that come in a second, above 0
     * @param burst how many are kept, at least 1
     * @param nanoTime a clock of which only differences mean something
     */
    public SubmitRate(double perSecond, double burst, LongSupplier nanoTime) {
        check(perSecond, burst);
        this.perSecond = perSecond;
        this.burst = burst;
        this.nanoTime = nanoTime;
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
     * Takes what a submission of {@code bytes} costs from {@code caller}'s bucket where there is a token in it; zero then, else how long
     * to wait for one, and nothing is taken. Those of no tenant, who are trusted with all, are not counted.
     */
    public Duration take(Caller caller, long bytes) {
        if (caller.seesAll()) {
            return Duration.ZERO;
        }
        Bucket bucket = bucket(caller);
        synchronized (bucket) {
            fill(bucket);
            if (bucket.tokens < 1) {
                return Duration.ofNanos((long) ((1 - bucket.tokens) / perSecond * 1e9) + 1);
            }
            bucket.tokens -= 1 + (double) bytes / BYTES_PER_TOKEN;
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
        return buckets.computeIfAbsent(caller.tenant(), _ -> {
            Bucket bucket = new Bucket();
            bucket.tokens = burst;
            bucket.atNanos = nanoTime.getAsLong();
            return bucket;
        });
    }

    private void fill(Bucket bucket) {
        long now = nanoTime.getAsLong();
        bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.atNanos) / 1e9 * perSecond);
        bucket.atNanos = now;
    }
}
