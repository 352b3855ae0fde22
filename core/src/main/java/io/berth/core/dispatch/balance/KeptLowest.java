package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.FleetWatcher;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import org.jspecify.annotations.Nullable;

/** A balancer whose pick is the server with the lowest key, which follows from the server's row alone. */
abstract sealed class KeptLowest implements Scoring permits LeastConnections, LoadAware {
    private @Nullable Lowest lowest;

    /** The key of an open server. */
    abstract long key(Fleet fleet, int server);

    @Override
    public final void begin(Fleet fleet) {
        Lowest kept = new Lowest(fleet);
        lowest = kept;
        fleet.watch(new FleetWatcher() {
            @Override
            public void changed(int server) {
                kept.set(server, fleet.free(server) ? key(fleet, server) : Lowest.OUT);
            }

            @Override
            public void reshaped() {
                kept.reshape();
            }
        });
    }

    @Override
    public final int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        if (lowest == null) {
            throw new IllegalStateException("A balancer must begin before it picks.");
        }
        return lowest.from(fleet.firstRank(request));
    }
}
