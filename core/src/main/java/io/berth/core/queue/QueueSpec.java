package io.berth.core.queue;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a user declares of a queue. Amounts are by resource: {@code gpu} and {@code cpu} in thousandths, {@code memory} in bytes, others by
 * their name.
 *
 * @param name unique
 * @param parent the queue that it belongs to; empty for none
 * @param weightMilli thousandths of its weight beside its siblings, above 0
 * @param quota what it deserves: nobody else keeps that from it
 * @param limit what its jobs hold at most, those of the queues below it too; what is not named has no limit
 * @param borrow what it may hold beyond its quota; what is not named it may borrow as others lend
 * @param lend what others may have of its quota while it does not need it; what is not named it lends all of
 */
public record QueueSpec(
        String name,
        String parent,
        long weightMilli,
        SortedMap<String, QueueAmount> quota,
        SortedMap<String, QueueAmount> limit,
        SortedMap<String, QueueAmount> borrow,
        SortedMap<String, QueueAmount> lend) {
    /** Thousandths of the weight of a queue that says nothing of it. */
    public static final long WEIGHT_MILLI = 1_000;

    /** The greatest weight, in thousandths. */
    public static final long MOST_WEIGHT_MILLI = 1_000_000_000;

    public QueueSpec {
        if (name.isEmpty() || weightMilli < 1 || weightMilli > MOST_WEIGHT_MILLI) {
            throw new IllegalArgumentException(
                    "Queue (" + name + ") needs a name and a weight above 0 and up to a million.");
        }
        quota = Collections.unmodifiableSortedMap(new TreeMap<>(quota));
        limit = Collections.unmodifiableSortedMap(new TreeMap<>(limit));
        borrow = Collections.unmodifiableSortedMap(new TreeMap<>(borrow));
        lend = Collections.unmodifiableSortedMap(new TreeMap<>(lend));
    }

    /** A queue by itself of which nothing else is said. */
    public static QueueSpec of(String name) {
        TreeMap<String, QueueAmount> none = new TreeMap<>();
        return new QueueSpec(name, "", WEIGHT_MILLI, none, none, none, none);
    }

    /** The same below {@code newParent}. */
    public QueueSpec below(String newParent) {
        return new QueueSpec(name, newParent, weightMilli, quota, limit, borrow, lend);
    }

    /** The same of {@code newWeight}. */
    public QueueSpec weighing(long newWeight) {
        return new QueueSpec(name, parent, newWeight * WEIGHT_MILLI, quota, limit, borrow, lend);
    }

    /** The same, which deserves {@code amount} of {@code resource}. */
    public QueueSpec deserving(String resource, QueueAmount amount) {
        return new QueueSpec(name, parent, weightMilli, more(quota, resource, amount), limit, borrow, lend);
    }

    /** The same, limited to {@code amount} of {@code resource}. */
    public QueueSpec limited(String resource, QueueAmount amount) {
        return new QueueSpec(name, parent, weightMilli, quota, more(limit, resource, amount), borrow, lend);
    }

    /** The same, which borrows {@code amount} of {@code resource} at most. */
    public QueueSpec borrowing(String resource, QueueAmount amount) {
        return new QueueSpec(name, parent, weightMilli, quota, limit, more(borrow, resource, amount), lend);
    }

    /** The same, which lends {@code amount} of {@code resource} at most. */
    public QueueSpec lending(String resource, QueueAmount amount) {
        return new QueueSpec(name, parent, weightMilli, quota, limit, borrow, more(lend, resource, amount));
    }

    private static SortedMap<String, QueueAmount> more(
            SortedMap<String, QueueAmount> amounts, String resource, QueueAmount amount) {
        TreeMap<String, QueueAmount> more = new TreeMap<>(amounts);
        more.put(resource, amount);
        return more;
    }
}
