package io.berth.core.dispatch.balance;

import static io.berth.core.model.column.Feature.shareOf;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.model.LargestServer;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.time.Nanos;

/**
 * Writes {@link ServerColumns}: one code for what learns a balancer and for what decides by it, with the same operations in the same
 * order. It allocates nothing.
 *
 * @param largest what the columns are shares of
 */
public record ServerRow(LargestServer largest, Fleet fleet) {
    /** Writes {@code server} and what {@code request} would meet there from {@code at} on. */
    public void write(Request request, long nowNanos, int server, float[] into, int at) {
        load(request, server, into, at);
        declared(server, into, at + 9);
        into[at + 14] = (float) squashed((double) (fleet.sends() - fleet.lastSent(server)), fleet.members());
        asked(request, nowNanos, into, at + 15);
    }

    private void load(Request request, int server, float[] into, int at) {
        int slots = fleet.spec(server).slots();
        into[at] = fleet.takes(server, request) ? 1 : 0;
        into[at + 1] = (float) squashed(fleet.outstanding(server), slots);
        into[at + 2] = shareOf(fleet.running(server), slots);
        into[at + 3] = squashed(fleet.drainNanos(server));
        into[at + 4] = squashed(fleet.paceNanos(server));
        into[at + 5] = squashed(fleet.finishNanos(server, request));
        into[at + 6] = squashed(fleet.serviceNanos(server, request));
        into[at + 7] = fleet.loaded(server, request.model()) ? 1 : 0;
        into[at + 8] = fleet.willHave(server, request.model()) ? 1 : 0;
    }

    private void declared(int server, float[] into, int at) {
        ServerSpec spec = fleet.spec(server);
        into[at] = squashed(fleet.loadTimeNanos(server));
        into[at + 1] = shareOf(spec.speedMilli(), largest.speedMilli());
        into[at + 2] = shareOf(spec.slots(), largest.slots());
        into[at + 3] = ofMemory(spec.memoryBytes(), largest.memoryBytes());
        into[at + 4] = ofMemory(fleet.freeBytes(server), spec.memoryBytes());
    }

    private void asked(Request request, long nowNanos, float[] into, int at) {
        long deadline = request.deadlineNanos();
        into[at] = squashed(request.workNanos());
        into[at + 1] = ofMemory(fleet.needBytes(request), largest.memoryBytes());
        into[at + 2] = (float) squashed(StrictMath.max(0, request.priority()), 1);
        into[at + 3] = deadline == Nanos.NEVER ? 1 : squashed(StrictMath.max(0, deadline - nowNanos));
    }

    private static float ofMemory(long part, long whole) {
        return whole == 0 ? 0 : shareOf(part, whole);
    }

    private static float squashed(long nanos) {
        return (float) squashed(Nanos.toSeconds(nanos), 1);
    }

    private static double squashed(double value, double half) {
        return value / (value + half);
    }
}
