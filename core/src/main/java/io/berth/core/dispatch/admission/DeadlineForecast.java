package io.berth.core.dispatch.admission;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/**
 * No request that would be late.
 *
 * <p>Goals: no work for answers nobody waits for any more. Algorithm: the expected finish on the server that was picked (what is
 * there, the load of the model, the work) against the deadline; a request that waits at the gateway is let in, since nobody
 * knows where it will go. Source: early rejection by predicted load, Mooncake, FAST 2025, §7.
 */
public final class DeadlineForecast implements Admission {
    @Override
    public @Nullable Refusal refuse(Request request, Fleet fleet, int server, int waiting, long nowNanos) {
        if (server == Fleet.NONE || request.deadlineNanos() == Nanos.NEVER) {
            return null;
        }
        long finish = Nanos.after(nowNanos, fleet.finishNanos(server, request));
        return finish > request.deadlineNanos() ? Refusal.DEADLINE : null;
    }

    /** What it would be late by, as what is there goes on meanwhile. */
    @Override
    public Again again(Request request, Fleet fleet, int server, long nowNanos) {
        return new Again(Nanos.after(nowNanos, fleet.finishNanos(server, request)) - request.deadlineNanos(), 0);
    }
}
