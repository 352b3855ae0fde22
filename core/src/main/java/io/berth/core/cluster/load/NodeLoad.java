package io.berth.core.cluster.load;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the load of one node; it never changes, so copies of the state share it.
 *
 * @param load what was measured
 * @param measuredNanos when
 * @param freshness what that is worth now
 * @param shown what of the node was taken by those whom the measurement shows: what is taken beyond that it does not show
 * @param hot the bits, by {@link Measure}, of what was above the threshold in force and has not been below its lower one since
 * @param recents those placed of late that a next measurement may not show either
 * @param gone those that it shows and that have ended since, as far as is known what they used
 */
public record NodeLoad(
        Load load, long measuredNanos, Freshness freshness, Use shown, int hot, Recents recents, Gone gone) {
    /** How long a task must have run for a measurement to show it: one report of Koordinator's agent. */
    public static final long SETTLE_NANOS = 60_000_000_000L;

    /** True where {@code measure} is too high, and was not low enough since. */
    public boolean hot(Measure measure) {
        return (hot & 1 << measure.ordinal()) != 0;
    }

    /** The same worth less. */
    NodeLoad aged(Freshness now) {
        return new NodeLoad(load, measuredNanos, now, shown, now == Freshness.BLIND ? 0 : hot, recents, gone);
    }

    /** The same with other bits. */
    public NodeLoad heated(int bits) {
        return new NodeLoad(load, measuredNanos, freshness, shown, bits, recents, gone);
    }

    /** The same with one more task. */
    public NodeLoad with(Recent recent) {
        return new NodeLoad(load, measuredNanos, freshness, shown, hot, recents.with(recent), gone);
    }

    /** The same without a task that ended, which it may not show. */
    public NodeLoad without(long job, int task) {
        return recents.has(job, task)
                ? new NodeLoad(load, measuredNanos, freshness, shown, hot, recents.without(job, task), gone)
                : this;
    }

    /** The same without a task that ended, of which is known that it used {@code used} of the {@code asked} that it held. */
    public NodeLoad without(long job, int task, Use asked, Use used) {
        return recents.has(job, task)
                ? without(job, task)
                : new NodeLoad(load, measuredNanos, freshness, shown, hot, recents, gone.and(asked, used));
    }

    /** What is known when a measurement of {@code nanos} has come, of which {@code taken} is taken in all. */
    public static Seen seen(@Nullable NodeLoad known, long nanos, Use taken) {
        Recents unseen = known == null ? Recents.NONE : known.recents.unseen(nanos);
        return new Seen(taken.minus(unseen.asked()), unseen);
    }

    /** Whom a measurement shows. */
    public record Seen(Use shown, Recents unseen) {}
}
