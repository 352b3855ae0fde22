package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import java.util.SortedMap;

/** Stops what events call for, and what has run for as long as it may. */
final class Stopping extends Stage {
    private final Pass pass;

    Stopping(Pass pass) {
        this.pass = pass;
    }

    @Override
    void run(Strategy strategy) {
        SortedMap<Long, Reason> stops = pass.state().stops();
        if (!stops.isEmpty()) {
            stops.forEach(pass.draft()::stop);
        }
    }

    @Override
    long wakeNanos(Strategy strategy) {
        return pass.state().nextLimitNanos();
    }
}
