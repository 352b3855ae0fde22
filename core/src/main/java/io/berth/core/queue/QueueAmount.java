package io.berth.core.queue;

/**
 * So much of a resource: an amount, or a part of what the cluster has of it at the moment.
 *
 * @param amount in the unit of the resource (thousandths of GPUs and CPUs, bytes, whole units); 0 where it is a part
 * @param millionths of what the cluster has; below 0 where it is an amount
 */
public record QueueAmount(long amount, long millionths) {
    private static final long WHOLE = 1_000_000;

    public QueueAmount {
        if (amount < 0 || millionths > WHOLE) {
            throw new IllegalArgumentException("A queue's amount (" + amount + ", " + millionths
                    + " millionths) must not be negative, nor more than the whole cluster.");
        }
    }

    /** {@code amount} of it, whatever the cluster has. */
    public static QueueAmount of(long amount) {
        return new QueueAmount(amount, -1);
    }

    /** {@code millionths} of what the cluster has, from 0 to a million. */
    public static QueueAmount part(long millionths) {
        return new QueueAmount(0, StrictMath.max(0, millionths));
    }

    /** True for a part of what the cluster has. */
    public boolean isPart() {
        return millionths >= 0;
    }

    /** How much it is where the cluster has {@code capacity}; parts are rounded down. */
    public long in(long capacity) {
        // In two steps, as the product may be more than a number holds.
        return isPart() ? capacity / WHOLE * millionths + capacity % WHOLE * millionths / WHOLE : amount;
    }
}
