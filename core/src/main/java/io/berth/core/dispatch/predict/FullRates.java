package io.berth.core.dispatch.predict;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/**
 * The rates together of the full servers that could have a request, as they were summed up last: asked for each of those that wait, and the
 * same for all that may go to the same servers, until something changes.
 */
final class FullRates {
    private double sum;
    private int model;
    private int tenant;
    private int subset;
    private long bytes;
    private long fleetVersion;
    private long learnt = -1;

    /**
     * Whether the sum is that of {@code request} now; else the next is, which is {@link #set}.
     *
     * @param now how often something was learnt of a server
     */
    boolean hold(Request request, Fleet fleet, long now) {
        long needed = fleet.needBytes(request);
        boolean same = learnt == now
                && fleetVersion == fleet.version()
                && model == request.model()
                && tenant == request.tenant()
                && subset == request.need().subset()
                && bytes == needed;
        model = request.model();
        tenant = request.tenant();
        subset = request.need().subset();
        bytes = needed;
        fleetVersion = fleet.version();
        learnt = now;
        return same;
    }

    void set(double rates) {
        sum = rates;
    }

    double sum() {
        return sum;
    }
}
