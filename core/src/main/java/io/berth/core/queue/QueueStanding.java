package io.berth.core.queue;

/** What declared queues hold, and held over time, as it was when somebody asked; it does not change any more. */
public final class QueueStanding {
    private final QueueUse use;
    private final DecayedUse decayed;
    private final FairShare share;

    QueueStanding(QueueUse use, DecayedUse decayed, FairShare share) {
        this.use = use.copy();
        this.decayed = decayed.copy();
        this.share = share;
    }

    /** What they hold. */
    public QueueUse use() {
        return use;
    }

    /** By what they are compared. */
    public FairShare share() {
        return share;
    }

    /**
     * The mean of what {@code node} held of {@code column} up to {@code nowNanos}, a moment counting half as much for each half-life that it is past;
     * in the unit of the resource.
     */
    public double used(int node, int column, long nowNanos) {
        return decayed.mean(node, column, use, nowNanos, share.halfLifeNanos());
    }

    /** The greatest part of what the cluster has of a resource that {@link #used} is. */
    public double usedShare(int node, long nowNanos) {
        return decayed.dominantShare(node, use, nowNanos, share.halfLifeNanos());
    }
}
