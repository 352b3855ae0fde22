package io.berth.gateway.demand;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a server has, as if it had so many slots and gave them by turn: when each request got one. A gateway does not see it; what it sees is when it sent a request and
 * when that was answered, which tells of a server that has too many how long requests wait there, and not how long it needs for one.
 */
final class Slots {
    /** In place of when a request got a slot that has none. */
    static final long NEVER = Long.MIN_VALUE;

    /** By number, since when requests have a slot; those that were sent first ahead. */
    private final Map<Long, Long> began = new LinkedHashMap<>();

    private int running;
    private int most = Integer.MAX_VALUE;

    /** {@code number} was sent there, and {@code most} run at once from now on. */
    void begin(long number, int most, long nowNanos) {
        this.most = most;
        began.put(number, NEVER);
        give(nowNanos);
    }

    /** {@code number} has left; since when it had a slot, {@link #NEVER} where it had none. */
    long end(long number, long nowNanos) {
        Long since = began.remove(number);
        if (since == null) {
            return NEVER;
        }
        if (since != NEVER) {
            running--;
            give(nowNanos);
        }
        return since;
    }

    private void give(long nowNanos) {
        if (running >= most || running == began.size()) {
            return;
        }
        for (Map.Entry<Long, Long> entry : began.entrySet()) {
            if (running < most && entry.getValue() == NEVER) {
                entry.setValue(nowNanos);
                running++;
            }
        }
    }

    /** Requests that have a slot. */
    int running() {
        return running;
    }

    /** Those that have none yet. */
    int waiting() {
        return began.size() - running;
    }
}
