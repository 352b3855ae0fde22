package io.berth.console.scale;

import io.berth.edge.scale.LastStarts;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long the replicas of a service take from when they have their room until they are ready for the first time: the longest of the last few, as whoever looks ahead must see as far as
 * that. Waits for room are no part of it. A replica that starts when it is looked at for the first time is not counted: nobody knows since when. Of one
 * thread.
 */
final class Starts {
    /** By job, its start that is under way; null while they are looked at for the first time. */
    private @Nullable Map<Long, Under> under;

    private final LastStarts last = new LastStarts();

    /** A start, by the decision that made it. @param sinceNanos {@link #UNKNOWN} where it began before somebody looked, or is over */
    private record Under(long decision, long sinceNanos) {
        private static final long UNKNOWN = Long.MIN_VALUE;
    }

    /**
     * A replica that has room.
     *
     * @param decision the one that started it
     * @param ready true where it takes requests
     */
    record Seen(long job, long decision, boolean ready) {}

    /** All of them as they are now. */
    void see(Iterable<Seen> replicas, long nowNanos) {
        Map<Long, Under> before = under;
        Map<Long, Under> now = new TreeMap<>();
        for (Seen one : replicas) {
            Under known = before == null ? null : before.get(one.job);
            long since = before == null ? Under.UNKNOWN : nowNanos;
            if (known != null && known.decision == one.decision) {
                since = known.sinceNanos;
            }
            if (one.ready && since != Under.UNKNOWN) {
                last.took(nowNanos - since);
                since = Under.UNKNOWN;
            }
            now.put(one.job, new Under(one.decision, since));
        }
        under = now;
    }

    /** The longest of the last; 0 where none was seen. */
    long nanos() {
        return last.nanos();
    }
}
