package io.berth.core.dispatch.admission;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import org.jspecify.annotations.Nullable;

/**
 * No queue longer than a limit.
 *
 * <p>Algorithm: a request that would be served at once is let in; one that would wait behind {@code length} others is not. The
 * limit is per server, or of the one queue at the gateway.
 */
public final class QueueLimit implements Admission {
    private final int length;

    /** @param length the most requests that wait in one queue */
    public QueueLimit(long length) {
        if (length < 0) {
            throw new IllegalArgumentException("The parameter (length) must be 0 or more, not (" + length + ").");
        }
        this.length = (int) StrictMath.min(Integer.MAX_VALUE, length);
    }

    @Override
    public void begin(Fleet fleet) {
        fleet.limitQueues(length);
    }

    @Override
    public @Nullable Refusal refuse(Request request, Fleet fleet, int server, int waiting, long nowNanos) {
        boolean atOnce = server != Fleet.NONE
                && fleet.outstanding(server) < fleet.spec(server).slots();
        return atOnce || waiting < length ? null : Refusal.QUEUE_FULL;
    }
}
