package io.berth.edge.access;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often an address may be wrong: tokens and codes that are not known. Beyond it, it is told to wait rather than that it was wrong.
 * What is right is let in even then, or one user of a machine could shut out all others of it; nobody guesses 192 bits.
 */
public final class Attempts {
    /** Whoever types them is wrong a few times; a program with an old token asks every second. */
    public static final int AT_ONCE = 100;

    static final double PER_SECOND = 2;

    /** Of so many addresses it is remembered; those that were wrong longest ago are forgotten. */
    private static final int MOST_ADDRESSES = 4_096;

    private final LongSupplier nanoTime;
    private final Map<InetAddress, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Bucket {
        private double left = AT_ONCE;
        private long atNanos;
    }

    /** @param nanoTime a clock of which only differences mean something */
    public Attempts(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Counts that {@code address} was wrong; zero where it may be, else how long it is to wait. */
    public synchronized Duration wrong(InetAddress address) {
        long now = nanoTime.getAsLong();
        Bucket bucket = buckets.get(address);
        if (bucket == null) {
            bucket = new Bucket();
            bucket.atNanos = now;
            buckets.put(address, bucket);
            if (buckets.size() > MOST_ADDRESSES) {
                buckets.remove(buckets.keySet().iterator().next());
            }
        }
        bucket.left = Math.min(AT_ONCE, bucket.left + (now - bucket.atNanos) / 1e9 * PER_SECOND);
        bucket.atNanos = now;
        if (bucket.left < 1) {
            return Duration.ofNanos((long) ((1 - bucket.left) / PER_SECOND * 1e9) + 1);
        }
        bucket.left--;
        return Duration.ZERO;
    }
}
